// The connection to the server: one WebSocket, opened again by itself whenever it breaks.
//
// The tab's key is the person. It is made here, kept in sessionStorage (so that every tab is
// somebody of its own, unless somebody wants to be called while the page is closed) and sent as the first message, never in an address. A press has an id and is
// sent again with the same id after a break; the server answers a repeated id with its first answer.

import { nextLine } from "./line.js";

const KEY = "truco.key";
const NAME = "truco.name";
const PATIENCE = [300, 700, 1500, 3000, 5000];

function remember(name, make) {
  try {
    const value = kept(name) ?? make();
    sessionStorage.setItem(name, value);
    return value;
  } catch {
    return make(); // storage is switched off: a person until the tab is closed
  }
}

/** What the browser keeps for longer than a tab, if somebody wants that. */
function kept(name) {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name);
}

function chance(size) {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export class Link {
  /** `on` has a function for each kind of message, and `status(up)`. */
  constructor(on) {
    this.on = on;
    this.key = remember(KEY, () => chance(32));
    this.name = remember(NAME, () => "");
    this.greeted = this.name; // the name with which the server was greeted last
    this.locale = "";
    this.match = "";
    this.waiting = new Map();
    this.welcomed = false; // on this connection
    this.failures = 0;
    this.push = ""; // the key for which a browser subscribes to be called while the page is closed
    this.host = null; // the window of a chat platform around the page
  }

  /** `ready`: a promise; nothing that comes is told before it is kept. */
  open(ready = this.ready) {
    this.ready = ready;
    let closed = false;
    this.socket = nextLine();
    this.socket.onopen = () => this.#greet();
    if (this.socket.readyState === WebSocket.OPEN) this.#greet();
    this.socket.onmessage = ({ data }) => ready.then(() => !closed && this.#receive(JSON.parse(data)));
    this.socket.onclose = () => {
      closed = true;
      this.welcomed = false;
      ready.then(() => this.on.status(false));
      if (this.closed) return;
      const pause = PATIENCE[Math.min(this.failures++, PATIENCE.length - 1)];
      setTimeout(() => this.open(), pause);
    };
  }

  #greet() {
    this.greeted = this.name;
    this.#put({ t: "hello", key: this.key, name: this.name, locale: this.locale, match: this.match, ...this.host?.greeting });
  }

  #receive(message) {
    if (message.t === "welcome") {
      this.failures = 0;
      this.welcomed = true;
      this.on.status(true);
      for (const press of this.waiting.values()) this.#put(press);
    }
    if (message.t === "closed") this.closed = true;
    if (message.id) this.waiting.delete(message.id);
    this.on[message.t]?.(message);
  }

  #put(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The next tabs of this browser are the same person, or no longer. */
  keep(keeps = true) {
    for (const name of [KEY, NAME]) {
      if (keeps) localStorage.setItem(name, sessionStorage.getItem(name));
      else localStorage.removeItem(name);
    }
  }

  /** Asks for something to happen, exactly once; the reply names the id that is returned. */
  press(t, message) {
    const id = chance(24);
    const press = { t, id, ...message };
    this.waiting.set(id, press);
    if (this.welcomed) this.#put(press);
    return id;
  }

  /** Says something that needs no answer; lost without a connection. */
  tell(t, message) {
    this.#put({ t, ...message });
  }

  called(name) {
    this.name = name;
    try {
      sessionStorage.setItem(NAME, name);
      if (localStorage.getItem(KEY)) localStorage.setItem(NAME, name);
    } catch {
      // as above
    }
    this.tell("name", { name });
  }
}
