// Numbers by step beside the replay: fetched and drawn once the panel is opened.

import { CONFIG, house, inked } from "./figures.js";
import { Chances } from "./evaluation.js";
import { themeNow } from "./shared.js";

const panel = document.getElementById("lines");
const main = document.querySelector("[data-replay]");
const pick = panel.querySelector(".lines-pick");
const figure = panel.querySelector(".lines-fig");
const [plot, over] = figure.children;
const seats = panel.querySelector(".lines-seats");
const about = panel.querySelector(".about");
const table = panel.querySelector(".as-table");
const badges = document.getElementById("lines-badges").content;

const SETTLED = 180; // milliseconds at rest before what a step added is fetched
const BADGE = 20; // pixels
const STILL = 8; // pixels that a press may move
const FELT = { wide: 30, high: 22 }; // pixels

const query = new URLSearchParams(main.dataset.query);
let step = Number(main.dataset.step);
let data = null; // what the server sent last
const chances = new Chances(panel.querySelector(".chances-slot"), address, () => load());
let name = sessionStorage.getItem("line") ?? "";
let wired = false;

const away = new Set(); // seats that the reader took out of the chart
const drawn = () => line().figure.data.filter(({ meta }) => !away.has(meta.seat));
const hiding = () => query.get("hide") === "1";
const line = () => offered().find((one) => one.name === name) ?? data.lines[0];

// Chances that are not worked out yet are offered without a chart.
function offered() {
  const { chance } = data;
  const more = chance && !data.lines.some((one) => one.name === chance.name) ? [chance] : [];
  return [...data.lines, ...more];
}

// --- what is shown ---------------------------------------------------------------------

function address(base, more = {}) {
  const search = new URLSearchParams();
  for (const key of ["view", "hide"]) if (query.get(key)) search.set(key, query.get(key));
  if (hiding()) search.set("step", step);
  for (const [key, value] of Object.entries(more)) search.set(key, value);
  return `${base}?${search}`;
}

let loading = null; // Plotly's script, on its way or there
function plotly() {
  loading ??= new Promise((done, failed) => {
    // Plotly would write the style sheet of its maps into the page; there are no maps here.
    const none = document.createElement("meta");
    none.id = "9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53";
    const script = document.createElement("script");
    script.src = panel.dataset.plotly;
    script.onload = done;
    script.onerror = failed;
    document.head.append(none, script);
  });
  return loading;
}

let asked = 0;
async function load() {
  const mine = ++asked;
  try {
    const [answer] = await Promise.all([fetch(address(panel.dataset.lines)), plotly()]);
    if (!answer.ok) throw new Error(String(answer.status));
    const found = await answer.json();
    if (mine !== asked) return;
    data = found;
  } catch {
    if (mine === asked) about.textContent = "The lines could not be loaded. Close and open to try again.";
    return;
  }
  choose();
  await draw();
}

function choose() {
  pick.replaceChildren(
    ...offered().map((one) => {
      const link = document.createElement("a");
      link.href = address(panel.dataset.tables, { line: one.name });
      link.dataset.line = one.name;
      link.textContent = one.title;
      if (one === line()) link.setAttribute("aria-current", "true");
      return link;
    }),
  );
  figure.hidden = seats.hidden = table.hidden = !line().figure;
  chances.show(data.chance?.name === line().name ? data.chance.state : null);
  offer();
  about.textContent = line().about;
  about.hidden = !about.textContent;
  table.querySelector(".held").replaceChildren();
  if (table.open) tabulate();
}

// A badge a seat: the chart's legend, and a switch that takes the seat out of it.
function offer() {
  const had = [...seats.children].indexOf(document.activeElement);
  const there = (line().figure?.data ?? []).map(({ meta }) => meta.seat);
  seats.replaceChildren(
    ...there.map((seat) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn bare sq";
      button.setAttribute("aria-pressed", String(!away.has(seat)));
      button.setAttribute("aria-label", badges.children[seat].dataset.name);
      button.title = badges.children[seat].dataset.name;
      button.append(badges.children[seat].cloneNode(true));
      button.onclick = () => {
        if (!away.delete(seat)) away.add(seat);
        offer();
        draw();
      };
      return button;
    }),
  );
  seats.children[had]?.focus();
}

