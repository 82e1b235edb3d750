// Blind mode: links that only turn the page are followed in place; the way there from a replay
// leads to the step that is shown.

import { say, swap } from "./shared.js";

const blind = () => document.querySelector("main[data-blind]");

addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-turn-page]");
  if (!link || !blind() || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main[data-blind]")) throw new Error(String(answer.status));
    swap(page);
    history.pushState(null, "", answer.url);
  } catch {
    location.assign(link.href);
    return;
  }
  dispatchEvent(new Event("swapped"));
  const main = blind();
  say(main.dataset.say);
  main.querySelector("h1").focus({ preventScroll: true });
  scrollTo(0, 0);
});

// Steps back and forth in the browser's history are asked for anew: what is known has changed.
addEventListener("popstate", () => {
  if (blind()) location.reload();
});

document.addEventListener("mothlog:step", ({ detail }) => {
  for (const link of document.querySelectorAll("a[data-guess]")) {
    const to = new URL(link.href);
    to.searchParams.set("step", detail.step);
    link.href = to.href;
  }
});
