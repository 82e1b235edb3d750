// The pad of Lepidoptery: column and lowest rank, or cards of the hand, lead to one reading.

import { say } from "../shared.js";

let form = null;
let plays = []; // { kind, ranks, joker, cards }
let why = {}; // by column and lowest rank: a reason and its clause
let against = {}; // by cards, with a + for the Joker: reasons and their clauses
let chosen = null;
let byCards = false; // whether the cards or the column were chosen last

const all = (selector) => [...form.querySelectorAll(selector)];
const same = (a, b) => a.length === b.length && a.every((rank, nth) => rank === b[nth]);
const kind = () => form.querySelector("[name=kind]:checked")?.value ?? "";
const low = () => Number(form.querySelector("[name=low]:checked")?.value ?? 0);
const joker = () => form.querySelector("[data-joker]");
const held = () => all("[data-card]:checked").map((box) => Number(box.dataset.card));
const named = ({ ranks, joker }) => ranks.join("-") + (joker ? `, Joker as ${joker}` : "");

function wire() {
  byCards = false;
  form = document.querySelector("[data-lepidoptery]");
  if (!form) return;
  const given = JSON.parse(form.dataset.lepidoptery);
  ({ why, against } = given);
  plays = given.plays.map(([kind, ranks, joker]) => {
    const cards = [...ranks];
    if (joker) cards.splice(ranks.indexOf(joker), 1);
    return { kind, ranks, joker, cards };
  });
  form.querySelector(".as").hidden = true;
  form.querySelector("[data-what]").closest("button").setAttribute("aria-disabled", "true");
  show([]);
}

// What fits the column and the lowest rank; the Joker is used as it lies unless only else works.
function fromColumn() {
  byCards = false;
  const fitting = plays.filter((play) => play.kind === kind() && (!low() || play.ranks[0] === low()));
  const lows = [...new Set(fitting.map((play) => play.ranks[0]))];
  if (!low() && lows.length === 1) check("low", lows[0]);
  if (!low() || !kind()) return show([]);
  if (!fitting.length) {
    const reason = why[kind()]?.[low()];
    uncheck("low");
    return show([], reason && [reason]);
  }
  let readings = fitting.filter((play) => Boolean(play.joker) === joker().checked);
  if (!readings.length) {
    joker().checked = !joker().checked;
    readings = fitting;
  }
  show(readings, [], true);
}

// What the chosen cards are, with the Joker or without.
function fromCards() {
  byCards = true;
  const cards = held();
  uncheck("kind");
  uncheck("low");
  const readings = plays.filter((play) => same(play.cards, cards) && Boolean(play.joker) === joker().checked);
  show(readings, cards.length && !readings.length ? unplayable(cards) : []);
}

// Why the cards can't be played: what the rules say to each reading of them.
function unplayable(cards) {
  const name = cards.join("-");
  const with_ = joker().checked ? " with the Joker" : "";
  const found = against[name + (with_ && "+")] ?? [];
  if (!found.length) return [[`${name}${with_} is no combination`, "combo.types"]];
  return found.map(([reason, clause], nth) => [nth ? reason : `${name}${with_}: ${reason}`, clause]);
}

function fromJoker() {
  if (byCards || !kind() || !low()) return fromCards();
  const readings = plays.filter(
    (play) => play.kind === kind() && play.ranks[0] === low() && Boolean(play.joker) === joker().checked,
  );
  show(readings, readings.length ? [] : [unlike()], true);
}

// What can be played with the Joker and not without it is not held; otherwise it is a single.
function unlike() {
  if (joker().checked) return ["A Joker is never a single", "joker.single"];
  const other = plays.find((play) => play.kind === kind() && play.ranks[0] === low());
  return [`${other.ranks.join("-")} without the Joker is not in the hand`, "play.hand"];
}

const check = (name, value) => {
  form.querySelector(`[name=${name}][value="${value}"]`).checked = true;
};
const uncheck = (name) => all(`[name=${name}]`).forEach((radio) => (radio.checked = false));

