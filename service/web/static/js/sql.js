// The query page: Ctrl+Enter runs, a column's name goes to where the cursor stands, Tab stays a key
// that leaves the field.

import { say } from "./shared.js";

const form = document.getElementById("query");
const field = document.getElementById("q");
const run = document.getElementById("run");
const label = run.querySelector("span");

addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (!form.contains(event.target)) return;
  event.preventDefault();
  if (!run.disabled) form.requestSubmit(run);
});

form.addEventListener("submit", () => {
  run.disabled = true;
  label.textContent = "Running …";
  say("The query runs.");
});

// Back from the browser's history the page stands as it was left.
addEventListener("pageshow", () => {
  run.disabled = false;
  label.textContent = "Run";
});

function put(text) {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.focus();
}

for (const name of document.querySelectorAll("[data-insert]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "put";
  button.title = "Put it into the query";
  name.replaceWith(button);
  button.append(name);
  button.addEventListener("click", () => put(name.dataset.insert));
}

// The address leads to the answer, which takes the focus.
const told = document.getElementById("answer");
if (told) say(told.textContent.trim());
