// Playing with a pointer or keys: a chosen card lights the places where it fits.

function light() {
  const card = document.querySelector(".cards input:checked")?.value || "";
  for (const place of document.querySelectorAll("button.place")) {
    const fits = card ? place.dataset.cards.split(" ").includes(card) : place.dataset.plain !== "";
    const what = card ? `plant ${card}` : place.dataset.plain;
    place.setAttribute("aria-disabled", String(!fits));
    document.querySelector(`.tile[data-at="${place.dataset.place}"]`).classList.toggle("can", fits);
    place.setAttribute("aria-label", fits ? `${place.dataset.label}. Press to ${what}` : place.dataset.label);
    place.title = fits ? `${what[0].toUpperCase()}${what.slice(1)} ${card ? "on " : ""}${place.dataset.place}` : "";
  }
}

addEventListener("change", (event) => event.target.matches(".cards input") && light());
addEventListener("swapped", light);
light();

addEventListener("click", (event) => {
  const control = event.target.closest("[aria-disabled=true]");
  if (control) event.preventDefault();
});

// Arrows move over the garden; Escape puts the chosen card back.
const STEP = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const none = document.querySelector(".cards input[value='']");
    if (none && !none.checked) none.click();
    return;
  }
  const at = event.target.closest?.("button.place");
  if (!at || !(event.key in STEP)) return;
  event.preventDefault();
  const places = [...document.querySelectorAll(".place")];
  let next = places.indexOf(at);
  do {
    const column = next % 3;
    if ((event.key === "ArrowLeft" && column === 0) || (event.key === "ArrowRight" && column === 2)) return;
    next += STEP[event.key];
  } while (places[next] && !places[next].matches("button"));
  places[next]?.focus();
});
