// Shares the link of an answer, or copies it. Without this file it stays a plain link.
for (const link of document.querySelectorAll("a[data-share]")) {
  const status = link.parentElement.querySelector("[role=status]");
  link.addEventListener("click", async (event) => {
    const data = { title: link.dataset.share, url: link.href };
    if (navigator.share) {
      event.preventDefault();
      await navigator.share(data).catch(() => {}); // closed again: nothing to say
    } else if (navigator.clipboard) {
      event.preventDefault();
      await navigator.clipboard.writeText(data.url).then(
        () => { status.textContent = "Link copied."; },
        () => { status.textContent = data.url; },
      );
    }
  });
}
