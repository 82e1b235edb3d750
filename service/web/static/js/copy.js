// What is shown once is copied by a button; without a clipboard it is selected, to be copied by key.

import { say } from "./shared.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = button.parentElement.querySelector("input");
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Selected";
    }
    say(button.textContent);
  });
}
