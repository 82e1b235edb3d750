// Playing, whatever the game: a table that was just laid, the list of keys, a page that watches.
// The script of the game's pad listens for "laid": a new table is on the page.

import { letters, say, swap, typing } from "./shared.js";

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

// A page that only watches looks again when something was recorded.
const EVERY = 2000; // milliseconds
const watched = () => document.querySelector("main[data-watch], main[data-follow]:has([data-live])");

async function look() {
  const main = watched();
  if (!main || document.hidden || document.querySelector("dialog[open]")) return;
  try {
    const answer = await fetch(main.dataset.watch ?? main.dataset.follow);
    if (!answer.ok || String((await answer.json()).version) === main.dataset.version) return;
    const page = await (await fetch(location.href)).text();
    if (!main.isConnected) return;
    if (main.dataset.follow && freshen(main, new DOMParser().parseFromString(page, "text/html"))) return;
    const inside = main.contains(document.activeElement);
    swap(new DOMParser().parseFromString(page, "text/html"));
    say(document.getElementById("main").dataset.say || document.title);
    wire();
    if (inside) document.querySelector("main h1").focus({ preventScroll: true });
  } catch {
    // The service may be starting anew; the next look tells.
  }
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

let looking = 0;
function follow() {
  clearTimeout(looking);
  if (document.hidden || !watched()) return;
  looking = setTimeout(async () => {
    await look();
    follow();
  }, EVERY);
}
document.addEventListener("visibilitychange", () => (document.hidden ? follow() : look().then(follow)));
addEventListener("swapped", follow);
follow();

addEventListener("keydown", (event) => {
  if (event.key !== "?" || !letters() || typing(event.target) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  document.getElementById("keys")?.showModal();
});
