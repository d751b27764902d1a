// Counts down to the next product by the server's time, and says when that is where the player is.

const elements = new WeakMap(); // element → how far this device's clock is behind the server's

function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

function localTime(instant) {
  return new Intl.DateTimeFormat([], { hour: "numeric", minute: "2-digit" }).format(instant);
}

function prepare(element) {
  elements.set(element, Date.parse(element.dataset.now) - Date.now());
  const next = new Date(element.dataset.next);
  const count = document.createElement("span");
  count.className = "next-count";
  count.setAttribute("role", "timer");
  element.replaceChildren(`at ${localTime(next)} your time, in `, count);
}

function tick() {
  const element = document.querySelector(".next-at");
  if (!element) return;
  if (!elements.has(element)) prepare(element);
  const left = Date.parse(element.dataset.next) - (Date.now() + elements.get(element));
  if (left > 0) {
    element.querySelector(".next-count").textContent = clock(left);
    return;
  }
  if (element.querySelector("a")) return;
  const link = document.createElement("a");
  link.href = "/";
  link.textContent = "is on the shelf: play it";
  element.replaceChildren(link);
}

// The end of a game may be swapped in at any time: counted from its first moment.
new MutationObserver((changes) => {
  if (changes.some((change) => change.target.id === "main" || change.target.className === "game")) tick();
}).observe(document.getElementById("main"), { childList: true, subtree: true });
setInterval(tick, 1000);
tick();
