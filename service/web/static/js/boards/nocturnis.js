// The pad of Nocturnis: a shape is moved, turned and flipped over one's own sheet. Where it fits,
// why not elsewhere, and what each moth in the hand needs came with the page.

import { say, typing } from "../shared.js";

const [CELL, LEFT, TOP] = [60, 30, 8];
const SVG = "http://www.w3.org/2000/svg";

let form = null;
let given = null;
let legal = []; // for each way the places where it fits
let way = 0;
let at = { x: 0, y: 0 }; // of the shape's upper left corner
let grip = 0; // the square of the shape that lies under the pointer
let shown = false; // whether the shape lies on the sheet
let pinned = false; // whether it stays when the pointer moves on

const one = (selector) => form.querySelector(selector);
const all = (selector) => [...form.querySelectorAll(selector)];
const number = (x, y) => y * given.width + x;
const cells = () => given.ways[way].map(([x, y]) => [x + at.x, y + at.y]);
const squares = () => cells().map(([x, y]) => number(x, y)).sort((a, b) => a - b);
const names = () => squares().map((square) => given.names[square]);
const fits = () => legal[way].has(number(at.x, at.y));
const size = () => [0, 1].map((axis) => Math.max(...given.ways[way].map((cell) => cell[axis])) + 1);

function wire() {
  form = document.querySelector("form.nocpad");
  given = form?.dataset.nocturnis ? JSON.parse(form.dataset.nocturnis) : null;
  if (!given) return;
  legal = given.ways.map((_, nth) => new Set(given.legal[nth]));
  way = Math.max(legal.findIndex((places) => places.size), 0);
  grip = middle();
  [shown, pinned] = [false, false];
  for (const part of all("[data-turn],[data-flip],[data-mark],.hint")) part.hidden = false;
  one("[name=squares]").disabled = false;
  const asked = one("[name=squares]").value.split(" ").filter(Boolean);
  if (asked.length) restore(asked);
  draw();
}

// What was sent and refused lies where it lay.
function restore(asked) {
  const spots = asked.map((name) => given.names.indexOf(name)).map((n) => [n % given.width, Math.floor(n / given.width)]);
  const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis])));
  const key = (list) => list.map(([x, y]) => `${x},${y}`).sort().join(" ");
  const lies = given.ways.findIndex((cells) => key(cells) === key(spots.map(([x, y]) => [x - left, y - top])));
  if (lies < 0) return;
  [way, at, shown, pinned] = [lies, { x: left, y: top }, true, true];
}

// The square nearest to the middle is the one that is held.
function middle() {
  const [across, down] = size();
  const far = ([x, y]) => Math.abs(x - (across - 1) / 2) + Math.abs(y - (down - 1) / 2);
  const cells = given.ways[way];
  return cells.indexOf([...cells].sort((a, b) => far(a) - far(b))[0]);
}

function put(x, y) {
  const [across, down] = size();
  at = {
    x: Math.min(Math.max(x, 0), given.width - across),
    y: Math.min(Math.max(y, 0), given.height - down),
  };
  shown = true;
}

// Turned or flipped, the shape stays where it is held.
function change(to) {
  const [heldX, heldY] = given.ways[way][grip];
  const hold = [at.x + heldX, at.y + heldY];
  way = to[way];
  grip = middle();
  const [x, y] = given.ways[way][grip];
  if (shown) put(hold[0] - x, hold[1] - y);
  draw(true);
}

function over(event) {
  const sheet = one(".big");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(sheet.getScreenCTM().inverse());
  const [x, y] = [Math.floor((point.x - LEFT) / CELL), Math.floor((point.y - TOP) / CELL)];
  return x >= 0 && y >= 0 && x < given.width && y < given.height ? [x, y] : null;
}

function take([x, y]) {
  const [heldX, heldY] = given.ways[way][grip];
  put(x - heldX, y - heldY);
}

// --- drawing ----------------------------------------------------------------------------

