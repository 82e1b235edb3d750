// What stays on the page from step to step and is marked anew: track, dock, links, log rows.

import { follow } from "./log.js";
import { address, hiding } from "./place.js";

let segments = [];
let signs = [];
let links = [];

// Find what is to be marked; again where the server sent the dock anew.
export function gather() {
  segments = [...document.querySelectorAll(".sg[data-round]")];
  signs = [...document.querySelectorAll(".mk,.tk")];
  links = [...document.querySelectorAll("[data-go]")];
}

export function mark(now, from, text, target) {
  const { step, holding } = now;
  const round = follow(step, from, holding);
  for (const part of segments) {
    part.classList.toggle("cur", part.dataset.round === round);
    part.classList.toggle("after", part.dataset.round !== round && Number(part.dataset.first) >= step);
  }
  for (const sign of signs) sign.classList.toggle("after", Number(sign.dataset.step) > step);
  const slider = document.querySelector(".track input");
  slider.value = step;
  if (text) slider.setAttribute("aria-valuetext", text);
  document.querySelector(".knob").setAttribute("x", `${(step / slider.max) * 100}%`);
  document.querySelector("[data-now]").textContent = step;
  if (!holding) lead(now, target);
}

// Where links and forms lead; nobody presses one while a key is held.
function lead({ step, last }, target) {
  for (const part of document.querySelectorAll("[data-note-step]")) part.textContent = step;
  for (const form of document.querySelectorAll("form.follows,.noter form,.seat-pick")) {
    if (form.elements.step) form.elements.step.value = step;
    if (form.elements.back) form.elements.back.value = address(step);
  }
  for (const link of links) {
    const k = target(link.dataset.go);
    if (hiding && !["on", "back"].includes(link.dataset.go)) continue;
    if (k === step || k < 0 || k > last) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.removeAttribute("aria-disabled");
      link.href = address(k);
    }
  }
  for (const link of document.querySelectorAll("a[data-view], #hide, [data-follows]")) {
    if (!link.href) continue;
    const url = new URL(link.href);
    url.searchParams.set("step", step);
    link.href = url.href;
  }
}

// What scripts add to the page; again where the server sent a part anew.
export function wire() {
  gather();
  for (const part of document.querySelectorAll("#play,#pace,.keys,.track input,[data-copy]")) part.hidden = false;
}
