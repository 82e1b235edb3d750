// The log beside the board: its current row, and what is after it.

const rows = new Map(); // step -> its row

function gather() {
  rows.clear();
  for (const row of document.querySelectorAll(".ev[data-step]")) rows.set(Number(row.dataset.step), row);
}

const AGAIN = 150; // milliseconds: while a key is held, the list scrolls no more often
let revealed = 0;

// Mark the rows between two steps; return the round of the one that is shown.
export function follow(step, from, held = false) {
  if (!rows.get(step)?.isConnected) {
    gather();
    from = step;
  }
  rows.get(from)?.removeAttribute("aria-current");
  for (let k = Math.min(step, from); k <= Math.max(step, from); k++) rows.get(k)?.classList.toggle("after", k > step);
  const row = rows.get(step);
  row?.setAttribute("aria-current", "step");
  if (row && (!held || performance.now() - revealed > AGAIN)) {
    reveal(row);
    revealed = performance.now();
  }
  return row?.closest("[data-round]").dataset.round;
}

export function reveal(row) {
  const fold = row.closest("details");
  if (row.parentElement.hidden) return; // filtered away
  if (!fold.open) {
    for (const other of document.querySelectorAll(".rounds details[open]")) other.open = false;
    fold.open = true;
  }
  const list = row.closest(".rounds");
  if (list.scrollHeight <= list.clientHeight) return;
  const [a, b] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (a.top < b.top + 40 || a.bottom > b.bottom - 60) list.scrollTop += a.top - b.top - b.height / 3;
}
