// Whether the page in a window can be seen. While it cannot, the person's chats show the table and call.

const SOON_MS = 15_000; // who comes back this soon was never away

export class Sight {
  #link;
  #later = 0;
  #folded = false; // the app has put the window away

  constructor(link) {
    this.#link = link;
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** The app says that it shows the window, or does so no longer. */
  shown(is) {
    this.#folded = !is;
    this.look();
  }

  /** A new connection knows nothing of it: `look` once more. */
  look() {
    clearTimeout(this.#later);
    const tell = (seen) => this.#link.tell("sight", { seen });
    if (document.hidden || this.#folded) this.#later = setTimeout(tell, SOON_MS, false);
    else tell(true);
  }
}
