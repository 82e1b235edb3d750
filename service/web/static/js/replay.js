// Stepping without loading the page: the server draws each step, this swaps it in.

import { letters, say, typing } from "./shared.js";

const main = document.querySelector("[data-replay]");
const base = main.dataset.replay;
const query = new URLSearchParams(main.dataset.query);
const hiding = query.get("hide") === "1";
const AHEAD = 10; // steps kept ready in the direction of travel
const AT_ONCE = 4; // requests in flight
const SPEEDS = [2000, 1400, 900, 500, 250]; // milliseconds a step

let step = Number(main.dataset.step); // shown
let wanted = step; // asked for
let last = hiding ? Infinity : Number(main.dataset.last);
const stops = (from) =>
  [from.dataset.rounds, from.dataset.turns].map((list) => list.split(" ").filter(Boolean).map(Number));
let [rounds, turns] = stops(main); // while hiding, only those before the step shown
const frames = new Map(); // step -> Promise of its HTML, or the HTML

const address = (k, path = "") => {
  const search = new URLSearchParams(query);
  if (!path) search.set("step", k);
  return `${base}${path}?${search}`;
};

function frame(k) {
  if (!frames.has(k)) {
    const asked = fetch(address(k, `/steps/${k}`)).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      frames.set(k, html);
      return html;
    });
    asked.catch(() => frames.delete(k));
    frames.set(k, asked);
  }
  return frames.get(k);
}

async function prepare(from, direction) {
  const ahead = hiding ? 0 : AHEAD;
  const near = [from - direction];
  for (let i = 1; i <= ahead; i++) near.push(from + i * direction);
  let flying = [...frames.values()].filter((value) => value instanceof Promise).length;
  for (const k of near) {
    if (k < 0 || k > last || frames.has(k)) continue;
    if (flying++ >= AT_ONCE) break;
    frame(k).catch(() => {});
  }
}

function show(k, html) {
  const onward = k === step + 1;
  step = k;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const made = holder.content.querySelector("[data-frame]");
  const had = document.activeElement?.dataset?.go;
  for (const part of made.querySelectorAll("[id^=part-]")) {
    const old = document.getElementById(part.id);
    const top = old.scrollTop;
    old.replaceWith(part);
    part.scrollTop = top;
  }
  document.getElementById("part-table").classList.toggle("stepped", onward && !holding);
  if (hiding && made.dataset.end) last = k;
  if (hiding) [rounds, turns] = stops(made);
  document.title = `${made.dataset.title} · mothlog`;
  wire();
  mark(made.dataset.say);
  if (hiding && had) document.querySelector(`[data-go="${had}"]`)?.focus();
  if (!holding) say(made.dataset.say);
  remember();
}

// What stays on the page from step to step is marked anew: log rows, track, dock.
function mark(text) {
  for (const row of document.querySelectorAll(".ev[data-step]")) {
    const k = Number(row.dataset.step);
    if (k === step) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
    row.classList.toggle("after", k > step);
  }
  const row = document.querySelector(".ev[aria-current]");
  if (row) reveal(row);
  const round = row?.closest("[data-round]").dataset.round;
  for (const part of document.querySelectorAll(".sg[data-round]")) {
    part.classList.toggle("cur", part.dataset.round === round);
    part.classList.toggle("after", part.dataset.round !== round && Number(part.dataset.first) >= step);
  }
  for (const sign of document.querySelectorAll(".mk,.tk")) {
    sign.classList.toggle("after", Number(sign.dataset.step) > step);
  }
  const slider = document.querySelector(".track input");
  slider.value = step;
  if (text) slider.setAttribute("aria-valuetext", text);
  document.querySelector(".knob").setAttribute("x", `${(step / slider.max) * 100}%`);
  document.querySelector("[data-now]").textContent = step;
  document.querySelector("[data-note-step]").textContent = step;
  document.querySelector(".noter [name=step]").value = step;
  document.querySelector(".noter [name=back]").value = address(step);
  for (const link of document.querySelectorAll("[data-go]")) {
    const k = target(link.dataset.go);
    if (hiding && !["on", "back"].includes(link.dataset.go)) continue;
    link.toggleAttribute("href", false);
    if (k === step || k < 0 || k > last) link.setAttribute("aria-disabled", "true");
    else {
      link.removeAttribute("aria-disabled");
      link.href = address(k);
    }
  }
  for (const link of document.querySelectorAll("[data-view], #hide, .log > header > .chip")) {
    if (!link.href) continue;
    const url = new URL(link.href);
    url.searchParams.set("step", step);
    link.href = url.href;
  }
}

