// Says how far an experiment is, and shows its answer once there is one.

const holder = document.querySelector("[data-progress]");
const bar = holder.querySelector("progress");
const said = holder.querySelector("#so-far");
const PAUSE = 1000; // milliseconds

async function look() {
  const answer = await fetch(holder.dataset.progress).catch(() => null);
  if (answer?.ok) {
    const { running, done, said: text } = await answer.json();
    if (!running) {
      location.reload();
      return;
    }
    bar.value = done;
    said.textContent = text;
  }
  setTimeout(look, PAUSE);
}
setTimeout(look, PAUSE);
