// A file for the person to keep.

import { h } from "./dom.js";

/** Saves a text, or a picture, as a file. */
export function download(name, content) {
  const file = content instanceof Blob ? content : new Blob([content], { type: "text/plain;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
