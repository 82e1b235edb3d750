// Filter and search of the log, answered at once; without scripts the form asks the server.

import { reveal } from "./log.js";
import { query } from "./place.js";

const FIELDS = ["find", "seat", "kind"];
let found = []; // steps that fit, in order
let wanted = {}; // what the fields held, for when the server sends the log anew

const form = () => document.querySelector(".finder form");
const active = () => FIELDS.some((name) => wanted[name]);

function fits(row, beside) {
  const text = [row, ...beside].map((part) => part.textContent).join(" ").toLowerCase();
  return (
    (!wanted.seat || row.dataset.seat === wanted.seat) &&
    (!wanted.kind || row.dataset.kinds.split(" ").includes(wanted.kind)) &&
    (!wanted.find || text.includes(wanted.find.toLowerCase()))
  );
}

// Show the rows that fit, with what stands at their step, and the rounds that have any.
function filter(step) {
  found = [];
  for (const fold of document.querySelectorAll(".rounds details[data-round]")) {
    const lines = [...fold.querySelectorAll(":scope > ol > li")];
    let hits = 0;
    for (const [at, row] of lines.entries()) {
      if (row.matches(".tn")) row.hidden = active();
      if (row.dataset.kinds === undefined) continue;
      const end = lines.findIndex((line, after) => after > at && (line.dataset.kinds !== undefined || line.matches(".tn")));
      const beside = lines.slice(at + 1, end < 0 ? undefined : end);
      const shown = fits(row, beside);
      row.hidden = !shown;
      for (const part of beside) part.hidden = !shown;
      if (!shown) continue;
      hits += 1;
      found.push(Number(row.querySelector(".ev").dataset.step));
    }
    fold.parentElement.hidden = active() && !hits;
    if (active()) fold.open = hits > 0;
  }
  count(step);
}

function count(step) {
  const output = form()?.querySelector("[data-count]");
  if (!output) return;
  output.parentElement.hidden = !active();
  const at = found.indexOf(step);
  const many = `${found.length} ${found.length === 1 ? "step" : "steps"}`;
  output.textContent = !active() ? "" : at < 0 ? many : `${at + 1} of ${found.length}`;
  for (const way of form().querySelectorAll("[data-found]")) {
    const to = neighbour(step, way.dataset.found);
    way.toggleAttribute("aria-disabled", to === undefined);
    way.role = "button";
    way.tabIndex = 0;
    way.removeAttribute("href");
  }
}

function neighbour(step, way) {
  if (!active()) return undefined;
  return way === "on" ? found.find((k) => k > step) : found.filter((k) => k < step).at(-1);
}

let now = Number(document.querySelector("[data-replay]").dataset.step);

function go(way) {
  const to = neighbour(now, way);
  if (to !== undefined) document.dispatchEvent(new CustomEvent("mothlog:go", { detail: { step: to } }));
}

function read() {
  wanted = Object.fromEntries(FIELDS.map((name) => [name, form().elements[name].value.trim()]));
  for (const [name, value] of Object.entries(wanted)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
}

document.addEventListener("input", (event) => {
  if (!event.target.closest(".finder form")) return;
  read();
  filter(now);
  if (!active()) settle();
});

function settle() {
  const row = document.querySelector(".ev[aria-current]");
  if (row) reveal(row);
}

document.addEventListener("click", (event) => {
  const way = event.target.closest("[data-found]");
  if (way) go(way.dataset.found);
  if (!event.target.closest("[data-clear]")) return;
  event.preventDefault();
  clear();
});

function clear() {
  for (const name of FIELDS) form().elements[name].value = "";
  read();
  filter(now);
  settle();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const way = event.target.closest?.("[data-found]");
  const field = event.key === "Enter" && event.target.closest?.(".finder [name=find]");
  if (!way && !field) return;
  event.preventDefault();
  go(way ? way.dataset.found : event.shiftKey ? "back" : "on");
});

document.addEventListener("submit", (event) => {
  if (event.target.closest(".finder")) event.preventDefault();
});

// A log that came anew from the server is filtered as the last one was.
document.addEventListener("mothlog:step", (event) => {
  now = event.detail.step;
  if (!form()) return;
  if (form().dataset.wired) count(now);
  else wire();
});

function wire() {
  form().dataset.wired = "1";
  form().querySelector("[data-plain]").hidden = true;
  if (active()) {
    for (const name of FIELDS) form().elements[name].value = wanted[name];
    form().closest("details").open = true;
    filter(now);
    return;
  }
  read();
  if (active()) filter(now);
  else count(now);
}

// Open the search, as the key / does.
export function search() {
  const fold = document.querySelector(".finder");
  if (!fold) return;
  fold.open = true;
  const field = fold.querySelector("[name=find]");
  field.focus();
  field.select();
}
