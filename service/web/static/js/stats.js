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

for (const fold of document.querySelectorAll("[data-fold]")) fold.open = false;
const holders = [...document.querySelectorAll("[data-figure]")];
const drawAll = () => holders.forEach((holder) => draw(holder));
if (window.Plotly) drawAll();
else addEventListener("load", drawAll);
addEventListener("themechange", drawAll);
