// Plays without leaving the page: sends a guess, swaps the board in. The server decides everything;
// without this file the same form works by itself.

const board = () => document.getElementById("board");
const notices = () => board().querySelector(".board-notices");
const field = () => document.getElementById("guess");
const BOARD_ONLY = { headers: { "HX-Request": "true" }, credentials: "same-origin", cache: "no-store" };

const A_DOUBLE_CLICK = 400; // milliseconds

let waiting = false;
let numSent = 0;
let countedAt = -A_DOUBLE_CLICK;

// The board or the message that the server sent, as an element.
async function ask(address, options = {}) {
  const response = await fetch(address, { ...BOARD_ONLY, ...options });
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const answer = page.getElementById("board") || page.querySelector(".notice");
  if (!answer) throw new Error("neither a board nor a message");
  return answer;
}

function say(text) {
  document.getElementById("said").textContent = text;
}

function showBoard(fresh) {
  const typed = field()?.value;
  const before = Number(board().dataset.guesses);
  board().replaceWith(fresh);
  const rows = fresh.querySelectorAll(".guesses .guess");
  if (rows.length > before) countedAt = performance.now();
  for (const row of [...rows].slice(before)) row.classList.add("is-new");
  return typed;
}

function showNotice(notice) {
  notices().replaceChildren(notice);
  say(notice.textContent);
}

function offerRetry() {
  const notice = document.createElement("p");
  notice.className = "notice notice-warning";
  notice.append("The site could not be reached. Your guess is still in the field; nothing was lost.");
  const again = document.createElement("button");
  again.type = "button";
  again.className = "button retry";
  again.textContent = "Try again";
  again.addEventListener("click", () => board().querySelector(".guess-form").requestSubmit());
  notice.append(again);
  showNotice(notice);
}

// After the swap the focus is where the player goes on. On a touch screen the field is only
// focused if it was before: else the keyboard would cover the board.
function placeFocus(hadFocus) {
  if (board().dataset.state !== "playing") {
    board().querySelector(".end-title").focus({ preventScroll: true });
    board().scrollIntoView({ block: "start" });
  } else if (hadFocus || matchMedia("(pointer: fine)").matches) {
    field().focus({ preventScroll: true });
    if (field().getAttribute("aria-invalid")) field().select();
  }
}

// What the guess led to, above a phone's keyboard too.
function showOutcome() {
  const row = board().querySelector(".guess.is-new:last-child");
  (board().querySelector(".error, .notice") || row)?.scrollIntoView({ block: "nearest" });
}

// The second half of a double click may come after a fast answer, to the field that is empty again.
function isSecondClick() {
  return !field().value && performance.now() - countedAt < A_DOUBLE_CLICK;
}

async function sendGuess(form) {
  if (waiting || isSecondClick()) return;
  waiting = true;
  numSent += 1;
  const hadFocus = document.activeElement === field();
  const button = form.querySelector("button");
  button.setAttribute("aria-disabled", "true");
  try {
    const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (answer.id === "board") {
      showBoard(answer);
      say(answer.querySelector(".error, .notice-warning")?.textContent || answer.dataset.said);
      placeFocus(hadFocus);
      if (board().dataset.state === "playing") showOutcome();
    } else {
      showNotice(answer);
      showOutcome();
    }
  } catch {
    offerRetry();
    showOutcome();
  } finally {
    waiting = false;
    button.removeAttribute("aria-disabled");
  }
}

// Shows what the server knows: a game begun in another tab, or before this page was left. When the
// puzzle has closed meanwhile, the new one is offered above the board that stays.
async function refresh() {
  if (waiting) return;
  const numSentBefore = numSent;
  let answer;
  try {
    answer = await ask(`/play/?puzzle=${board().dataset.puzzle}`);
  } catch {
    return; // the board that is shown still works
  }
  if (numSent !== numSentBefore) return; // the board from before a guess: the guess's own is newer
  if (answer.id !== "board") {
    showNotice(answer);
    return;
  }
  const same = answer.dataset.guesses === board().dataset.guesses
    && answer.querySelector(".board-notices").textContent === notices().textContent
    && "fresh" in answer.dataset === "fresh" in board().dataset;
  if (same) return;
  const hadFocus = document.activeElement === field();
  const typed = showBoard(answer);
  if (field() && typed) field().value = typed;
  if (field() && hadFocus) field().focus({ preventScroll: true });
}

if (board()) {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".guess-form")) return;
    event.preventDefault();
    sendGuess(event.target);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
  // The home page is the same for everyone: the player's own board comes after it.
  if (location.pathname === "/") refresh();
}
