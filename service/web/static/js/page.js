// Every page: the theme, keys that lead to a control, and forms that answer in place.

import { letters, say, themeNow, typing } from "./shared.js";

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
  const single = event.key.length === 1;
  if (single && !letters()) return;
  if (event.key === "Enter" && event.target.closest("a,button,summary,input")) return;
  const name = single ? event.key.toLowerCase() : event.key;
  const control = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
  if (control) {
    event.preventDefault();
    if (control.matches("input[type=search]")) control.focus();
    else control.click();
  } else if (name === "t") setTheme();
});

// Forms marked data-swap are sent in the background; the answer's main part replaces this one.
let sending = false;
addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swap]") || event.defaultPrevented) return;
  event.preventDefault();
  if (sending) return;
  sending = true;
  const focused = document.activeElement?.dataset.place;
  try {
    const body = new FormData(form, event.submitter);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("main").replaceWith(page.getElementById("main"));
    document.body.className = page.body.className;
    document.title = page.title;
    history.replaceState(null, "", answer.url);
    const notice = document.querySelector(".notice");
    say(notice ? notice.textContent : document.querySelector("[data-said], .say p, h1")?.textContent || "");
    dispatchEvent(new Event("swapped"));
    document.querySelector(`[data-place="${focused}"]`)?.focus();
  } catch {
    say("The service does not answer. Nothing was recorded; try again.");
    form.submit();
  } finally {
    sending = false;
  }
});