async function draw() {
  if (!line().figure) return;
  const style = getComputedStyle(document.documentElement);
  const { data: traces, layout } = inked({ ...line().figure, data: drawn() }, style);
  figure.hidden = false;
  if (feelings().length) layout.margin.b += FELT.high;
  layout.margin.r += BADGE; // for the badge at the end of a line
  layout.transition = { duration: 0 };
  await Plotly.react(plot, traces, house(layout, style), CONFIG);
  if (!wired) {
    wired = true;
    plot.on("plotly_afterplot", point);
  }
  point();
}

const feelings = () => (line() === data.lines[0] ? data.felt : []);
const go = (k) => document.dispatchEvent(new CustomEvent("mothlog:go", { detail: { step: k } }));

// A press anywhere in the chart goes to the step below it; a finger that scrolls does not.
let pressed = null;
figure.addEventListener("pointerdown", (event) => (pressed = event.button || event.target.closest(".felt") ? null : event), true);
addEventListener("pointercancel", () => (pressed = null));
addEventListener("pointerup", (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL;
  pressed = null;
  const { xaxis, yaxis } = plot._fullLayout ?? {};
  if (!still || !xaxis) return;
  const box = plot.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - xaxis._offset, event.clientY - box.top - yaxis._offset];
  if (x < -BADGE || x > xaxis._length + BADGE || y < 0 || y > yaxis._length) return;
  go(Math.min(Math.max(Math.round(xaxis.p2l(x)), 0), data.until));
}, true);

// --- the cursor, over the chart: moving it draws nothing of the chart anew ---------------

const svg = (tag, attributes, ...inside) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

function point() {
  const { xaxis, yaxis, width, height } = plot._fullLayout ?? {};
  if (!xaxis) return;
  const x = (k) => xaxis._offset + xaxis.l2p(k);
  const y = (value) => yaxis._offset + yaxis.l2p(value);
  const [top, low] = [yaxis._offset, yaxis._offset + yaxis._length];
  const right = xaxis._offset + xaxis._length;
  const at = Math.min(Math.max(x(step), xaxis._offset), right);
  over.setAttribute("viewBox", `0 0 ${width} ${height}`);
  over.replaceChildren(
    svg("rect", { class: "after", x: at, y: top, width: Math.max(right - at, 0), height: low - top }),
    svg("path", { class: "now", d: `M${at} ${top - 4}V${low}` }),
    ...(step < data.until ? standing(data.until, right + BADGE / 2 + 2, y, xaxis._offset, width) : []),
    ...standing(step, at, y, xaxis._offset, width),
    ...unsure(at, y),
    ...felt(x, right, height),
  );
}

// The range that sampling leaves of each chance at the step.
function unsure(at, y) {
  if (line().name !== data.chance?.name) return [];
  const here = data.chance.ranges[step] ?? [];
  const shown = drawn().filter(({ meta }) => here[meta.seat]);
  return shown.map(({ meta }, nth) => {
    const [low, high] = here[meta.seat];
    const x = at + 4 * (nth - (shown.length - 1) / 2);
    return svg("path", { class: "unsure", d: `M${x - 3} ${y(low)}h6M${x} ${y(low)}V${y(high)}M${x - 3} ${y(high)}h6` });
  });
}

