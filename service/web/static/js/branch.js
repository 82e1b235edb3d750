// The form of a branch is sent once: while bots play, its button says so and cannot be pressed.

import { say } from "./shared.js";

const form = document.querySelector("form.new");
const button = form.querySelector(".go button");
const label = button.innerHTML;

form.addEventListener("submit", (event) => {
  if (button.disabled) return event.preventDefault();
  const bots = [...form.querySelectorAll("[name^=who-]")].some((who) => who.value !== "person");
  const table = form.querySelector("[name=way][value=table]:checked");
  const text = bots && !table ? "Bots play…" : "The branch is opened…";
  button.disabled = true;
  button.textContent = text;
  say(text);
});

// Back from the branch, the page may be shown as it was left.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  button.disabled = false;
  button.innerHTML = label;
});
