// Why not? While the panel is open, places of the board and cards of a hand can be pressed.

import { letters, say, typing } from "./shared.js";

const panel = document.getElementById("ask");
const main = document.querySelector("[data-replay]");
const asking = panel.querySelector(".asking");
const hint = panel.querySelector(".hint");
const query = new URLSearchParams(main.dataset.query);
const SETTLED = 150; // milliseconds at rest before the answer follows the replay

let step = Number(main.dataset.step);
let seat = ""; // chosen by the reader; otherwise the one that acts next
let about = "";

// --- question and answer -------------------------------------------------------------------

let asked = 0;
async function ask(spoken) {
  const mine = ++asked;
  const search = new URLSearchParams();
  for (const key of ["view", "hide"]) if (query.get(key)) search.set(key, query.get(key));
  if (about) search.set("about", about);
  if (seat) search.set("seat", seat);
  try {
    const answer = await fetch(`${panel.dataset.partOf}/steps/${step}/why?${search}`);
    const html = await answer.text();
    if (mine !== asked) return;
    if (!answer.ok && about) {
      about = ""; // no such place or card here: ask anew
      return ask(spoken);
    }
    if (!answer.ok) throw new Error(String(answer.status));
    show(html, spoken);
  } catch {
    if (mine === asked) hint.textContent = "No answer came. Close and open to try again.";
  }
}

function show(html, spoken) {
  const had = document.activeElement?.name;
  asking.innerHTML = html;
  wire();
  if (had && !spoken) asking.querySelector(`[name="${had}"]`)?.focus();
  const answer = asking.querySelector(".answer");
  if (answer && spoken) {
    say(answer.dataset.say);
    asking.scrollTop = 0;
  }
  lay();
}

function wire() {
  const form = asking.querySelector("form");
  const [button, close] = form.querySelectorAll("button");
  button.hidden = true; // choosing asks
  close.hidden = false;
  close.onclick = shut;
  form.onsubmit = (event) => event.preventDefault();
  form.onchange = (event) => {
    if (event.target.name === "seat") seat = event.target.value;
    else about = event.target.value;
    ask(true);
  };
}

// --- places as buttons over the board --------------------------------------------------------

const layer = document.createElement("div");
layer.className = "why-layer";
layer.setAttribute("role", "group");
layer.setAttribute("aria-label", "Places to ask about");

function lay() {
  const board = document.querySelector("#part-table");
  if (layer.parentElement !== board) board.append(layer);
  const { in: drawn, areas } = JSON.parse(asking.querySelector("form").dataset.drawn);
  const drawings = document.querySelectorAll(`#part-table ${drawn}`);
  const from = board.getBoundingClientRect();
  const had = document.activeElement?.parentElement === layer ? document.activeElement.value : null;
  layer.replaceChildren(
    ...areas.flatMap(([place, part, box]) => {
      const drawing = drawings[part];
      if (!drawing) return [];
      const spot = box ? within(drawing, box) : drawing.getBoundingClientRect();
      const button = document.createElement("button");
      button.type = "button";
      button.value = place;
      button.tabIndex = -1;
      button.setAttribute("aria-label", `Why not ${place}?`);
      button.setAttribute("aria-pressed", String(place === about));
      button.style.left = `${spot.left - from.left + board.scrollLeft - board.clientLeft}px`;
      button.style.top = `${spot.top - from.top + board.scrollTop - board.clientTop}px`;
      button.style.width = `${spot.width}px`;
      button.style.height = `${spot.height}px`;
      return [button];
    }),
  );
  const buttons = [...layer.children];
  const entry = buttons.find(({ value }) => value === (had ?? about)) ?? buttons[0];
  if (entry) entry.tabIndex = 0;
  if (had) entry?.focus({ preventScroll: true });
}

function within(drawing, [x, y, width, height]) {
  const box = drawing.createSVGPoint ? drawing.getScreenCTM() : null;
  if (!box) return drawing.getBoundingClientRect();
  return { left: box.a * x + box.e, top: box.d * y + box.f, width: box.a * width, height: box.d * height };
}

layer.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.stopPropagation();
  about = button.value;
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: "nearest" }); // clear of the sheet with the answer
  ask(true);
});

// Arrows go from place to place on the board, the nearest in that direction.
layer.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(event.target);
  const near = [...layer.children]
    .map((one) => [one, ...middle(one)])
    .map(([one, a, b]) => ({ one, along: (a - x) * way[0] + (b - y) * way[1], off: Math.abs((a - x) * way[1] + (b - y) * way[0]) }))
    .filter(({ along }) => along > 2)
    .sort((a, b) => a.along + 3 * a.off - (b.along + 3 * b.off))[0];
  if (!near) return;
  event.target.tabIndex = -1;
  near.one.tabIndex = 0;
  near.one.focus({ preventScroll: true });
});

// --- cards of a hand -------------------------------------------------------------------------

addEventListener("click", (event) => {
  if (!panel.open) return;
  const card = event.target.closest?.("#part-seats .hand :is(.card, .key):not(.back)");
  if (!card) return;
  const key = card.matches(".key") ? card : card.querySelector(".key, b");
  const name = [...(key?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join("");
  const badge = card.closest(".st")?.querySelector("header .seat text")?.textContent;
  if (!name || !badge) return;
  about = name;
  seat = String("ABCDEFGH".indexOf(badge));
  ask(true);
}, true);

// --- on, off, and with the replay --------------------------------------------------------------

function opened() {
  document.body.classList.toggle("asks", panel.open);
  hint.hidden = !panel.open;
  if (panel.open) ask(false);
  else {
    asked++;
    layer.remove();
  }
}
panel.addEventListener("toggle", opened);

let rest = 0;
document.addEventListener("mothlog:step", ({ detail }) => {
  step = detail.step;
  if (detail.view) query.set("view", detail.view);
  if (!panel.open) return;
  clearTimeout(rest);
  rest = setTimeout(() => ask(false), SETTLED);
});

addEventListener("resize", () => panel.open && lay());

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key.toLowerCase() === "w" && letters()) {
    event.preventDefault();
    panel.open = !panel.open;
    if (panel.open) waiting = true;
  } else if (event.key === "Escape" && panel.open && event.target.closest?.(".why-layer,.why-not")) {
    shut();
  }
});

function shut() {
  panel.open = false;
  panel.querySelector("summary").focus({ preventScroll: true });
}

// Opened by a key, the first place of the board has the focus.
let waiting = false;
new MutationObserver(() => {
  if (!waiting || !layer.children.length) return;
  waiting = false;
  layer.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}).observe(layer, { childList: true });
