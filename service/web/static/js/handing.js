// Steps that a reader takes while another view loads are not lost: the page that goes tells the
// page that comes where it was, and keys pressed in between are answered late.

import { go, now } from "./moving.js";
import { main } from "./place.js";

const NAME = "replay-step";
const FRESH = 10_000; // milliseconds
const SWITCHES = "a[data-view]";
let leaving = false;

addEventListener("click", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (plain && event.target.closest(SWITCHES)) leaving = true;
});
addEventListener("submit", (event) => {
  if (event.target.matches(".seat-pick")) leaving = true;
});
addEventListener("pageshow", () => (leaving = false));
addEventListener("pagehide", () => {
  if (!leaving) return;
  const told = { replay: main.dataset.replay, step: now.wanted, at: Date.now() };
  sessionStorage.setItem(NAME, JSON.stringify(told));
});

export function takeOver() {
  const told = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  sessionStorage.removeItem(NAME);
  const fresh = told?.replay === main.dataset.replay && Date.now() - told.at < FRESH;
  if (fresh && told.step !== now.step) go(told.step);
  for (const { key, shiftKey } of globalThis.pressedEarly?.() ?? []) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
  }
}
