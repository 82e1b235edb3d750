// The pad of Lepidoptery at a table: a chosen column dashes the ranks from which nothing goes.

function mark() {
  const column = document.querySelector(".types input:checked");
  const lows = column && new Set(column.dataset.lows.split(" "));
  for (const input of document.querySelectorAll(".ranks input")) {
    input.dataset.open ??= String(!input.closest("label").classList.contains("barred"));
    const open = lows ? lows.has(input.value) : input.dataset.open === "true";
    input.closest("label").classList.toggle("barred", !open);
  }
}
for (const name of ["padchanged", "padcleared", "laid"]) addEventListener(name, mark);
mark();
