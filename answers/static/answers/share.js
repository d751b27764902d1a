// Shares the link of an answer, or copies it. Without this file it stays a plain link.
for (const link of document.querySelectorAll("a[data-share]")) {
  const status = link.parentElement.querySelector("[role=status]");
  link.addEventListener("click", async (event) => {
    const data = { title: link.dataset.share, url: link.href };
    if (navigator.share) {
      event.preventDefault();
      try {
        await navigator.share(data);
      } catch (error) { // AbortError: the sheet was closed again
        if (error.name !== "AbortError") status.textContent = `Sharing did not work. The link: ${data.url}`;
      }
    } else if (navigator.clipboard) {
      event.preventDefault();
      await navigator.clipboard.writeText(data.url).then(
        () => { status.textContent = "Link copied."; },
        () => { status.textContent = data.url; },
      );
    }
  });
}
