// Shares the result: the device's share sheet where there is one, the clipboard, and always the
// text itself to select by hand. "Copied" is said only when it was.

const area = () => document.getElementById("share-text");

function say(text) {
  document.querySelector(".share-said").textContent = text;
}

// For pages on plain HTTP, where browsers have no clipboard API.
function copyBySelection(text) {
  const helper = document.createElement("textarea");
  helper.value = text;
  helper.className = "visually-hidden";
  document.body.append(helper);
  helper.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  helper.remove();
  return done;
}

async function copied(text) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // refused: the older way may still work
    }
  }
  return copyBySelection(text);
}

async function copy(button) {
  const asWords = button.dataset.copy === "words";
  const done = await copied(asWords ? button.dataset.words : area().value);
  button.focus();
  if (done) {
    say(asWords ? "Copied as words." : "Copied.");
  } else {
    area().focus();
    area().select();
    say("The browser did not let us copy. The text is selected: copy it by hand.");
  }
}

async function share() {
  try {
    await navigator.share({ text: area().value });
  } catch (error) {
    if (error.name !== "AbortError") say("Sharing did not work. Copy the text instead.");
  }
}

// The end may be swapped in at any time, so its buttons are shown whenever the page changes.
function reveal() {
  const row = document.querySelector("[data-share]");
  if (!row || !row.hidden) return;
  row.hidden = false;
  row.querySelector("[data-share-sheet]").hidden = !navigator.share;
  if (!navigator.share) row.querySelector("[data-copy]").classList.add("button-primary");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share-sheet]");
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  else share();
});
new MutationObserver(reveal).observe(document.getElementById("main"), { childList: true, subtree: true });
reveal();
