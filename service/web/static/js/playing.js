// Playing by itself, until the reader moves.

import { go, now } from "./moving.js";
import { tell } from "./toast.js";

const SPEEDS = [2000, 1400, 900, 500, 250]; // milliseconds a step

let timer = 0;
let speed = Number(sessionStorage.getItem("speed") ?? 2);

export function play(on) {
  clearTimeout(timer);
  timer = 0;
  const button = document.getElementById("play");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return;
  if (now.wanted >= now.last) go(0);
  const tick = async () => {
    if (now.wanted >= now.last) return play(false);
    await go(now.wanted + 1);
    if (timer) timer = setTimeout(tick, SPEEDS[speed]);
  };
  timer = setTimeout(tick, SPEEDS[speed] / 2);
}

export const playing = () => timer !== 0;

export function faster(by) {
  speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
  sessionStorage.setItem("speed", speed);
  tell(`Speed ${speed + 1} of ${SPEEDS.length}: ${SPEEDS[speed] / 1000} seconds a step`);
}
