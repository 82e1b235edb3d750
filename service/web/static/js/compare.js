// Two sessions moved by one dock: the server draws each place, this swaps it in.

import { letters, say, typing } from "./shared.js";

const main = document.querySelector("[data-compare]");
const slider = document.querySelector(".dock input[type=range]");
const last = Number(main.dataset.last);
const AHEAD = 8; // places kept ready in the direction of travel
const AT_ONCE = 4; // requests in flight

let shown = Number(main.dataset.at);
let wanted = shown;
let held = false;
const parts = new Map(); // place -> promise of its parts, or their HTML

function part(at) {
  if (!parts.has(at)) {
    const asked = fetch(`${main.dataset.compare}&step=${at}`).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      parts.set(at, html);
      return html;
    });
    asked.catch(() => parts.delete(at));
    parts.set(at, asked);
  }
  return parts.get(at);
}

function prepare(from, direction) {
  let flying = [...parts.values()].filter((value) => value instanceof Promise).length;
  for (let i = 1; i <= AHEAD && flying < AT_ONCE; i++) {
    const at = from + i * direction;
    if (at < 0 || at > last) break;
    if (!parts.has(at)) {
      part(at).catch(() => {});
      flying++;
    }
  }
}

function show(at, html) {
  shown = at;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const made = holder.content.querySelector("[data-part]");
  const focus = document.activeElement?.dataset?.go;
  const open = [...document.querySelectorAll(".hands")].map((fold) => fold.open);
  const scrolled = document.querySelector(".sides > .differs").scrollTop;
  for (const piece of made.querySelectorAll("[id^=part-]")) document.getElementById(piece.id).replaceWith(piece);
  document.querySelector(".sides > .differs").scrollTop = scrolled;
  document.querySelectorAll(".hands").forEach((fold, nth) => (fold.open = open[nth]));
  if (focus) document.querySelector(`[data-go="${focus}"]`)?.focus();
  slider.value = at;
  slider.setAttribute("aria-valuetext", made.dataset.say);
  const [step, round] = made.dataset.switched.split(" ");
  for (const link of document.querySelectorAll("[data-by],[data-view]")) {
    const url = new URL(link.href);
    url.searchParams.set("step", { step, round }[link.dataset.by] ?? at);
    link.href = url.href;
  }
  if (!held) say(made.dataset.say);
  clearTimeout(show.later);
  show.later = setTimeout(() => history.replaceState(null, "", `${main.dataset.page}&step=${at}`), 200);
}

// While a key is held, a place that is not ready yet is passed over by the next one.
async function go(at) {
  const to = Math.min(Math.max(at, 0), last);
  if (to === wanted) return;
  const direction = to > wanted ? 1 : -1;
  wanted = to;
  const ready = parts.get(to);
  if (typeof ready === "string") show(to, ready);
  prepare(to, direction);
  if (typeof ready === "string") return;
  try {
    const html = await part(to);
    if (wanted === to) show(to, html);
  } catch {
    location.href = `${main.dataset.page}&step=${to}`;
  }
}

const stops = main.dataset.stops.split(" ").map(Number);
const KEYS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  PageUp: () => stops.findLast((stop) => stop < wanted) ?? 0,
  PageDown: () => stops.find((stop) => stop > wanted) ?? last,
  Home: () => 0,
  End: () => last,
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  if (event.target.matches?.("[name=which]")) return;
  if (KEYS[event.key]) {
    event.preventDefault();
    held = event.repeat;
    go(KEYS[event.key]());
  } else if (letters() && /^[1-9]$/.test(event.key)) {
    document.querySelectorAll("[data-view]")[Number(event.key) - 1]?.click();
  }
});
addEventListener("keyup", () => {
  held = false;
});
addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(link.dataset.to));
});
slider.hidden = false;
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("mothlog:go", (event) => go(event.detail.step));
for (const keys of document.querySelectorAll(".dock .keys")) keys.hidden = false;
prepare(shown, 1);
