// The page in a window of Discord: an activity. Who opened it, and what Discord's client does for it.
//
// Discord's own library is not loaded: of it this page needs a handshake and four commands. Both sides
// send a pair: a number that says what it is, and an object.

import { Sight } from "./sight.js";

const { client, application, home } = document.documentElement.dataset;
const CLIENTS = client.split(" ").filter((origin) => origin !== location.origin);
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2]; // 3, a greeting of old clients, says nothing
const READY_MS = 15_000;
const asked = new URLSearchParams(location.search);

/** Discord's client: the window around the page, or the one that has opened it. */
class Client {
  #to = window.parent.opener ?? window.parent;
  #origins = CLIENTS;
  #waiting = new Map();
  #heard = {};

  constructor() {
    const from = CLIENTS.find((origin) => document.referrer.startsWith(`${origin}/`));
    if (from) this.#origins = [from];
    this.ready = new Promise((resolve, reject) => {
      this.#heard.READY = resolve;
      this.#heard.CLOSE = reject;
      setTimeout(reject, window.parent === window ? 0 : READY_MS);
    });
    window.addEventListener("message", (event) => this.#receive(event));
    this.#post(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: asked.get("frame_id") ?? "" });
  }

  /** Does something, and gives what the client answers. */
  ask(cmd, args) {
    const nonce = crypto.randomUUID();
    this.#post(FRAME, { cmd, args, nonce });
    return new Promise((resolve, reject) => this.#waiting.set(nonce, { resolve, reject }));
  }

  #post(opcode, payload) {
    // The browser gives a message to that origin alone; before the client has spoken it may be any of these.
    for (const origin of this.#origins) this.#to.postMessage([opcode, payload], origin);
  }

  #receive({ origin, source, data }) {
    if (!CLIENTS.includes(origin) || source !== this.#to || !Array.isArray(data)) return;
    this.#origins = [origin];
    const [opcode, told] = data;
    if (opcode === CLOSE) this.#end();
    if (opcode === FRAME && told) this.#hear(told);
  }

  #hear({ cmd, evt, data, nonce }) {
    if (cmd === "DISPATCH") return this.#heard[evt]?.(data);
    const waits = this.#waiting.get(nonce);
    this.#waiting.delete(nonce);
    if (evt === "ERROR") waits?.reject(data);
    else waits?.resolve(data);
  }

  #end() {
    this.#heard.CLOSE();
    for (const { reject } of this.#waiting.values()) reject();
    this.#waiting.clear();
  }
}

export class Host {
  #client = new Client();
  #session = "";
  #start = "";
  target = ""; // the server knows which button was pressed
  home = home; // the page's address outside Discord
  more = null;

  constructor({ link }) {
    this.ready = this.#begin();
    this.sight = new Sight(link);
    link.on.session = ({ session }) => this.welcomed(session);
    document.addEventListener("click", (event) => {
      const address = event.target.closest?.("a[href]:not([download])")?.href;
      if (!address?.startsWith("https:")) return;
      event.preventDefault(); // nothing else may be shown in the window
      this.open(address);
    });
  }

  /** Asks for the code by which the server learns who this is. Without one it turns the window away with a
   * sentence. */
  async #begin() {
    try {
      await this.#client.ready;
      const { code } = await this.#client.ask("AUTHORIZE", { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
      this.#start = String(new URLSearchParams({ code, instance: asked.get("instance_id") ?? "" }));
    } catch {
      this.#start = "";
    }
  }

  get headers() {
    return { "Truco-Session": this.#session };
  }

  get greeting() {
    return { window: "discord", start: this.#start, session: this.#session };
  }

  /** `token`: what the client wants to be shown, once. */
  welcomed(session, token) {
    this.#session = session;
    if (token) this.#client.ask("AUTHENTICATE", { access_token: token }).catch(() => {});
  }

  /** Opens an address outside the window, if the person agrees. */
  open(url) {
    this.#client.ask("OPEN_EXTERNAL_LINK", { url }).catch(() => {});
  }

  follow() {} // the window needs to know nothing of a table

  invite() {
    return null;
  }
}
