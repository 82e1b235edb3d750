// Draws each figure in the page's own ink, again when the theme changes; folds the tables below.

// No mode bar, and nothing in the figure that sends it anywhere.
const CONFIG = {
  responsive: true,
  displayModeBar: false,
  displaylogo: false,
  showSendToCloud: false,
  showLink: false,
  showEditInChartStudio: false,
  sendData: false,
  plotlyServerURL: "",
  doubleClick: false,
};

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

// Colour strings such as "var(--text)" become what they stand for now.
function inked(value, style) {
  if (typeof value === "string") {
    return value.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  }
  if (Array.isArray(value)) return value.map((item) => inked(item, style));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inked(v, style)]));
  }
  return value;
}

function house(layout, style) {
  const ink = (name) => style.getPropertyValue(name).trim();
  const axis = { gridcolor: ink("--line"), linecolor: ink("--line-2"), zeroline: false, automargin: true };
  const merged = {
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    showlegend: false,
    margin: { t: 12, r: 12, b: 40, l: 48 },
    ...layout,
    font: { family: ink("--sans"), size: 13, color: ink("--text-2"), ...layout.font },
    hoverlabel: { bgcolor: ink("--raised"), bordercolor: ink("--edge"), font: { color: ink("--text") }, ...layout.hoverlabel },
    transition: { duration: calm ? 0 : 220, ...layout.transition },
  };
  if (calm) merged.transition.duration = 0;
  for (const name of new Set(["xaxis", "yaxis", ...Object.keys(layout).filter((k) => /^[xy]axis\d*$/.test(k))])) {
    merged[name] = { ...axis, ...layout[name] };
  }
  return merged;
}

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
