// What the page does on somebody's device beside the game: its worker, which keeps what can be read without a network.

export class Pocket {
  #link;

  constructor({ link }) {
    this.#link = link;
    navigator.serviceWorker.register(`/worker.js?idioma=${link.locale}`).catch(() => {}); // a browser without room for one plays on
  }
}
