// The main button says how many seats it starts; the folded rulings say how many are changed.

const form = document.querySelector("form.new");
const many = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

function tell() {
  const rows = [...form.querySelectorAll("[data-seat]")];
  for (const row of rows) {
    const who = row.querySelector("select").value;
    const name = row.querySelector(".name input");
    row.classList.toggle("free", who === "nobody");
    name.required = who === "person";
    name.placeholder = name.required ? "Name, needed" : "Name";
  }
  const taken = rows.filter((row) => !row.classList.contains("free"));
  const start = form.querySelector("[name=start]:checked");
  if (start && !taken.includes(start.closest("[data-seat]")) && taken.length) {
    taken[0].querySelector("[name=start]").checked = true;
  }
  form.querySelector("[data-start]").textContent = `${form.dataset.verb} ${form.dataset.title}, ${many(taken.length, "seat")}`;
  const defaults = [...form.querySelectorAll("[data-default]")];
  const changed = defaults.filter((input) => !input.checked).length;
  form.querySelector("[data-rulings]").textContent =
    `${many(defaults.length, "ruling")}, ${changed ? `${changed} changed` : "all default"}`;
}

form.addEventListener("change", tell);
tell();
