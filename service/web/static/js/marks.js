// What notes point at, drawn over the board: circles, and arrows between two places. Notes in the
// log hold their marks; the form's field is drawn while it is written, or filled by pressing places.

import { say } from "./shared.js";

const SVG = "http://www.w3.org/2000/svg";
const panel = document.getElementById("part-table");
const middles = JSON.parse(document.querySelector("[data-middles]").dataset.middles);
const over = document.createElementNS(SVG, "svg");
let step = Number(document.querySelector("[data-replay]").dataset.step);
let lit = ""; // the mark that is pointed out
let arrows = false; // two presses make an arrow
let from = ""; // where the arrow that is being made begins

over.setAttribute("class", "marks-over");
over.setAttribute("aria-hidden", "true");
panel.classList.add("marked");
panel.append(over);

const field = () => document.querySelector(".noter [name=marks]");
const written = () => {
  const text = field()?.value.trim().toLowerCase().replace(/\s*(->|→|>)\s*/g, ">") ?? "";
  return [...new Set(text.split(/[,;\s]+/).filter(Boolean))];
};
const noted = () =>
  [...document.querySelectorAll(`.nt[data-at="${step}"] [data-mark]`)].map((chip) => chip.dataset.mark);
const writing = () => Boolean(document.querySelector(".noter[open]"));
const choosing = () => over.classList.contains("choosing");

// --- where places lie on the screen ------------------------------------------------------

function drawings() {
  const board = panel.querySelector(".board");
  if (board instanceof SVGElement) return [board];
  return [...board.querySelectorAll("svg")].filter((svg) => !svg.matches(".ic,.seat"));
}

function points() {
  const parts = drawings();
  const corner = panel.getBoundingClientRect();
  const left = corner.left + panel.clientLeft - panel.scrollLeft;
  const top = corner.top + panel.clientTop - panel.scrollTop;
  const found = new Map();
  for (const [name, [part, x, y, reach]] of Object.entries(middles)) {
    const scale = parts[part]?.getScreenCTM();
    if (!scale) continue;
    const at = new DOMPoint(x, y).matrixTransform(scale);
    found.set(name, { x: at.x - left, y: at.y - top, reach: reach * scale.a });
  }
  return found;
}

// --- drawing -------------------------------------------------------------------------------

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

const wide = (reach) => Math.max(2.5, Math.min(6, reach / 9));

