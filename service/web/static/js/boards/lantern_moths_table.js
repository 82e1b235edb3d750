// The pad of Lantern Moths at a table: a tile shows what can be done there, dashed where refused.

const all = (selector) => [...document.querySelectorAll(selector)];

function show() {
  const plots = document.querySelector(".plots");
  if (!plots) return;
  const tile = plots.querySelector(":checked")?.value ?? "";
  const lies = !tile ? "none" : plots.dataset.down.split(" ").includes(tile) ? "down" : "up";
  for (const part of all(".whats [data-when]")) part.hidden = part.dataset.when !== lies;
  for (const input of all(".whats input")) {
    input.closest("label").classList.toggle("barred", input.dataset.barredAt.split(" ").includes(tile));
    if (input.closest("[hidden]")) input.checked = false;
  }
}

// Another tile may lie the other way up: what was chosen for the one before is let go.
addEventListener("padchanged", show);
addEventListener("padcleared", show);
addEventListener("laid", show);
show();
