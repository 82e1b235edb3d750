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
async function look() {
  const main = document.querySelector("main[data-watch]");
  if (!main || document.hidden || document.querySelector("dialog[open]")) return;
  try {
    const answer = await fetch(main.dataset.watch);
    if (!answer.ok || String((await answer.json()).version) === main.dataset.version) return;
    const page = await (await fetch(location.href)).text();
    if (!main.isConnected) return;
    const inside = main.contains(document.activeElement);
    swap(new DOMParser().parseFromString(page, "text/html"));
    say(document.getElementById("main").dataset.say || document.title);
    wire();
    if (inside) document.querySelector("main h1").focus({ preventScroll: true });
  } catch {
    // The service may be starting anew; the next look tells.
  }
}
let looking = 0;
function follow() {
  clearTimeout(looking);
  if (document.hidden || !document.querySelector("main[data-watch]")) return;
  looking = setTimeout(async () => {
    await look();
    follow();
  }, EVERY);
}
document.addEventListener("visibilitychange", () => (document.hidden ? follow() : look().then(follow)));
follow();

addEventListener("keydown", (event) => {
  if (event.key !== "?" || !letters() || typing(event.target) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  document.getElementById("keys")?.showModal();
});
