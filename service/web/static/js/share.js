// The menu of a step: its links follow the step shown, and copy where that is what they are for.

import { tell } from "./toast.js";

const menu = document.querySelector("[data-share]");

document.addEventListener("mothlog:step", (event) => {
  const step = event.detail.step;
  for (const link of menu.querySelectorAll("a[href]")) {
    const url = new URL(link.href);
    if ("picture" in link.dataset) url.pathname = url.pathname.replace(/\/steps\/\d+\./, `/steps/${step}.`);
    else if (url.searchParams.has("step")) url.searchParams.set("step", step);
    link.href = url.href;
  }
  const code = menu.querySelector("[data-embed]");
  code.value = code.value.replace(/([?&]|&amp;)step=\d+/, `$1step=${step}`);
});

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    tell(said);
    return true;
  } catch {
    return false;
  }
}

menu.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-link]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (await copy(link.href, "Link copied")) menu.open = false;
    else location.assign(link.href);
  }
  const code = event.target.closest("[data-embed]");
  if (code) {
    code.select();
    await copy(code.value, "Code copied");
  }
});

addEventListener("click", (event) => {
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
