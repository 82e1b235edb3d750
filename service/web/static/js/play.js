// Playing, whatever the game: a table that was just laid, the list of keys, a page that watches.
// The script of the game's pad listens for "laid": a new table is on the page.

import { listen } from "./live.js";
import { letters, posting, say, swap, typing } from "./shared.js";

function wire() {
  const sheet = document.querySelector("[data-sheet]");
  if (sheet) sheet.hidden = false;
  const switched = document.querySelector("[data-letters]");
  if (switched) switched.checked = letters();
  dispatchEvent(new Event("laid"));
}

addEventListener("change", (event) => {
  if (!event.target.matches("[data-letters]")) return;
  localStorage.setItem("letters", event.target.checked ? "on" : "off");
});

// A press so soon after an action was meant for the table before it; after a round's end, longer.
const [SETTLE, SETTLE_ROUND] = [600, 1200]; // milliseconds
let settled = 0;
addEventListener("swapped", () => {
  settled = performance.now() + (document.querySelector("main[data-over]") ? SETTLE_ROUND : SETTLE);
  wire();
});
addEventListener("click", (event) => {
  const early = performance.now() < settled && event.target.closest("[data-settle]");
  if (early || event.target.closest("[aria-disabled=true]")) event.preventDefault();
  if (event.target.closest("[data-sheet]")) document.getElementById("keys").showModal();
});
wire();

// A page looks again when it hears that something was recorded, unless somebody writes on it.
const watched = () => document.querySelector("main[data-watch], main[data-follow]");
const writing = () => [...document.querySelectorAll("main textarea")].some((field) => field.value);
let latest = 0; // version that was heard of
let looking = false;

async function look() {
  const main = watched();
  if (looking || !main || !(latest > Number(main.dataset.version))) return;
  if (document.hidden || posting.now || document.querySelector("dialog[open],.notice.lost")) return;
  looking = true;
  const version = latest;
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (main.isConnected && !posting.now && page.getElementById("main")) show(main, page);
  } catch {
    // The service may be starting anew; the next news tells.
  }
  looking = false;
  if (latest > version) look();
}

function show(main, page) {
  if (main.dataset.follow && freshen(main, page)) return;
  if (writing()) return;
  const inside = main.contains(document.activeElement);
  swap(page);
  say(document.getElementById("main").dataset.say || document.title);
  settled = performance.now() + SETTLE;
  wire();
  follow();
  if (inside) document.querySelector("main h1").focus({ preventScroll: true });
}

// A page on which somebody is choosing keeps what was chosen: only what others did is shown anew.
function freshen(main, page) {
  const next = page.getElementById("main");
  if (next.dataset.moment !== main.dataset.moment) return false;
  main.dataset.version = next.dataset.version;
  for (const part of main.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && !part.contains(document.activeElement)) part.replaceWith(fresh);
  }
  return true;
}

let stop = null;
function follow() {
  const main = watched();
  if (!main) {
    stop?.();
    stop = null;
  }
  if (!main || stop) return;
  stop = listen(main.dataset.events, main.dataset.watch ?? main.dataset.follow, (version) => {
    latest = Math.max(latest, version);
    look();
  });
}
document.addEventListener("visibilitychange", look);
document.addEventListener("close", look, true);
document.addEventListener("focusout", look);
addEventListener("sent", look);
addEventListener("swapped", follow);
follow();

addEventListener("keydown", (event) => {
  if (event.key !== "?" || !letters() || typing(event.target) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  document.getElementById("keys")?.showModal();
});
