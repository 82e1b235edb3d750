// Playing with a pointer or keys: a chosen card lights the places where it fits.

import { letters, say, swap, typing } from "./shared.js";

function light() {
  const card = document.querySelector(".cards input:checked")?.value || "";
  for (const place of document.querySelectorAll("button.place")) {
    const fits = card ? place.dataset.cards.split(" ").includes(card) : place.dataset.plain !== "";
    const what = card ? `plant ${card}` : place.dataset.plain;
    place.setAttribute("aria-disabled", String(!fits));
    document.querySelector(`.tile[data-at="${place.dataset.place}"]`).classList.toggle("can", fits);
    place.setAttribute("aria-label", fits ? `${place.dataset.label}. Press to ${what}` : place.dataset.label);
    place.title = fits ? `${what[0].toUpperCase()}${what.slice(1)} ${card ? "on " : ""}${place.dataset.place}` : "";
  }
}

// A card that fits nowhere says why.
function explain(aloud) {
  const card = document.querySelector(".cards input:checked")?.value;
  for (const reason of document.querySelectorAll(".nofit")) {
    reason.hidden = reason.dataset.card !== card;
    if (aloud && !reason.hidden) say(reason.textContent);
  }
}

function wire() {
  light();
  explain(false);
  const sheet = document.querySelector("[data-sheet]");
  if (sheet) sheet.hidden = false;
  const switched = document.querySelector("[data-letters]");
  if (switched) switched.checked = letters();
}

addEventListener("change", (event) => {
  if (event.target.matches(".cards input")) {
    light();
    explain(true);
  } else if (event.target.matches("[data-letters]")) {
    localStorage.setItem("letters", event.target.checked ? "on" : "off");
  }
});

// A press so soon after an action was meant for the table before it; after a round's end, longer.
const [SETTLE, SETTLE_ROUND] = [600, 1200]; // milliseconds
let settled = 0;
addEventListener("swapped", () => {
  settled = performance.now() + (document.querySelector("main[data-over]") ? SETTLE_ROUND : SETTLE);
  wire();
});
addEventListener("click", (event) => {
  const early = performance.now() < settled && event.target.closest(".places, .quick");
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

// Arrows move over the garden; Escape puts the chosen card back.
const STEP = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?" && letters() && !typing(event.target)) {
    event.preventDefault();
    document.getElementById("keys")?.showModal();
    return;
  }
  if (event.key === "Escape") {
    const none = document.querySelector(".cards input[value='']");
    if (none && !none.checked) none.click();
    return;
  }
  if (event.key === "Enter" && event.target.matches?.(".cards input")) {
    event.preventDefault(); // a form's first button would be pressed: whichever place that is
    document.querySelector("button.place[aria-disabled=false]")?.focus();
    return;
  }
  const at = event.target.closest?.("button.place");
  if (!at || !(event.key in STEP)) return;
  event.preventDefault();
  const places = [...document.querySelectorAll(".place")];
  let next = places.indexOf(at);
  do {
    const column = next % 3;
    if ((event.key === "ArrowLeft" && column === 0) || (event.key === "ArrowRight" && column === 2)) return;
    next += STEP[event.key];
  } while (places[next] && !places[next].matches("button"));
  places[next]?.focus();
});