function reveal(row) {
  const fold = row.closest("details");
  if (!fold.open) {
    for (const other of document.querySelectorAll(".rounds details[open]")) other.open = false;
    fold.open = true;
  }
  const list = row.closest(".rounds");
  if (list.scrollHeight <= list.clientHeight) return;
  const [a, b] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (a.top < b.top + 40 || a.bottom > b.bottom - 60) list.scrollTop += a.top - b.top - b.height / 3;
}

let saving = 0;
function remember() {
  clearTimeout(saving);
  saving = setTimeout(() => history.replaceState(null, "", address(step)), 150);
}

async function go(k) {
  k = Math.min(Math.max(k, 0), last);
  const direction = Math.sign(k - wanted) || 1;
  wanted = k;
  prepare(k, direction);
  const html = frame(k);
  if (typeof html === "string") {
    if (k !== step) show(k, html);
    return;
  }
  try {
    const late = await html;
    if (wanted === k && k !== step) show(k, late);
  } catch (error) {
    if (wanted !== k) return;
    wanted = step;
    if (hiding && error.message === "404") last = step;
    else location.assign(address(k));
  }
}

const after = (list, k) => list.find((stop) => stop > k) ?? -1;
const before = (list, k) => list.filter((stop) => stop < k).at(-1) ?? -1;

function target(name) {
  switch (name) {
    case "first": return 0;
    case "last": return hiding ? wanted : last;
    case "back": return wanted - 1;
    case "on": return wanted + 1;
    case "round-back": return before(rounds, wanted);
    case "round-on": return after(rounds, wanted);
    case "turn-back": return before(turns, wanted);
    case "turn-on": return after(turns, wanted);
  }
  return -1;
}

function move(name) {
  const k = target(name);
  if (k >= 0) go(k);
}

// --- playing by itself -----------------------------------------------------------------

let timer = 0;
let speed = Number(sessionStorage.getItem("speed") ?? 2);

function play(on) {
  clearTimeout(timer);
  timer = 0;
  const button = document.getElementById("play");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return;
  if (wanted >= last) go(0);
  const tick = async () => {
    if (wanted >= last) return play(false);
    await go(wanted + 1);
    timer = setTimeout(tick, SPEEDS[speed]);
  };
  timer = setTimeout(tick, SPEEDS[speed] / 2);
}

const playing = () => timer !== 0;

function faster(by) {
  speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
  sessionStorage.setItem("speed", speed);
  tell(`Speed ${speed + 1} of ${SPEEDS.length}: ${SPEEDS[speed] / 1000} seconds a step`);
}

// A short status above the dock, the same to the eye as to a screen reader.
let telling = 0;
function tell(text) {
  say(text);
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(telling);
  telling = setTimeout(() => (toast.hidden = true), 1800);
}

// --- pointers and keys -----------------------------------------------------------------

let holding = false;

addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
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
    holding = event.repeat;
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
  if (/^[1-9]$/.test(event.key)) document.querySelectorAll("[data-view]")[event.key - 1]?.click();
  else if (event.key === "+") faster(1);
  else if (event.key === "-" || event.key === "−") faster(-1);
  else if (event.key === "?") document.getElementById("keys").showModal();
  else if (event.key.toLowerCase() === "h") document.getElementById("hide").click();
  else if (event.key.toLowerCase() === "l") copy();
  else if (event.key.toLowerCase() === "n") note(event);
});

addEventListener("keyup", () => {
  if (holding) say(document.querySelector(".say p").textContent);
  holding = false;
});

function note(event) {
  event.preventDefault();
  const form = document.querySelector(".noter");
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
  const link = new URL(address(step), location).href;
  try {
    await navigator.clipboard.writeText(link);
    tell("Link copied");
  } catch {
    location.assign(link);
  }
}

// --- what scripts add ------------------------------------------------------------------

function wire() {
  const button = document.getElementById("play");
  button.hidden = false;
  button.onclick = () => play(!playing());
  document.querySelector(".keys").hidden = false;
  document.querySelector(".track input").hidden = false;
  for (const copier of document.querySelectorAll("[data-copy]")) {
    copier.hidden = false;
    copier.onclick = copy;
  }
  document.getElementById("help").onclick = () => document.getElementById("keys").showModal();
}

const switched = document.getElementById("letters");
switched.checked = letters();
switched.onchange = () => localStorage.setItem("letters", switched.checked ? "on" : "off");
wire();
const row = document.querySelector(".ev[aria-current]");
if (row) reveal(row);
prepare(step, 1);
