// A session that is still played: new steps are announced, and followed only from the newest one.

import { forget, load } from "./frames.js";
import { listen } from "./live.js";
import { renew } from "./moving.js";
import { address, hiding, main, stops } from "./place.js";
import { now, go } from "./moving.js";
import { playing } from "./playing.js";

const chip = document.getElementById("news");
let newest = now.last;
let [heard, seen] = [0, 0]; // versions
let looking = false;

async function look() {
  if (document.hidden || looking || heard === seen) return;
  looking = true;
  seen = heard;
  try {
    const answer = await fetch(main.dataset.live);
    if (answer.ok) {
      const { session } = await answer.json();
      if (session.status !== "live") stop();
      if (session.steps !== newest) news(session.steps);
    }
  } catch {
    // No connection; the next look may find one.
  }
  looking = false;
  look();
}

function news(steps) {
  newest = steps;
  const more = newest - now.last;
  const writing = document.activeElement?.closest("form") || document.querySelector(".noter[open]");
  if (now.step === now.last && more > 0 && !playing() && !writing) return follow();
  chip.hidden = more === 0;
  chip.textContent = more > 0 ? `${more} new ${more === 1 ? "step" : "steps"}` : "Steps were taken back";
}

// Take the log and the dock as they are now, and go to the newest step.
async function follow() {
  const at = Math.min(now.step, newest);
  const answer = await fetch(address(at));
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main").dataset;
  forget();
  for (const id of ["part-log", "part-dock"]) document.getElementById(id).replaceWith(page.getElementById(id));
  chip.hidden = true;
  renew(Number(fresh.last), stops(fresh.rounds), stops(fresh.turns));
  newest = now.last;
  await go(now.last);
  load();
}

chip.addEventListener("click", (event) => {
  event.preventDefault();
  follow();
});

const stop =
  main.dataset.live && !hiding
    ? listen(main.dataset.events, main.dataset.version, (version) => {
        heard = Math.max(heard, version);
        look();
      })
    : () => {};
document.addEventListener("visibilitychange", look);
