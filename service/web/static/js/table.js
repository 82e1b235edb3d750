// Logging a table: the line says what it would do while it is typed, taps make the same line, and
// the next line can be typed while the last one is on its way.

import { letters, say, swap, typing } from "./shared.js";

const PATIENCE = 120; // milliseconds of rest before a line is looked at
const SHORT = 9; // letters of a line that fit on the button
const AGAIN = [500, 2000]; // milliseconds before a request that had no answer is sent anew

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const form = () => one("form.log");
const line = () => document.getElementById("line");

let tapped = false; // whether the line was made by the pad
let asked = 0; // counts looks; only the newest one is shown
let waiting = 0;
let sending = false;
let queued = false; // Enter was pressed on the next line before the last one was answered
let ahead = ""; // what was typed before a line turned out not to be recorded

// --- the pad makes a line -------------------------------------------------------------------

function composed() {
  const whole = (name) => [...form().querySelectorAll(`[name=${name}]`)].filter(chosen).map((field) => field.value);
  const what = whole("what")[0] ?? "@";
  const at = whole("at").join("");
  const text = what.replaceAll("@", at) + whole("more").join("");
  const place = what.includes("@") && !at; // what was done is chosen, not where
  const bare = what === "@" && !form().querySelector("[data-alone]"); // or where, not what
  return place || bare || !text ? "" : form().elements.whose.value + text;
}
const chosen = (field) => field.checked || field.type === "hidden";

function fromPad() {
  tapped = true;
  line().value = composed();
  look();
}

function clearPad() {
  for (const input of form().querySelectorAll(".pad input:checked, .go input:checked")) input.checked = false;
  dispatchEvent(new Event("padcleared"));
}

addEventListener("change", ({ target }) => {
  if (!form()?.contains(target) || !target.matches("[name=what],[name=at],[name=more]")) return;
  dispatchEvent(new CustomEvent("padchanged", { detail: target }));
  fromPad();
});

// A chosen thing that is pressed once more is let go.
let held = null;
addEventListener("pointerdown", ({ target }) => {
  held = target.closest?.(".pad label")?.querySelector("[type=radio]:checked") ?? null;
});
addEventListener("click", ({ target }) => {
  const input = held;
  held = null;
  if (!input || target.closest?.("label") !== input.closest("label")) return;
  setTimeout(() => {
    input.checked = false;
    dispatchEvent(new CustomEvent("padchanged", { detail: input }));
    fromPad();
  });
});

// --- what a line would do ---------------------------------------------------------------------

addEventListener("input", ({ target }) => {
  if (target !== line()) return;
  if (tapped) clearPad();
  tapped = false;
  clearTimeout(waiting);
  waiting = setTimeout(look, PATIENCE);
});

async function look() {
  const text = line().value.trim();
  const mine = ++asked;
  if (!text) return tell({ kind: "blank", options: [], reason: "", words: "", clauses: [] }, "");
  try {
    const answer = await fetch(`${one("[data-table]").dataset.line}?text=${encodeURIComponent(text)}`);
    if (answer.ok && mine === asked && line()?.value.trim() === text) tell(await answer.json(), text);
  } catch {
    // The line is read anew when it is recorded.
  }
}

function tell(seen, text) {
  const echo = document.getElementById("echo");
  const open = seen.kind === "open";
  echo.className = seen.kind;
  echo.dataset.of = text;
  echo.textContent =
    seen.kind === "ok" || open ? seen.words : seen.kind === "refused" ? `refused: ${seen.reason}` : seen.kind === "unseen" ? seen.reason : text && seen.kind === "misread" && !seen.options.length ? `for example ${line().placeholder}` : "";
  const what = one("[data-record] span");
  what.textContent = seen.kind === "ok" && text.length <= SHORT ? `Record ${seen.short || text}` : "Record";
  const shown = !text || seen.kind === "ok" || seen.kind === "refused" ? [] : seen.options;
  const told = document.getElementById("told");
  told.replaceChildren(...(shown.length ? [offered(seen, shown)] : []));
}

function offered(seen, options) {
  const box = make("div", { className: `trouble live ${seen.kind}` });
  if (seen.kind === "open") box.append(make("p", { className: "small", textContent: `${seen.reason}?` }));
  const list = make("div", { className: "opts" });
  for (const { text, words } of options) {
    const button = make("button", { className: "btn", name: "quick", value: text });
    button.dataset.option = "";
    const last = seen.kind === "open" || seen.kind === "unseen" ? words.split(": ").at(-1) : words;
    if (!last.endsWith(text)) button.append(make("span", { className: "mono", textContent: text }));
    button.append(make("span", { className: "wd", textContent: last }));
    list.append(button);
  }
  box.append(list);
  return box;
}

const make = (tag, given) => Object.assign(document.createElement(tag), given);

