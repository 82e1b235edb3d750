// Chances beside the replay: asked for, waited for, and the turning points once they are there.

import { say } from "./shared.js";

const PAUSE = 1000; // milliseconds

export class Chances {
  // `address` completes an address with what the reader sees; `ready` is called when there are new numbers.
  constructor(slot, address, ready) {
    Object.assign(this, { slot, address, ready, asked: 0, order: "" });
    slot.addEventListener("submit", (event) => this.start(event));
    slot.addEventListener("click", (event) => this.go(event));
  }

  // Shows what stands below the line in a state; without one, nothing.
  show(state) {
    this.slot.hidden = state === null;
    this.asked++;
    if (state !== null) this.look(this.asked, state);
  }

  async look(mine, state) {
    const found = await this.fetched();
    if (mine !== this.asked) return;
    if (found) {
      const now = found.dataset.state;
      if (now !== this.slot.firstElementChild?.dataset.state || now !== "none") this.slot.replaceChildren(found);
      if (now === "ready" && state !== "ready") {
        say("The chances are worked out.");
        this.mark();
        this.ready();
        return;
      }
      state = now;
    }
    if (state === "waiting") setTimeout(() => mine === this.asked && this.look(mine, state), PAUSE);
  }

  async fetched() {
    try {
      const answer = await fetch(this.address(this.slot.dataset.partAt, this.order ? { order: this.order } : {}));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return page.querySelector(".chances");
    } catch {
      return null; // the service may be starting anew; the next look tells
    }
  }

  async start(event) {
    event.preventDefault();
    const form = event.target;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (!answer.ok) throw new Error(String(answer.status));
    } catch {
      say("The chances could not be asked for. Try again.");
      return;
    }
    this.slot.replaceChildren();
    this.show("waiting");
  }

  async go(event) {
    const link = event.target.closest("a[data-step],a[data-order]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ("order" in link.dataset) {
      this.order = link.dataset.order;
      await this.look(++this.asked, "ready");
      this.slot.querySelector("[data-order][aria-current]")?.focus();
      return;
    }
    document.dispatchEvent(new CustomEvent("mothlog:go", { detail: { step: Number(link.dataset.step) } }));
  }

  // Marks of turning points join the others above the track.
  async mark() {
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".dock .marks");
    if (fresh) document.querySelector(".dock .marks").replaceWith(fresh);
  }
}
