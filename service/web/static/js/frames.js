// The only source of a replay's frames.
//
// A frame is { step, title, say, end, parts, panels }: `parts` is a Map of a part's name to its
// HTML (see moment.PARTS), `panels` holds the log and the dock where a hidden future changes them.
//
// Three ways lead to one, tried in this order:
// - <script type="application/json" id="frames"> on the page: the whole film, with no network;
// - `data-frames` of the main part: the address of the whole film, asked for once after loading;
// - /sessions/<id>/steps/<n>: one step as HTML, until the film is there, and always with hide=1.
//
// The film is { version, view, pieces: [html, …], frames: [{ step, title, say, end, parts }, …] }:
// in `parts` each name holds the numbers of the pieces that are joined to its HTML.

import { address, hiding, main } from "./place.js";

const AHEAD = 10; // steps kept ready in the direction of travel until the film is there
const AT_ONCE = 4; // requests in flight
const asked = new Map(); // step -> its frame, or a promise of it
let film = null;

function whole(data) {
  film = data;
  asked.clear();
}

const held = document.getElementById("frames");
if (held) whole(JSON.parse(held.textContent));

// Ask for the film; a live session that has moved on asks again. Failing is no harm.
export async function load() {
  if (held || hiding || !main.dataset.frames) return;
  try {
    const answer = await fetch(main.dataset.frames);
    if (answer.ok) whole(await answer.json());
  } catch {
    // Step by step, then.
  }
}

export const loaded = () => film !== null;

// What was kept of a session that has moved on is kept no more.
export function forget() {
  film = null;
  asked.clear();
}

// The frame of a step, or a promise of it.
export function frame(k) {
  const one = film?.frames[k];
  if (one) {
    const html = (numbers) => numbers.map((number) => film.pieces[number]).join("");
    const parts = new Map(Object.entries(one.parts).map(([name, numbers]) => [name, html(numbers)]));
    return { ...one, parts, panels: [] };
  }
  if (!asked.has(k)) ask(k);
  return asked.get(k);
}

function ask(k) {
  const coming = fetch(address(k, `/steps/${k}`)).then(async (answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    const made = read(k, await answer.text());
    if (asked.has(k)) asked.set(k, made);
    return made;
  });
  coming.catch(() => asked.delete(k));
  asked.set(k, coming);
}

function read(k, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const made = holder.content.querySelector("[data-frame]");
  const parts = new Map();
  for (const part of made.querySelectorAll("[data-part]")) parts.set(part.dataset.part, part.outerHTML);
  const panels = [...made.querySelectorAll("#part-log,#part-dock")].map((panel) => panel.outerHTML);
  const { title, say, end, rounds, turns } = made.dataset;
  return { step: k, title, say, end: Boolean(end), parts, panels, rounds, turns };
}

// Have the next steps in a direction ready before they are needed.
export function prepare(from, direction, last) {
  if (film) return;
  const near = [from - direction];
  for (let i = 1; i <= (hiding ? 0 : AHEAD); i++) near.push(from + i * direction);
  let flying = [...asked.values()].filter((value) => value instanceof Promise).length;
  for (const k of near) {
    if (k < 0 || k > last || asked.has(k)) continue;
    if (flying++ >= AT_ONCE) break;
    ask(k);
  }
}
