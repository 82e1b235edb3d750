// What several scripts need; imported by name, so that there is one of it on a page.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: light)");

export const themeNow = () => root.dataset.theme || (system.matches ? "day" : "night");
system.addEventListener("change", () => dispatchEvent(new Event("themechange")));

// Single letters rest while a field has focus, and can be switched off.
const FIELDS = "input:not([type=radio],[type=range],[type=checkbox]),textarea,select";
export const typing = (target) => target.closest?.(FIELDS);
export const letters = () => localStorage.getItem("letters") !== "off";

// One sentence to the page's one polite live region.
export function say(text) {
  document.getElementById("live").textContent = text;
}

// The main part of a page that was fetched takes this one's place.
export function swap(page) {
  document.getElementById("main").replaceWith(page.getElementById("main"));
  document.body.className = page.body.className;
  document.title = page.title;
}

// Whether a form is on its way: what others did is looked at when its answer is there.
export const posting = { now: false };
