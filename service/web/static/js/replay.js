// Stepping through a session without loading the page anew: keys, pointers, and the modules that
// answer them. Other modules hear of each step as `mothlog:step` and ask for one with `mothlog:go`.

import "./following.js";
import { search } from "./finding.js";
import { load, prepare } from "./frames.js";
import { takeOver } from "./handing.js";
import { follow } from "./log.js";
import { mark, wire } from "./marking.js";
import { announce, go, move, now, target } from "./moving.js";
import { address } from "./place.js";
import "./moved.js";
import { choose, faster, play, playing } from "./playing.js";
import { letters, say, typing } from "./shared.js";
import { tell } from "./toast.js";
import "./touch.js";

addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("#play")) return play(!playing());
  if (event.target.closest("#help")) return help();
  if (event.target.closest("[data-copy]")) return copy();
  const link = event.target.closest("[data-go], a[data-step]");
  if (!link) return;
  event.preventDefault();
  play(false);
  if (link.dataset.go) move(link.dataset.go);
  else go(Number(link.dataset.step));
});

document.addEventListener("input", (event) => {
  if (!event.target.matches(".track input")) return;
  play(false);
  go(Number(event.target.value));
});

document.addEventListener("mothlog:go", (event) => {
  play(false);
  go(Number(event.detail.step));
});

const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", PageUp: "round-back", PageDown: "round-on",
  Home: "first", End: "last",
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const name = KEYS[event.key];
  if (name) {
    event.preventDefault();
    now.holding = event.repeat;
    play(false);
    move(event.shiftKey && event.key.startsWith("Arrow") ? `turn-${name}` : name);
    return;
  }
  if (event.key === " " && !event.target.closest("button,summary,a,[type=checkbox]")) {
    event.preventDefault();
    play(!playing());
    return;
  }
  if (event.key.length !== 1 || !letters()) return;
  if (/^[1-9]$/.test(event.key)) view(Number(event.key) - 1);
  else if (event.key === "/") find(event);
  else if (event.key === "+") faster(1);
  else if (event.key === "-" || event.key === "−") faster(-1);
  else if (event.key === "?") help();
  else if (event.key.toLowerCase() === "h") document.getElementById("hide")?.click();
  else if (event.key.toLowerCase() === "l") copy();
  else if (event.key.toLowerCase() === "n") note(event);
});

addEventListener("keyup", () => {
  if (!now.holding) return;
  now.holding = false;
  if (now.said) say(now.said);
  mark(now, now.step, now.said, target);
});

// The views in the order in which they stand; a list of seats counts as one view each.
function view(number) {
  const ways = [...document.querySelectorAll("[data-views] option,a[data-view]")];
  const way = ways[number];
  if (way instanceof HTMLOptionElement) pick(way.parentElement, way.value);
  else way?.click();
}

function pick(list, value) {
  list.value = value;
  list.form.requestSubmit();
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-views]")) event.target.form.requestSubmit();
});

function find(event) {
  event.preventDefault();
  search();
}

const help = () => document.getElementById("keys").showModal();

function note(event) {
  const form = document.querySelector(".noter");
  if (!form) return;
  event.preventDefault();
  form.open = true;
  noted = document.activeElement;
  form.querySelector("textarea").focus();
}

// A note begun by a key leads back to where the reader was, so that Space plays on.
let noted = null;
addEventListener("keydown", (event) => {
  const form = event.target.closest?.(".noter");
  if (event.key !== "Escape" || !form?.open || !noted) return;
  event.stopImmediatePropagation();
  form.open = false;
  if (noted === document.body || !noted.isConnected) document.activeElement.blur();
  else noted.focus();
  noted = null;
});
document.querySelector("main").addEventListener("click", (event) => {
  if (event.target.closest(".noter summary")) noted = null;
});

async function copy() {
  const link = new URL(address(now.step), location).href;
  try {
    await navigator.clipboard.writeText(link);
    tell("Link copied");
  } catch {
    location.assign(link);
  }
}

const switched = document.getElementById("letters");
switched.checked = letters();
switched.onchange = () => localStorage.setItem("letters", switched.checked ? "on" : "off");
wire();
choose();
follow(now.step, now.step);
prepare(now.step, 1, now.last);
load();
announce();
takeOver();
