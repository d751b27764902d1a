"""gunicorn reads this file by itself when it is started in this folder; arguments override it."""

import os
import shutil
import tempfile

# No peer is believed by gunicorn: costcodle.peers decides, from TRUSTED_PROXIES.
forwarded_allow_ips = ""

# Threads wait for the database and for slow readers; WEB_CONCURRENCY sets the number of processes.
worker_class = "gthread"
threads = 4

# A worker that was told to stop finishes what it has begun: the slowest page takes far less.
graceful_timeout = 20
timeout = 60
# Longer than the proxy's own idle time (60 s in deploy/nginx.conf): the proxy closes first and
# never sends a request into a connection that is being closed here.
keepalive = 75

# gunicorn's control socket would open a door in the home folder that nothing here uses.
control_socket_disable = True


def on_starting(server):
    """Before any worker: a folder in which they count together (see costcodle/metrics.py)."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="costcodle-metrics-")


def on_exit(server):
    shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
