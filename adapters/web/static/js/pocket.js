// What the page does on somebody's device beside the game: its worker, and calls while the page is closed.
// Who wants to be called is somebody for longer than a tab: the browser keeps who that is.

import { fileAt, h, icon } from "./dom.js";

const PUZZLES = "truco-puzzles"; // the worker shows them where there is no network
const MOST_PUZZLES = 10;
const KNOWN_BY = 300; // so many letters of a puzzle tell it from the others: where it stands, and what has happened
const LONG_S = 3600; // a turn that leaves so much time may come while nobody is there

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const textOf = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export class Pocket {
  #words = {};
  #locale = "";
  #worker = null;
  #kept = null; // this browser's subscription at its push service
  #told = null; // what the server says: {on, kinds, begin, end, zone}; nothing: it calls nobody
  #asks = false; // somebody has just pressed for it

  /** `watch` opens a table, `dialog` one of the dialogs, `changed` has the page drawn anew. */
  constructor({ link, watch, toast, dialog, changed }) {
    Object.assign(this, { link, watch, toast, dialog, changed });
    link.on.push = (message) => this.#hear(message);
    navigator.serviceWorker.onmessage = ({ data }) => this.#open(data.path);
    document.addEventListener("visibilitychange", () => this.look());
    if (matchMedia("(display-mode: standalone)").matches) link.keep();
    this.speak();
    this.#begin().catch(() => {}); // a browser without room for a worker plays on
  }

  async #begin() {
    this.#worker = await navigator.serviceWorker.register(`/worker.js?idioma=${this.link.locale}`);
    this.#kept = (await this.#worker.pushManager?.getSubscription()) ?? null;
    if (this.link.push) this.link.press("want_push", {});
    this.changed();
  }

  /** The words of this part, in the page's language. */
  async speak() {
    const { locale } = this.link;
    if (locale === this.#locale) return;
    this.#locale = locale;
    const answer = await fetch(fileAt(`words/pocket.${locale}.json`)).catch(() => null);
    if (answer?.ok) this.#words = await answer.json();
    this.changed();
  }

  #say = (word) => this.#words[`web.pocket.${word}`] ?? "";

  // --- what is seen ------------------------------------------------------------------------------

  /** The server is told whether somebody sees the page: then nothing calls them. A new connection knows nothing of it. */
  look() {
    if (!this.#told?.on) return;
    this.link.tell("sight", { seen: !document.hidden });
    if (!document.hidden) this.#worker.getNotifications({ tag: this.link.match }).then((shown) => shown.forEach((one) => one.close()));
  }

  #open(path) {
    const match = /^\/mesa\/([a-z0-9]{8})$/.exec(path)?.[1];
    if (match) this.watch(match);
  }

  // --- what is kept ------------------------------------------------------------------------------

  /** Keeps a puzzle whose answer was told. */
  async keepPuzzle({ title, text }) {
    try {
      const box = await caches.open(PUZZLES);
      await box.put(`/problema?${encodeURIComponent(text.slice(0, KNOWN_BY))}`, new Response(JSON.stringify({ title, text })));
      const puzzles = await box.keys();
      await Promise.all(puzzles.slice(0, -MOST_PUZZLES).map((one) => box.delete(one)));
    } catch {
      // no room: it is kept another time
    }
  }

  // --- calls -------------------------------------------------------------------------------------

  get #can() {
    return Boolean(this.#told && this.#worker.pushManager && window.Notification && this.#say("button"));
  }

  #button(word, style, named = "") {
    return h("button", { key: `pocket-${word}-${style}`, type: "button", class: `press press-${style}`, title: this.#say(word), onclick: () => this.#press() }, icon("bell"), h("span", { class: named }, this.#say(word)));
  }

  /** Behind *More*: to be called, or what one is called for. */
  get more() {
    return this.#can && this.#button(this.#told.on ? "settings" : "button", "secondary");
  }

  /** Where somebody's turn leaves `left` seconds: one press, and they may go. */
  offer(left) {
    return this.#can && left > LONG_S && !this.#told.on && Notification.permission !== "denied" && this.#button("button", "quiet press-offer", "order-name");
  }

  async #press() {
    if (this.#told.on) return this.#settings();
    if ((await Notification.requestPermission()) !== "granted") return this.toast(this.#say("denied"), "no");
    try {
      await this.#subscribe();
    } catch {
      return this.toast(this.#say("refused"), "no");
    }
    this.#asks = true;
    this.link.keep();
    return this.#set({ ...this.#told, zone: this.#told.zone || Intl.DateTimeFormat().resolvedOptions().timeZone });
  }

  async #subscribe() {
    await this.#kept?.unsubscribe(); // one for another key of the server
    this.#kept = await this.#worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(this.link.push) });
  }

  #set({ kinds, begin, end, zone }) {
    this.link.press("set_push", {
      address: this.#kept.endpoint, key: textOf(this.#kept.getKey("p256dh")), secret: textOf(this.#kept.getKey("auth")), kinds, begin, end, zone,
    });
  }

  #hear(message) {
    this.#told = message;
    if (message.on && !this.#kept) return this.link.press("end_push", {}); // taken away in the browser's settings
    if (message.on && textOf(this.#kept.options.applicationServerKey) !== this.link.push) {
      this.#subscribe().then(() => this.#set(message), () => {});
      return null;
    }
    this.look();
    this.changed();
    if (message.on && this.#asks) this.#settings();
    this.#asks = false;
    return null;
  }

  #settings() {
    const end = async () => {
      await this.#kept?.unsubscribe();
      this.#kept = null;
      this.link.keep(false);
      this.link.press("end_push", {});
    };
    this.dialog("calls", this.#told, this.#say, (told) => this.#set(told), end);
  }
}
