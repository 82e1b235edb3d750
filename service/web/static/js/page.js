// Every page: the theme, keys that lead to a control, and forms that answer in place.

import { letters, posting, say, swap, themeNow, typing } from "./shared.js";

const toggle = document.getElementById("theme");

function setTheme() {
  const theme = themeNow() === "day" ? "night" : "day";
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
  dispatchEvent(new Event("themechange"));
}
toggle.hidden = false;
toggle.addEventListener("click", setTheme);

addEventListener("keydown", (event) => {
  const fold = event.key === "Escape" && event.target.closest?.("details[open]:has(form)");
  if (fold) {
    fold.open = false;
    fold.querySelector("summary").focus();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  if (event.repeat || document.querySelector("dialog[open]")) return;
  const single = event.key.length === 1;
  if (single && !letters()) return;
  if (event.key === "Enter" && (event.target.closest("a,button,summary,input") || unsettled())) return;
  const name = single ? event.key.toLowerCase() : event.key;
  const control = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
  if (control) {
    event.preventDefault();
    if (control.matches("input[type=search]")) control.focus();
    else if (control.matches("summary")) write(control.parentElement);
    else {
      control.click();
      if (control.matches("input")) control.focus({ preventScroll: true });
    }
  } else if (name === "t") setTheme();
});

// A fold that holds a form opens with the cursor in its first field.
function write(fold) {
  fold.open = true;
  const field = fold.querySelector("textarea,input:not([type=hidden])");
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold && !fold.open && fold.closest("[data-play]") && fold.querySelector("form textarea")) {
    event.preventDefault();
    write(fold);
  }
});

// Forms marked data-swap are sent in the background; the answer's main part replaces this one.
// The focus goes to the headline: a second press of the same key must not choose again.
let settled = 0;
const AGAIN = [500, 2000]; // milliseconds before a request that had no answer is sent anew
const SETTLE = 600; // milliseconds
const unsettled = () => performance.now() < settled;

// The same body holds the same key: what was recorded before its answer was lost is not repeated.
async function send(action, body) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.getElementById("main")) return { answer, page };
      throw new Error(String(answer.status));
    } catch (error) {
      if (tries === AGAIN.length) throw error;
      await new Promise((done) => setTimeout(done, AGAIN[tries]));
    }
  }
}

// The form stays as it is, so that a press sends its key once more.
function lost() {
  const text = "No connection; the choice may not have been recorded. Try again.";
  const main = document.getElementById("main");
  main.querySelector(".notice.lost")?.remove();
  const notice = document.createElement("p");
  notice.className = "notice lost";
  notice.textContent = text;
  const head = main.querySelector(".head");
  if (head) head.after(notice);
  else main.prepend(notice);
  notice.scrollIntoView({ block: "nearest" });
  say(text);
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swap]") || event.defaultPrevented) return;
  event.preventDefault();
  if (posting.now) return;
  posting.now = true;
  const headline = () => document.querySelector("main h1");
  const before = headline().textContent;
  try {
    const { answer, page } = await send(form.getAttribute("action"), new FormData(form, event.submitter));
    swap(page);
    if (answer.redirected) history.replaceState(null, "", answer.url);
    settled = performance.now() + SETTLE;
    const notice = document.querySelector(".notice");
    say(notice ? notice.textContent : document.getElementById("main").dataset.say || headline().textContent);
    dispatchEvent(new Event("swapped"));
    const elsewhere = notice || headline().textContent !== before || document.querySelector("main[data-over]");
    headline().focus({ preventScroll: true });
    if (elsewhere) scrollTo(0, 0);
  } catch {
    lost();
  } finally {
    posting.now = false;
    dispatchEvent(new Event("sent"));
  }
});