function make(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

const corner = (square) => [LEFT + (square % given.width) * CELL, TOP + Math.floor(square / given.width) * CELL];
const filled = (list) => list.map(corner).map(([x, y]) => `M${x} ${y}h60v60h-60z`).join("");

function outline(list) {
  const inside = new Set(list);
  const beside = (square, dx, dy) => {
    const [x, y] = [(square % given.width) + dx, Math.floor(square / given.width) + dy];
    return x >= 0 && x < given.width && inside.has(number(x, y));
  };
  return list
    .flatMap((square) => {
      const [x, y] = corner(square);
      return [
        beside(square, 0, -1) ? "" : `M${x} ${y}h60`,
        beside(square, 0, 1) ? "" : `M${x} ${y + 60}h60`,
        beside(square, -1, 0) ? "" : `M${x} ${y}v60`,
        beside(square, 1, 0) ? "" : `M${x + 60} ${y}v60`,
      ];
    })
    .join("");
}

// Every square that the shape could cover as it is turned now.
function reach() {
  const found = new Set();
  for (const place of legal[way]) {
    const [left, top] = [place % given.width, Math.floor(place / given.width)];
    for (const [x, y] of given.ways[way]) found.add(number(left + x, top + y));
  }
  return [...found];
}

function glyph(square) {
  const [x, y] = corner(square);
  const symbol = given.signs[square];
  if (symbol === null) return [];
  const icon = `sy-${given.words[symbol]}`;
  if (!document.getElementById(icon)) return [];
  return [make("use", { class: "gl in", href: `#${icon}`, x: x + 12, y: y + 12, width: 36, height: 36 })];
}

function draw(aloud = false) {
  const [trial, refused] = [one("[data-try]"), one("[data-refused]")];
  one("[data-can]").replaceChildren(make("path", { class: "can", d: filled(reach()) }));
  trial.replaceChildren();
  refused.replaceChildren();
  figure();
  if (!shown) {
    one("[name=squares]").value = "";
    return tell([], "");
  }
  const list = squares();
  one("[name=squares]").value = names().join(" ");
  if (fits()) {
    trial.append(make("path", { class: "tf", d: filled(list) }), make("path", { class: "te", d: outline(list) }));
    trial.append(...list.flatMap(glyph), ...list.filter((square) => given.bonus[square]).map(bonus));
    return tell([], aloud);
  }
  const wrong = list.filter((square) => given.blocked[square]);
  refused.append(make("path", { class: "rw", d: filled(list) }), make("path", { class: "rf", d: filled(wrong) }));
  refused.append(make("path", { class: "re", d: outline(list) }));
  for (const [x, y] of wrong.map(corner)) {
    refused.append(make("path", { class: "rx", d: `M${x + 18} ${y + 18}l24 24m0-24l-24 24` }));
  }
  tell(wrong.length ? wrong.map((square) => given.blocked[square]) : [given.apart], aloud);
}

function bonus(square) {
  const [x, y] = corner(square);
  const words = given.bonus[square].match(/\d+/)?.[0] ?? "";
  return make("text", { class: "bt", x: x + 52, y: y + 19 }, `+${words}`);
}

// The habitat card shows the shape as it would be marked.
function figure() {
  const [across, down] = size();
  for (const card of all(".hab")) {
    const around = Number(card.getAttribute("viewBox").split(" ")[2]);
    const spots = given.ways[way].map(([x, y]) => [
      (around - across * 34 + 2) / 2 + x * 34,
      (around - down * 34 + 2) / 2 + y * 34,
    ]);
    [...card.children].forEach((rect, nth) => {
      rect.setAttribute("x", spots[nth][0]);
      rect.setAttribute("y", spots[nth][1]);
    });
  }
}

// --- words ------------------------------------------------------------------------------

const many = (n, word) => `${n} ${word}${n > 1 ? "s" : ""}`;

// Which symbols a moth still needs of a shape, by number.
function lacking(needs, list) {
  const there = list.map((square) => given.signs[square]);
  return needs.filter((symbol) => {
    const found = there.indexOf(symbol);
    if (found >= 0) there.splice(found, 1);
    return found < 0;
  });
}

function tell(reasons, aloud) {
  const list = shown && fits() ? squares() : [];
  moths(list);
  one("[data-not]").hidden = !reasons.length || !pinned;
  if (reasons.length) refuse(reasons);
  const button = one("[data-mark]");
  button.setAttribute("aria-disabled", String(!list.length));
  const brought = list.filter((square) => given.bonus[square]);
  const bonuses = brought.map((square) => `${given.names[square]} ${given.bonus[square]}`);
  one("[data-fit]").textContent = reasons.length
    ? `Refused at ${given.names[squares()[0]]}`
    : list.length
      ? ["Fits", ...bonuses].join(". ")
      : "Mark the shape, or draw";
  one("[data-what]").textContent = reasons.length ? shortly(reasons) : list.length ? what() : one(".hcard h2").textContent;
  if (aloud) say(reasons.length ? reasons.map(([text]) => text).join(", ") : `${names().join(" ")} fits. ${what()}`);
}

function what() {
  const chosen = one("[name=lure]:checked");
  if (chosen?.value) {
    const moth = given.moths.find((moth) => moth.lure === chosen.value);
    return `Lures ${moth.name} ${moth.says}`;
  }
  if (!all(".would").length) return "Lures none: no moth in the hand would come";
  if (chosen) return "Lures none";
  const would = all(".would").length;
  return `${many(would, "moth")} would come: choose ${would > 1 ? "one" : "it"}, or none`;
}

const shortly = ([[text], ...more]) => text + (more.length ? `, and ${more.length} more` : "");

function refuse(reasons) {
  one("[data-not-at]").textContent = `Refused at ${given.names[squares()[0]]}`;
  one("[data-not-why]").replaceChildren(
    ...reasons.map(([text, clause]) => {
      const row = document.createElement("li");
      const cite = document.createElement("a");
      Object.assign(cite, { className: "cite", textContent: clause, href: `/rules/nocturnis#${clause}` });
      row.append(text, " ", cite);
      return row;
    }),
  );
}

// Each moth says whether it would come; a choice that can't be any more gives way.
function moths(list) {
  let would = 0;
  for (const row of all("[data-moth]")) {
    const moth = given.moths[row.dataset.moth];
    const missing = lacking(moth.needs, list);
    const comes = list.length > 0 && !missing.length;
    would += comes;
    row.classList.toggle("would", comes);
    row.classList.toggle("nope", list.length > 0 && !comes);
    const input = row.querySelector("input");
    input.setAttribute("aria-disabled", String(list.length > 0 && !comes));
    if (list.length && !comes) input.checked = false;
    const count = new Map();
    for (const symbol of missing) count.set(symbol, (count.get(symbol) ?? 0) + 1);
    const needs = [...count].map(([symbol, n]) => many(n, given.words[symbol])).join(" and ");
    row.querySelector(".why span").textContent = !list.length ? moth.lure.replace(" ", " and ") : comes ? "would lure" : `needs ${needs}`;
    signs(row, moth, list.length ? missing : null);
  }
  const none = one(".mc.none input");
  if (!none) return;
  if (list.length && !would) {
    none.checked = true;
    none.dataset.only = "1";
  } else if (none.dataset.only) {
    none.checked = false;
    delete none.dataset.only;
  }
  crosses();
}

function signs(row, moth, missing) {
  const left = missing && missing.map((symbol) => given.words[symbol]);
  for (const sign of row.querySelectorAll("[data-sign]")) {
    const lost = left ? left.indexOf(sign.dataset.sign) : -1;
    sign.className = !left ? "" : lost < 0 ? "ok" : "mi";
    if (lost >= 0) left.splice(lost, 1);
  }
}

// The cross that the chosen moth would get.
function crosses() {
  const chosen = one("[name=lure]:checked")?.value;
  const moth = chosen && shown && given.moths.find((moth) => moth.lure === chosen);
  for (const box of document.querySelectorAll("[data-next]")) {
    box.classList.toggle("nx", Boolean(moth) && moth.name.split(",")[0] === box.dataset.next);
  }
}

// --- pointer and keys -------------------------------------------------------------------

const active = () => given && form?.isConnected && !document.querySelector("dialog[open]");

addEventListener("pointermove", (event) => {
  if (!active() || event.pointerType === "touch" || pinned || !event.target.closest?.(".big")) return;
  const spot = over(event);
  const before = `${at.x} ${at.y} ${shown}`;
  if (spot) take(spot);
  if (`${at.x} ${at.y} ${shown}` !== before) draw();
});

addEventListener("click", (event) => {
  if (!active()) return;
  if (event.target.closest?.("[data-turn]")) return change(given.turn);
  if (event.target.closest?.("[data-flip]")) return change(given.flip);
  if (!event.target.closest?.(".big")) return;
  const spot = over(event);
  if (!spot) return;
  take(spot);
  pinned = true;
  draw(true);
});

addEventListener("change", ({ target }) => {
  if (!given || !form?.contains(target)) return;
  if (target.matches("[name=lure]")) {
    const none = one(".mc.none input");
    if (none) delete none.dataset.only;
    if (shown && fits()) one("[data-what]").textContent = what();
    crosses();
  } else if (target.matches("[data-show]")) one(".big").classList.toggle("quiet-refusal", !target.checked);
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
addEventListener("keydown", (event) => {
  if (!active() || typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = ARROWS[event.key];
  if (event.key === "Escape" && pinned) {
    pinned = false;
    return;
  }
  if (!step || event.target.closest?.("input,summary")) return;
  event.preventDefault();
  pinned = true;
  if (shown) put(at.x + step[0], at.y + step[1]);
  else begin();
  draw(true);
});

// The first arrow lays the shape where it fits, if it fits anywhere.
function begin() {
  const [first] = legal[way];
  if (first === undefined) put(0, 0);
  else put(first % given.width, Math.floor(first / given.width));
}

// After a press the sheet's headline says what comes next.
addEventListener("swapped", () => form?.querySelector(".verdict").scrollIntoView({ block: "nearest" }));
addEventListener("laid", wire);
wire();