// --- keys -------------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
  const options = all("#told [data-option]");
  const at = options.indexOf(event.target);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.target === line() && event.key === "Escape") return line().blur();
  if (event.target === line() && event.key === "ArrowDown" && options.length) {
    event.preventDefault();
    options[0].focus();
  } else if (at >= 0 && (step || event.key === "Escape")) {
    event.preventDefault();
    (event.key === "Escape" ? line() : (options[at + step] ?? (step < 0 ? line() : options[at]))).focus();
  } else if (event.key === "Escape" && !typing(event.target) && tapped) {
    clearPad();
    fromPad();
  } else if (event.key === "Enter" && tapped && !event.target.closest("a,button,summary,textarea") && event.target !== line()) {
    if (event.target.closest("form") && event.target.closest("form") !== form()) return;
    event.preventDefault();
    form().requestSubmit(one("[data-record]"));
  } else if (event.key === "?" && letters() && !typing(event.target)) {
    event.preventDefault();
    document.getElementById("keys").showModal();
  }
});

// --- recording --------------------------------------------------------------------------------

addEventListener("submit", async (event) => {
  const sent = event.target;
  if (!sent.matches("[data-log]")) return;
  event.preventDefault();
  const logged = sent === form();
  const typed = logged && document.activeElement === line();
  if (sending) {
    queued = typed;
    return;
  }
  sending = true;
  const body = new FormData(sent, event.submitter);
  const text = logged ? line().value : "";
  const kept = logged ? null : { text: line()?.value ?? "", tapped };
  if (logged) {
    asked++;
    clearTimeout(waiting);
    line().value = "";
  }
  try {
    const { answer, page } = await send(event.submitter?.getAttribute("formaction") ?? sent.getAttribute("action"), body);
    const begun = logged ? line()?.value : kept.text;
    laid(page, answer, { begun, typed, kept });
  } catch {
    if (logged) line().value = text;
    lost();
  } finally {
    sending = false;
    if (queued && line()?.value) form().requestSubmit();
    queued = false;
  }
});

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

function laid(page, answer, { begun, typed, kept }) {
  const top = scrollY;
  swap(page);
  if (answer.redirected) history.replaceState(null, "", answer.url);
  if (!one("[data-table]")) return location.assign(answer.url);
  const trouble = one("[data-trouble], .notices .notice");
  tapped = false;
  const next = begun || ahead;
  ahead = answer.ok ? "" : begun;
  if (line() && next && answer.ok) line().value = next;
  if (!answer.ok) queued = false;
  wire();
  if (line() && next && answer.ok) look();
  scrollTo(0, top);
  if (typed || kept === null) (typed ? line() : one("main h1"))?.focus({ preventScroll: true });
  if (trouble && !answer.ok) trouble.scrollIntoView({ block: "nearest" });
  const told = answer.ok ? one("[data-told]") : trouble;
  say(told?.textContent ?? one("[data-table]").dataset.say);
}

function lost() {
  const text = "No connection; it may not have been recorded. Try again.";
  one(".notice.lost")?.remove();
  one(".notices").append(make("p", { className: "notice lost", textContent: text }));
  say(text);
}

// --- clocks, timers, links ----------------------------------------------------------------------

const spoken = (seconds) => {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

let begun = performance.now();
let timing = null; // when the talk about a rule began

setInterval(() => {
  const gone = Math.floor((performance.now() - begun) / 1000);
  for (const shown of all("[data-clock][data-runs]")) shown.textContent = spoken(Number(shown.dataset.clock) + gone);
  const timer = one("[data-timer]:not([data-stopped])");
  if (timing === null || !timer) return;
  const seconds = Math.floor((performance.now() - timing) / 1000);
  timer.querySelector("b").textContent = spoken(seconds);
  const field = timer.closest("form").elements.seconds;
  if (document.activeElement !== field) field.value = seconds;
}, 1000);

addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.("details.sheetlike")) return;
    if (target.open) for (const other of all("details.sheetlike[open]")) if (other !== target) other.open = false;
    const timer = target.querySelector("[data-timer]");
    if (!timer) return;
    timing = target.open ? performance.now() : null;
    timer.hidden = false;
    timer.removeAttribute("data-stopped");
  },
  true,
);

addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-copy-link]");
  if (link) navigator.clipboard.writeText(new URL(link.dataset.copyLink, location.href).href).then(() => (link.lastChild.textContent = "Copied"));
  if (event.target.closest?.("[data-timer-stop]")) one("[data-timer]").dataset.stopped = "";
  if (event.target.closest?.("[data-sheet]")) document.getElementById("keys").showModal();
  const outside = one("details.sheetlike[open]");
  if (outside && !outside.contains(event.target)) outside.open = false;
});

addEventListener("change", ({ target }) => {
  if (target.matches("[data-letters]")) localStorage.setItem("letters", target.checked ? "on" : "off");
});

function wire() {
  begun = performance.now();
  for (const part of all("[data-sheet],[data-copy-link]")) part.hidden = false;
  const switched = one("[data-letters]");
  if (switched) switched.checked = letters();
  dispatchEvent(new Event("laid"));
}
wire();
if (line() && matchMedia("(hover:hover)").matches) line().focus({ preventScroll: true });
