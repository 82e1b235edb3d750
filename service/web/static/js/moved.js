// Draws over the board what a step moved: a dashed outline where a thing was, an arrow to where it
// went, and an arrow onto the place where it came from elsewhere. The same stands in words above.

const SVG = "http://www.w3.org/2000/svg";

function draw() {
  for (const old of document.querySelectorAll(".moved-over")) old.remove();
  const board = document.querySelector("#part-table .board");
  if (!board) return;
  const parts = board instanceof SVGElement ? [board] : [...board.querySelectorAll("svg")].filter((svg) => !svg.matches(".ic,.seat"));
  const taken = new Map(); // how many labels a place has
  for (const line of document.querySelectorAll(".changed [data-what]")) {
    const [from, to] = [line.dataset.from, line.dataset.to].map((text) => text?.split(" ").map(Number));
    if (from && to && from[0] === to[0]) way(layer(parts[from[0]]), from, to);
    else if (from) left(layer(parts[from[0]]), from, line.dataset.what, nth(taken, line.dataset.from));
    else if (to) came(layer(parts[to[0]]), to);
  }
}

function nth(taken, key) {
  const number = taken.get(key) ?? 0;
  taken.set(key, number + 1);
  return number;
}

function layer(part) {
  const found = part.querySelector(":scope > .moved-over");
  return found ?? element("g", { class: "moved-over", "aria-hidden": "true" }, part);
}

function element(name, attributes, parent, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

function left(layer, [, x, y, reach], what, number) {
  if (!number) element("circle", { class: "left", cx: x, cy: y, r: 0.72 * reach }, layer);
  const size = Math.max(0.24 * reach, 7);
  element("text", { class: "left", x, y: y + size * (1.15 * number - 0.2), "font-size": size }, layer, what);
}

// Onto a place from outside the board: a short arrow down to its upper edge.
function came(layer, [, x, y, reach]) {
  const [tip, size] = [y - 0.42 * reach, 0.2 * reach];
  const d = `M${x} ${tip - 3 * size}V${tip}M${x - size} ${tip - size}L${x} ${tip}L${x + size} ${tip - size}`;
  element("path", { class: "came", d, "stroke-width": Math.max(reach / 16, 2) }, layer);
}

function way(layer, [, x, y, reach], [, a, b]) {
  element("circle", { class: "left", cx: x, cy: y, r: 0.6 * reach }, layer);
  const turned = Math.atan2(b - y, a - x);
  const [tip, low] = [[a - 0.3 * reach * Math.cos(turned), b - 0.3 * reach * Math.sin(turned)], 0.22 * reach];
  const wing = (by) => `L${tip[0] - low * Math.cos(turned + by)} ${tip[1] - low * Math.sin(turned + by)}`;
  const d = `M${x} ${y}L${tip.join(" ")}${wing(0.6)}M${tip.join(" ")}${wing(-0.6)}`;
  element("path", { class: "came", d, "stroke-width": Math.max(reach / 16, 2) }, layer);
}

document.addEventListener("mothlog:step", draw);
