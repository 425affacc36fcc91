// A record that somebody brings: dropped anywhere on the page, or chosen with a button.

import { h } from "./dom.js";

/** The place that says so; `take` gets the file. The browser's own button would speak the browser's language. */
export function dropPlace(about, choose, take) {
  return h("label", { key: "drop", class: "drop", for: "file" }, about,
    h("input", { type: "file", id: "file", class: "unseen", accept: ".truco,text/plain", onchange: (event) => {
      const [file] = event.target.files;
      if (file) take(file);
    } }),
    h("span", { class: "press press-secondary" }, choose));
}

/** From now on a file may be dropped. */
export function whenDropped(take) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}
