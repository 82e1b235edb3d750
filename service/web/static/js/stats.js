// Draws each figure in the page's own ink, again when the theme changes; folds the tables below.

import { CONFIG, house, inked } from "./figures.js";

// Dots that are heaped up stand together, however wide the figure is.
function heaped({ data, layout }, width) {
  const { l, r } = { l: 48, r: 12, ...layout.margin };
  for (const trace of data.filter(({ meta }) => meta?.beside)) {
    const [low, high] = layout.xaxis.range;
    const { beside, apart, pixels } = trace.meta;
    const closer = Math.min(apart, (pixels * (high - low)) / (width - l - r));
    trace.x = trace.x.map((x, nth) => x + beside[nth] * (closer - apart));
  }
}

function draw(holder) {
  const style = getComputedStyle(document.documentElement);
  const figure = inked(JSON.parse(holder.dataset.figure), style);
  const first = holder.hidden;
  holder.hidden = false;
  heaped(figure, holder.clientWidth);
  return Plotly.react(holder, figure.data, house(figure.layout || {}, style), CONFIG).then(() => {
    if (!first) return;
    holder.on("plotly_click", ({ points }) => {
      const [key, session, step] = [points[0].customdata].flat();
      if (session) location.assign(`${holder.dataset.sessions}${session}?step=${step}`);
      else if (typeof key === "string") location.assign(holder.dataset.report.replace("~", encodeURIComponent(key)));
    });
  });
}

const holders = new Set();
const drawAll = () => holders.forEach((holder) => draw(holder));

// Folds the tables of a page, or of a card that came later, and draws its figures.
function settle(part) {
  for (const fold of part.querySelectorAll("[data-fold]")) fold.open = false;
  for (const holder of part.querySelectorAll("[data-figure]")) {
    holders.add(holder);
    if (window.Plotly) draw(holder);
  }
}

settle(document);
if (!window.Plotly) addEventListener("load", drawAll);
addEventListener("themechange", drawAll);

// Cards that were not counted in good time are asked for one by one, when a reader comes to them.
const wanted = [];
let busy = false;

async function fetchNext() {
  if (busy) return;
  busy = true;
  for (let card; (card = wanted.shift()); ) {
    try {
      const answer = await fetch(card.dataset.card);
      if (!answer.ok) continue;
      const made = document.createElement("template");
      made.innerHTML = await answer.text();
      const section = made.content.querySelector("section");
      card.replaceWith(section);
      settle(section);
    } catch {
      // The card keeps its link to the report.
    }
  }
  busy = false;
  const left = document.querySelectorAll("[data-card]").length;
  if (!left) document.querySelector(".notice.more")?.remove();
}

const near = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      wanted.push(target);
    }
    fetchNext();
  },
  { rootMargin: "400px" },
);
for (const card of document.querySelectorAll("[data-card]")) near.observe(card);

// A figure as a file, as it stands on the page.
function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function save(holder, name, form) {
  const { width, height } = holder.getBoundingClientRect();
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  const { data, layout } = holder;
  const figure = { data, layout: { ...layout, paper_bgcolor: ground } };
  const url = await Plotly.toImage(figure, { format: "svg", width, height });
  if (form === "svg") {
    offer(new Blob([decodeURIComponent(url.slice(url.indexOf(",") + 1))], { type: "image/svg+xml" }), `${name}.svg`);
    return;
  }
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => offer(blob, `${name}.png`), "image/png");
}

for (const row of document.querySelectorAll("[data-save]")) {
  row.hidden = false;
  for (const button of row.querySelectorAll("button")) {
    button.addEventListener("click", () => save(document.querySelector("[data-figure]"), row.dataset.save, button.dataset.as));
  }
}
