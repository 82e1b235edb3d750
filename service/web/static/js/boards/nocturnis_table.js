// The pad of Nocturnis at a table: squares are pressed until only one place is left for the shape.

const box = () => document.querySelector("fieldset.sheetpad");
const inputs = () => [...box().querySelectorAll(".cells input")];
const held = (place, squares) => squares.every((square) => place.includes(square));

function show() {
  if (!box()?.dataset.places) return;
  const [legal, others] = JSON.parse(box().dataset.places);
  const squares = inputs().filter((input) => input.checked).map((input) => input.value);
  const found = legal.filter((place) => held(place, squares));
  const left = found.length ? found : others.filter((place) => held(place, squares));
  const possible = new Set(left.flat());
  for (const input of inputs()) {
    input.closest("label").classList.toggle("out", squares.length > 0 && !possible.has(input.value) && !input.checked);
  }
  box().querySelector("[data-fit]").setAttribute("d", squares.length && left.length === 1 ? outline(left[0]) : "");
}

function outline(names) {
  const across = getComputedStyle(box().querySelector(".cells")).gridTemplateColumns.split(" ").length;
  const order = inputs().map((input) => input.value);
  const squares = new Set(names.map((name) => order.indexOf(name)));
  return [...squares]
    .flatMap((square) => {
      const [column, row] = [square % across, Math.floor(square / across)];
      const [x, y] = [30 + column * 60, 8 + row * 60];
      const beside = (dx, dy) => column + dx >= 0 && column + dx < across && squares.has(square + dx + dy * across);
      return [
        beside(0, -1) ? "" : `M${x} ${y}h60`,
        beside(0, 1) ? "" : `M${x} ${y + 60}h60`,
        beside(-1, 0) ? "" : `M${x} ${y}v60`,
        beside(1, 0) ? "" : `M${x + 60} ${y}v60`,
      ];
    })
    .join("");
}

for (const name of ["padchanged", "padcleared", "laid"]) addEventListener(name, show);
show();

// Arrows move over the sheet.
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
addEventListener("keydown", (event) => {
  const step = STEP[event.key];
  if (!step || !event.target.matches?.(".cells input")) return;
  event.preventDefault();
  const list = inputs();
  const across = getComputedStyle(box().querySelector(".cells")).gridTemplateColumns.split(" ").length;
  const at = list.indexOf(event.target);
  const column = (at % across) + step[0];
  if (column >= 0 && column < across) list[at + step[0] + step[1] * across]?.focus();
});
