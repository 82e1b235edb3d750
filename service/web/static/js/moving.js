// Where the replay stands and how it moves: a step is asked for, and drawn once its frame is there.

import { frame, prepare } from "./frames.js";
import { address, after, before, hiding, main, stops } from "./place.js";
import { element, patch } from "./patching.js";
import { mark, wire } from "./marking.js";
import { say } from "./shared.js";

export const now = {
  step: Number(main.dataset.step), // shown
  wanted: Number(main.dataset.step), // asked for
  last: hiding ? Infinity : Number(main.dataset.last),
  rounds: stops(main.dataset.rounds),
  turns: stops(main.dataset.turns),
  holding: false, // a key is held down
  said: "", // the step in words
};

const drawn = new Map(); // part -> the HTML that it was drawn from

function draw(parts) {
  for (const [name, html] of parts) {
    if (drawn.get(name) === html) continue;
    const old = document.querySelector(`[data-part="${name}"]`);
    if (old) patch(old, element(html));
    drawn.set(name, html);
  }
}

function show(made) {
  const from = now.step;
  const had = document.activeElement?.dataset?.go;
  now.step = made.step;
  now.said = made.say;
  document.getElementById("part-table").classList.toggle("stepped", made.step === from + 1 && !now.holding);
  draw(made.parts);
  for (const html of made.panels) {
    const panel = element(html);
    document.getElementById(panel.id).replaceWith(panel);
  }
  if (hiding) {
    if (made.end) now.last = made.step;
    now.rounds = stops(made.rounds);
    now.turns = stops(made.turns);
    wire();
  }
  document.title = `${made.title} · mothlog`;
  mark(now, from, made.say, target);
  if (made.panels.length && had) document.querySelector(`[data-go="${had}"]`)?.focus();
  if (!now.holding) say(made.say);
  remember();
  announce();
}

// A session that has moved on: its log and dock came anew.
export function renew(last, rounds, turns) {
  Object.assign(now, { last, rounds, turns });
  drawn.clear();
  wire();
  mark(now, now.step, now.said, target);
}

// Other parts of the page follow the step shown.
export function announce() {
  const [view, hide] = [main.dataset.view, hiding];
  const detail = { step: now.step, last: now.last, view, hide };
  document.dispatchEvent(new CustomEvent("mothlog:step", { detail }));
}

// The address follows once the reader rests, without a step of its own in the history.
let saving = 0;
function remember() {
  clearTimeout(saving);
  saving = setTimeout(() => history.replaceState(history.state, "", address(now.step)), 150);
}

// Go to a step. Steps asked for between two pictures of the screen are not drawn at all.
export async function go(k) {
  k = Math.min(Math.max(k, 0), now.last);
  const direction = Math.sign(k - now.wanted) || 1;
  now.wanted = k;
  prepare(k, direction, now.last);
  try {
    const made = frame(k);
    const ready = made instanceof Promise ? await made : made;
    await painted();
    if (now.wanted === k && k !== now.step) show(ready);
  } catch (error) {
    if (now.wanted !== k) return;
    now.wanted = now.step;
    if (hiding && error.message === "404") now.last = now.step;
    else location.assign(address(k));
  }
}

let painting = null;
function painted() {
  painting ??= new Promise((done) =>
    requestAnimationFrame(() => {
      painting = null;
      done();
    }),
  );
  return painting;
}

export function target(name) {
  switch (name) {
    case "first": return 0;
    case "last": return hiding ? now.wanted : now.last;
    case "back": return now.wanted - 1;
    case "on": return now.wanted + 1;
    case "round-back": return before(now.rounds, now.wanted);
    case "round-on": return after(now.rounds, now.wanted);
    case "turn-back": return before(now.turns, now.wanted);
    case "turn-on": return after(now.turns, now.wanted);
  }
  return -1;
}

export function move(name) {
  const k = target(name);
  if (k >= 0) go(k);
}
