// A short status above the dock, the same to the eye as to a screen reader.

import { say } from "./shared.js";

let telling = 0;

export function tell(text, long = 1800) {
  say(text);
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(telling);
  telling = setTimeout(() => (toast.hidden = true), long); // milliseconds
}
