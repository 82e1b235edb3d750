// Which replay a page shows, in whose view, and the address of each of its steps.

export const main = document.querySelector("[data-replay]");
export const query = new URLSearchParams(main.dataset.query);
export const hiding = query.get("hide") === "1";

export function address(step, path = "") {
  const search = new URLSearchParams(query);
  if (!path) search.set("step", step);
  const asked = String(search);
  return `${main.dataset.replay}${path}${asked ? `?${asked}` : ""}`;
}

// Steps at which rounds and turns begin; while hiding, only those before the step shown.
export const stops = (list) => list.split(" ").filter(Boolean).map(Number);

export const after = (list, step) => list.find((stop) => stop > step) ?? -1;
export const before = (list, step) => list.filter((stop) => stop < step).at(-1) ?? -1;
