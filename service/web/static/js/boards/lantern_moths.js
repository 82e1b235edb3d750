// The pad of Lantern Moths: a chosen card lights the places where it fits.

import { say } from "../shared.js";

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

addEventListener("change", (event) => {
  if (!event.target.matches(".cards input")) return;
  light();
  explain(true);
});

function wire() {
  light();
  explain(false);
}
addEventListener("laid", wire);
wire();

// Arrows move over the garden; Escape puts the chosen card back.
const STEP = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
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
