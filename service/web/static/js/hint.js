// A hint beside the choices: what a search would consider, marked on the board and in the list.

import { say } from "./shared.js";

function clear() {
  for (const marked of document.querySelectorAll(".tipped")) {
    marked.classList.remove("tipped");
    delete marked.dataset.tip;
  }
}

function mark() {
  clear();
  document.querySelectorAll("#hint [data-whole]").forEach((tip, nth) => {
    const spots = tip.dataset.places.split(" ").filter(Boolean).map((place) => CSS.escape(place));
    const buttons = `main [name=action][value="${CSS.escape(tip.dataset.whole)}"]`;
    const found = [buttons, ...spots.map((place) => `main [data-place="${place}"]`)];
    for (const marked of document.querySelectorAll(found.join())) {
      if (marked.closest("#hint")) continue;
      marked.classList.add("tipped");
      marked.dataset.tip = [marked.dataset.tip, nth + 1].filter(Boolean).join("·");
    }
  });
}

addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-hint]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("button");
  const said = form.querySelector("[role=status]");
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  said.textContent = "Searching…";
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const hint = page.getElementById("hint");
    if (!form.isConnected) return; // the table has moved on
    if (!hint) throw new Error(String(answer.status));
    document.getElementById("hint")?.remove();
    form.closest("header").after(hint);
    said.textContent = "";
    mark();
    document.getElementById("hint-title").focus();
    say(`A search would consider: ${[...hint.querySelectorAll("button .tx")].map((tip) => tip.textContent.trim()).join("; ")}`);
  } catch {
    said.textContent = "No hint came. Ask again, or choose without one.";
  } finally {
    button.removeAttribute("aria-disabled");
  }
});
addEventListener("swapped", clear);