function shape(mark, at) {
  const [start, end] = mark.split(">").map((name) => at.get(name));
  const arrow = mark.includes(">");
  if (!start || (arrow && (!end || end === start))) return null;
  if (!arrow) {
    const { x, y, reach: r } = start;
    return { line: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`, head: "", width: wide(r) };
  }
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [u, v] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const width = wide(end.reach);
  const head = Math.min(Math.max(0.42 * end.reach, 4 * width), 0.6 * length);
  const [fx, fy, side] = [end.x - u * head, end.y - v * head, 0.55 * head];
  const tip = `M${end.x} ${end.y}L${fx - v * side} ${fy + u * side}L${fx + v * side} ${fy - u * side}z`;
  return { line: `M${start.x} ${start.y}L${fx} ${fy}`, head: tip, width };
}

function draw() {
  const at = points();
  over.replaceChildren();
  over.classList.toggle("dim", lit !== "");
  for (const mark of new Set([...noted(), ...(writing() ? written() : [])])) {
    const made = shape(mark, at);
    if (!made) continue;
    const group = element("g", { class: mark === lit ? "m lit" : "m" }, over);
    element("path", { class: "under", d: made.line, "stroke-width": made.width + 3 }, group);
    element("path", { class: "ink", d: made.line, "stroke-width": made.width }, group);
    if (made.head) element("path", { class: "head", d: made.head }, group);
  }
  if (choosing()) for (const [name, { x, y, reach }] of at) place(name, x, y, reach);
}

let waiting = 0;
function soon() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(draw);
}

// --- marking the board -----------------------------------------------------------------------

function place(name, x, y, reach) {
  if (reach * 2 > panel.clientWidth / 2.5) return; // a whole column is named in the field
  const size = reach * 2;
  const spot = element("rect", { x: x - reach, y: y - reach, width: size, height: size, rx: 6, "data-place": name }, over);
  if (name === from) spot.setAttribute("class", "from");
}

const how = () => (arrows ? "Press from, then to" : "Press places");

function write(marks) {
  field().value = marks.join(", ");
  bar.querySelector("b").textContent = field().value || how();
  draw();
}

function toggle(mark) {
  const marks = written();
  write(marks.includes(mark) ? marks.filter((each) => each !== mark) : [...marks, mark]);
  say(`${mark.replace(">", " to ")} ${marks.includes(mark) ? "no longer marked" : "marked"}`);
}

const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.dataset?.place ?? "";

let pressed = "";
over.addEventListener("pointerdown", (event) => {
  pressed = event.target.dataset.place ?? "";
  if (pressed) event.preventDefault();
});
over.addEventListener("pointerup", (event) => {
  const released = under(event);
  const began = pressed;
  pressed = "";
  if (!began || !released) return;
  if (released !== began) {
    from = "";
    toggle(`${began}>${released}`);
  } else if (!arrows) toggle(began);
  else if (!from) {
    from = began;
    draw();
  } else {
    const start = from;
    from = "";
    if (start === began) draw();
    else toggle(`${start}>${began}`);
  }
});

const bar = document.createElement("div");
bar.className = "markbar";
bar.hidden = true;
bar.innerHTML =
  '<span class="seg" role="group" aria-label="What a press makes"><button type="button" data-what="circle" aria-pressed="true">Places</button><button type="button" data-what="arrow" aria-pressed="false">Arrows</button></span><b></b><button type="button" class="btn main" data-done>Done</button>';
document.body.append(bar);

function choose(on) {
  over.classList.toggle("choosing", on);
  document.body.classList.toggle("marking", on);
  bar.hidden = !on;
  from = "";
  if (on) {
    bar.querySelector("b").textContent = field().value || how();
    panel.scrollIntoView({ block: "start" });
  }
  draw();
  if (on) bar.querySelector("button").focus({ preventScroll: true });
  else document.querySelector(".noter [data-choose]")?.focus();
}

bar.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if ("done" in button.dataset) return choose(false);
  arrows = button.dataset.what === "arrow";
  from = "";
  for (const each of bar.querySelectorAll("[data-what]")) each.setAttribute("aria-pressed", String(each === button));
  bar.querySelector("b").textContent = field().value || how();
  draw();
});

// --- what else happens -------------------------------------------------------------------------

document.addEventListener("mothlog:step", (event) => {
  step = event.detail.step;
  if (!document.querySelector(`.nt[data-at="${step}"] [data-mark="${CSS.escape(lit)}"]`)) lit = "";
  for (const button of document.querySelectorAll("[data-choose]")) button.hidden = false;
  soon();
});
addEventListener("click", (event) => {
  if (event.target.closest("[data-choose]")) return choose(true);
  const chip = event.target.closest("[data-mark]");
  if (!chip) return;
  event.preventDefault();
  lit = lit === chip.dataset.mark ? "" : chip.dataset.mark;
  if (lit) say(`${lit.replace(">", " to ")} marked on the board`);
  for (const each of document.querySelectorAll(".mark")) each.classList.toggle("lit", each.dataset.mark === lit && each.dataset.step === chip.dataset.step);
  soon();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && choosing()) {
    event.stopImmediatePropagation();
    choose(false);
  }
}, true);
document.addEventListener("input", (event) => {
  if (event.target.matches(".noter [name=marks]")) soon();
});
document.addEventListener("toggle", (event) => {
  if (!event.target.matches(".noter")) return;
  if (!event.target.open && choosing()) choose(false);
  soon();
}, true);
new ResizeObserver(soon).observe(panel);
for (const button of document.querySelectorAll("[data-choose]")) button.hidden = false;
soon();
