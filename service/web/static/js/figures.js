// What every figure has in common: no tools, and the ink of the page that it stands on.

// No mode bar, and nothing in the figure that sends it anywhere.
export const CONFIG = {
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
export function inked(value, style) {
  if (typeof value === "string") {
    return value.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  }
  if (Array.isArray(value)) return value.map((item) => inked(item, style));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inked(v, style)]));
  }
  return value;
}

export function house(layout, style) {
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
