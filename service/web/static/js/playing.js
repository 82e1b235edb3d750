// Playing by itself, until the reader moves: at a set speed, at the table's pace, or by interest.

import { go, now } from "./moving.js";
import { hiding, main, stops } from "./place.js";
import { tell } from "./toast.js";

const SPEEDS = [2000, 1400, 900, 500, 250]; // milliseconds a step
const LONGEST = 8; // seconds that a pause of the table is waited for
const SHORT = 2000; // milliseconds instead of a longer one
const INTEREST = 450; // milliseconds for a plain step; others take as much for each weight

const table = stops(main.dataset.pace ?? ""); // seconds that the table took for each step
const interest = stops(main.dataset.interest ?? ""); // weight of each step

let timer = 0;
let speed = Number(sessionStorage.getItem("speed") ?? 2);
let pace = localStorage.getItem("pace") ?? "speed"; // speed, table or interest

// How long the step shown stays, in milliseconds.
function stay() {
  if (pace === "table" && table.length) {
    const seconds = table[now.step + 1] ?? 0;
    if (seconds <= LONGEST) return Math.max(seconds * 1000, SPEEDS.at(-1));
    tell(`Pause of ${span(seconds)}`);
    return SHORT;
  }
  if (pace === "interest" && interest.length) return INTEREST * (interest[now.step] ?? 1);
  return SPEEDS[speed];
}

function span(seconds) {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest ? `${hours} h ${rest} min` : `${hours} h`;
}

export function play(on) {
  if (!on && !timer) return;
  clearTimeout(timer);
  timer = 0;
  show(on);
  if (!on) return;
  if (now.wanted >= now.last) go(0);
  const tick = async () => {
    if (now.wanted >= now.last) return play(false);
    await go(now.wanted + 1);
    if (timer) timer = setTimeout(tick, stay());
  };
  timer = setTimeout(tick, SPEEDS[speed] / 2);
}

function show(on) {
  const button = document.getElementById("play");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", on ? "Pause" : "Play");
}

export const playing = () => timer !== 0;

export function faster(by) {
  pace = "speed";
  speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
  remember();
  tell(`Speed ${speed + 1} of ${SPEEDS.length}: ${SPEEDS[speed] / 1000} seconds a step`);
}

function remember() {
  sessionStorage.setItem("speed", speed);
  localStorage.setItem("pace", pace);
  choose();
}

// The menu shows what is chosen; a pace that this session does not offer is a set speed.
export function choose() {
  const value = { table, interest }[pace]?.length ? pace : String(speed);
  const radio = document.querySelector(`#pace [value="${value}"]`);
  if (radio) radio.checked = true;
  show(playing());
}

document.addEventListener("change", (event) => {
  if (event.target.name !== "pace") return;
  const { value } = event.target;
  pace = /^\d$/.test(value) ? "speed" : value;
  if (pace === "speed") speed = Number(value);
  remember();
  const label = event.target.closest("label").firstChild.nextSibling.textContent.trim();
  tell(`Plays: ${label}`);
});

// A press beside the menu closes it.
document.addEventListener("pointerdown", (event) => {
  const menu = document.getElementById("pace");
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});

// A dock that came anew from the server shows what was chosen.
if (hiding) document.addEventListener("mothlog:step", choose);
