// Fingers on the board: a tap on its left or right third steps back or on, so does a swipe.

import { go, now } from "./moving.js";
import { play } from "./playing.js";
import { tell } from "./toast.js";

const panel = document.getElementById("part-table");
const CONTROLS = "a,button,summary,input,select,textarea,label,[role=button],[popover],.choosing,.asked";
const SWIPE = 40; // pixels across
const TAP = 12; // pixels that a finger may stray
const LONG = 500; // milliseconds after which a touch is no tap

let begun = null;

panel.addEventListener(
  "touchstart",
  (event) => {
    const [touch] = event.touches;
    const alone = event.touches.length === 1 && !event.target.closest(CONTROLS);
    begun = alone ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
  },
  { passive: true },
);

panel.addEventListener(
  "touchend",
  (event) => {
    if (!begun || event.touches.length) return;
    const [touch] = event.changedTouches;
    const [across, along] = [touch.clientX - begun.x, touch.clientY - begun.y];
    const by = Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along) ? -Math.sign(across) : tap(event, touch, across, along);
    begun = null;
    if (!by) return;
    play(false);
    go(now.wanted + by);
  },
  { passive: true },
);
panel.addEventListener("touchcancel", () => (begun = null), { passive: true });

function tap(event, touch, across, along) {
  if (event.timeStamp - begun.at > LONG || Math.hypot(across, along) > TAP) return 0;
  if (document.querySelector("#ask[open]") || getSelection()?.toString()) return 0;
  const board = panel.querySelector(".board")?.getBoundingClientRect();
  if (!board || touch.clientY < board.top || touch.clientY > board.bottom) return 0;
  const { left, width } = panel.getBoundingClientRect();
  const third = (touch.clientX - left) / (width / 3);
  return third < 1 ? -1 : third > 2 ? 1 : 0;
}

// Said once, where there is a finger to do it.
if (matchMedia("(pointer:coarse)").matches && !localStorage.getItem("taps")) {
  localStorage.setItem("taps", "told");
  setTimeout(() => tell("Tap the sides of the board, or swipe, to step", 6000), 600);
}