// Each seat's badge where its line is at a step; those that would touch stand side by side.
function standing(k, at, y, left, width) {
  const here = drawn()
    .map((trace) => ({ seat: trace.meta.seat, value: trace.y[k] }))
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ seat, value }) => ({ seat, y: y(value) }))
    .sort((a, b) => a.y - b.y || a.seat - b.seat);
  const groups = [];
  for (const one of here) {
    const last = groups.at(-1);
    if (last && one.y - last.at(-1).y < BADGE) last.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group) => {
    const wide = BADGE * group.length;
    const first = Math.min(Math.max(at - wide / 2, left), width - wide);
    return group
      .sort((a, b) => a.seat - b.seat)
      .map(({ seat, y: high }, nth) => badge(seat, first + BADGE * nth, high - BADGE / 2));
  });
}

function badge(seat, x, y) {
  const made = badges.children[seat].cloneNode(true);
  made.setAttribute("x", x);
  made.setAttribute("y", y);
  return made;
}

function felt(x, right, height) {
  const shown = feelings().filter(({ seat }) => !away.has(seat));
  if (!shown.length) return [];
  const y = height - FELT.high;
  let free = 0;
  const marks = shown.map(({ step: k, seat, feeling }) => {
    const left = Math.max(x(k) - FELT.wide / 2, free);
    free = left + FELT.wide;
    const letter = "ABCDEFGH"[seat];
    const mark = svg(
      "a",
      { class: "felt", href: address(main.dataset.replay, { step: k }), "data-step": k, "aria-label": `Step ${k}: seat ${letter}, ${feeling}` },
      svg("rect", { x: left, y, width: FELT.wide, height: FELT.high }),
      svg("use", { href: `#i-${feeling}`, x: left + 1, y: y + 3, width: 16, height: 16 }),
      svg("text", { x: left + 19, y: y + 16 }, letter),
    );
    return mark;
  });
  const much = free - right - 8;
  if (much > 0) for (const mark of marks) mark.setAttribute("transform", `translate(${-much} 0)`);
  return [svg("text", { class: "felt-word", x: 2, y: y + 16 }, "felt"), ...marks];
}

// --- the table ---------------------------------------------------------------------------

async function tabulate() {
  const held = table.querySelector(".held");
  const answer = await fetch(address(panel.dataset.tables, { line: line().name }));
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = there.getElementById("by-step");
  if (found) held.replaceChildren(found);
  here();
}

function here() {
  const rows = [...table.querySelectorAll("tbody tr")];
  const now = rows.filter((row) => Number(row.querySelector("a").dataset.step) <= step).at(-1);
  for (const row of rows) row.toggleAttribute("aria-current", row === now);
}

table.addEventListener("toggle", () => table.open && data && tabulate());

// --- what happens ------------------------------------------------------------------------

pick.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  name = link.dataset.line;
  sessionStorage.setItem("line", name);
  choose();
  pick.querySelector("[aria-current]").focus();
  draw();
});

let rest = 0;
document.addEventListener("mothlog:step", ({ detail }) => {
  step = detail.step;
  const view = detail.view ?? "";
  const other = view !== "" && data && view !== data.view;
  if (other) query.set("view", view);
  if (!panel.open || !data) return;
  point();
  here();
  clearTimeout(rest);
  if (other || (hiding() && step !== data.until) || step > data.until) rest = setTimeout(load, SETTLED);
});

function opened() {
  sessionStorage.setItem("lines", panel.open ? "open" : "");
  if (panel.open) return load();
}
const beside = matchMedia("(min-width:1181px)"); // the page has its columns, and its dock over them
let byHand = false;
panel.querySelector("summary").addEventListener("click", () => (byHand = !panel.open));
async function toggled() {
  const mine = byHand;
  byHand = false;
  await opened();
  if (mine && panel.open && beside.matches) figure.scrollIntoView({ block: "nearest" });
}
panel.addEventListener("toggle", toggled);
addEventListener("themechange", () => panel.open && data && themeNow() && draw());
if (sessionStorage.getItem("lines")) {
  (window.requestIdleCallback ?? setTimeout)(() => (panel.open = true));
}