// One reading is chosen at once; of several, each is a button.
function show(readings, reasons = [], mark = false) {
  const list = form.querySelector(".readings");
  list.hidden = readings.length < 2;
  list.replaceChildren(
    ...(readings.length < 2 ? [] : readings).map((play) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "btn", textContent: named(play) });
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        for (const other of list.children) other.setAttribute("aria-pressed", String(other === button));
        choose(play, true);
      });
      return button;
    }),
  );
  if (mark && !readings.length) marked([]);
  choose(readings.length === 1 ? readings[0] : null, mark);
  tell(...(readings.length > 1 ? [["Choose what the Joker stands for"]] : reasons));
}

function choose(play, mark) {
  chosen = play;
  const main = form.querySelector("[data-what]");
  main.textContent = play ? `Play ${named(play)}` : "Play";
  main.closest("button").setAttribute("aria-disabled", String(!play));
  form.querySelector("[name=joker]").value = play?.joker ?? "";
  if (play) {
    check("kind", play.kind);
    check("low", play.ranks[0]);
    if (mark) marked(play.cards);
    say(main.textContent);
    tell();
  }
  ranks();
}

// The hand shows which cards go.
function marked(cards) {
  const left = [...cards];
  for (const box of all("[data-card]")) {
    const at = left.indexOf(Number(box.dataset.card));
    box.checked = at >= 0;
    if (at >= 0) left.splice(at, 1);
  }
}

// A rank is refused where the chosen column, or any, can't begin with it.
function ranks() {
  for (const radio of all("[name=low]")) {
    const rank = Number(radio.value);
    const open = plays.some((play) => play.ranks[0] === rank && (!kind() || play.kind === kind()));
    const [reason, clause] = open ? [""] : why[kind()]?.[rank] ?? ["nothing can be played from it"];
    radio.setAttribute("aria-disabled", String(!open));
    radio.setAttribute("aria-label", `From ${rank}${reason && `, refused: ${reason}`}`);
    Object.assign(radio.dataset, { reason, clause: clause ?? "" });
    radio.closest(".rk").classList.toggle("barred", !open);
  }
}

// Each reason is followed by its clause, as a link into the rules.
function tell(...reasons) {
  const line = form.querySelector("[data-why]");
  const parts = reasons.flatMap(([text, clause], nth) => [nth ? "; " : "", text, ...cited(clause)]);
  line.replaceChildren(...parts);
  line.hidden = !reasons.length;
  if (reasons.length) say(reasons.map(([text]) => text).join("; "));
}

function cited(clause) {
  if (!clause) return [];
  const cite = document.createElement("a");
  Object.assign(cite, { className: "cite", textContent: clause, href: `/rules/lepidoptery#${clause}` });
  return [" ", cite];
}

addEventListener("change", ({ target }) => {
  if (!form?.contains(target)) return;
  if (target.matches("[name=kind], [name=low]")) fromColumn();
  else if (target.matches("[data-card]")) fromCards();
  else if (target.matches("[data-joker]")) fromJoker();
});

// What is refused stays as it is and says why.
addEventListener("click", ({ target }) => {
  const control = target.closest?.("[aria-disabled=true]");
  if (!control || !form?.contains(control)) return;
  const described = document.getElementById(control.getAttribute("aria-describedby"));
  if (control.matches(".main")) tell(["Choose a column and the lowest rank, or cards of the hand"]);
  else if (control.matches("[data-joker]")) tell(["The Joker is used up until you pass", "joker.used"]);
  else if (control.dataset.reason) tell([control.dataset.reason, control.dataset.clause]);
  else if (described) tell([described.textContent]);
});

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !form?.isConnected || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("details[open]")) return;
  for (const input of all(":checked:is([type=radio],[type=checkbox])")) input.checked = false;
  show([]);
});

addEventListener("laid", wire);
wire();
