// Runs before the page is drawn, so that a chosen theme never flashes. Without it (or without
// storage) the page follows the system.
(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const bars = { light: "#ece9e2", dark: "#141614" };

  const read = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };
  const keep = (theme) => {
    try {
      if (theme) localStorage.setItem("theme", theme);
      else localStorage.removeItem("theme");
    } catch { /* storage is off: the choice lasts for this page */ }
  };
  const shown = () => root.dataset.theme || (systemIsDark.matches ? "dark" : "light");

  const show = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      bar.content = theme ? bars[theme] : bars[bar.media.includes("dark") ? "dark" : "light"];
    }
    const button = document.querySelector(".theme-switch");
    if (button) button.setAttribute("aria-pressed", String(shown() === "dark"));
  };

  const stored = read();
  show(stored === "dark" || stored === "light" ? stored : null);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".theme-switch");
    if (!button) return;
    button.hidden = false;
    show(root.dataset.theme || null);
    button.addEventListener("click", () => {
      const next = shown() === "dark" ? "light" : "dark";
      // Back at what the system says: follow the system again.
      const chosen = (next === "dark") === systemIsDark.matches ? null : next;
      keep(chosen);
      show(chosen);
    });
    systemIsDark.addEventListener("change", () => show(root.dataset.theme || null));
  });
})();
