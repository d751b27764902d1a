/* Preloaded into a server under test: adds the seconds in a shared file to the wall clock.
   The file is mapped, so that a running process follows each change. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *offset;

__attribute__((constructor)) static void open_offset(void) {
    const char *path = getenv("CLOCK_OFFSET_FILE");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) offset = mapped;
    close(file);
}

static int64_t shift(void) { return offset ? *offset : 0; }

int clock_gettime(clockid_t which, struct timespec *when) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, when);
    if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE) when->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *restrict when, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(when, zone);
    when->tv_sec += shift();
    return result;
}

time_t time(time_t *when) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (when) *when = now.tv_sec;
    return now.tv_sec;
}
