// What Discord's client tells a page in its window, an activity, and what it hears from it.
//
// Discord's own library is not loaded: of it this page needs a handshake and six commands. Both sides
// send a pair: a number that says what it is, and an object.

import { ROOT, styled } from "./dom.js";
import { fitted } from "./room.js";

const { client, application, home } = document.documentElement.dataset;
const CLIENTS = client.split(" ").filter((origin) => origin !== location.origin);
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2]; // 3, a greeting of old clients, says nothing
const SMALL = [1, 2]; // layouts in which nothing is pressed: picture-in-picture, a tile among others
const READY_MS = 15_000;
const SESSION = "truco.session";

function kept() {
  try {
    return sessionStorage.getItem(SESSION) ?? "";
  } catch {
    return "";
  }
}

function keep(session) {
  try {
    sessionStorage.setItem(SESSION, session);
  } catch {
    // the film of a private table stays closed then
  }
}

/** What Discord said when it opened the window. */
const told = new URLSearchParams(location.search);
const instance = told.get("instance_id") ?? "";

/** Where a page of the window is: all of them are told what Discord said, but for the table of a link, which is
 * opened once. */
function pageAt(path) {
  const query = new URLSearchParams(told);
  query.delete("custom_id");
  return `${path}?${query}`;
}

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
    this.#post(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: told.get("frame_id") ?? "" });
  }

  /** Does something, and gives what the client answers. */
  ask(cmd, args, evt) {
    const nonce = crypto.randomUUID();
    this.#post(FRAME, { cmd, args, evt, nonce });
    return new Promise((resolve, reject) => this.#waiting.set(nonce, { resolve, reject }));
  }

  /** Hears an event from now on. */
  hear(event, heard) {
    this.#heard[event] = heard;
    return this.ask("SUBSCRIBE", undefined, event);
  }

  #post(opcode, payload) {
    // The browser gives a message to that origin alone; before the client has spoken it may be any of these.
    for (const origin of this.#origins) this.#to.postMessage([opcode, payload], origin);
  }

  #receive({ origin, source, data }) {
    if (!CLIENTS.includes(origin) || source !== this.#to || !Array.isArray(data)) return;
    this.#origins = [origin];
    const [opcode, said] = data;
    if (opcode === CLOSE) this.#end();
    if (opcode === FRAME && said) this.#hear(said);
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

/** The window, as Discord's client and this page speak of it. */
export class Discord {
  #client = new Client();
  base = pageAt("/"); // where the window's own page is
  home = home; // the page's address outside Discord
  session = "";

  constructor() {
    this.ready = this.#client.ready;
    const turned = ({ layout_mode: mode }) => fitted(SMALL.includes(mode) ? "small" : "focused");
    this.ready.then(() => this.#client.hear("ACTIVITY_LAYOUT_MODE_UPDATE", turned)).catch(() => {}); // it stays as it is
    fitted();
    styled("css/window.css").catch(() => {}); // without it the room at the edges is missing, and what is made for small windows
    document.addEventListener("click", (event) => {
      const address = event.target.closest?.("a[href]:not([download])")?.href;
      if (!address?.startsWith("https:") || new URL(address).origin === location.origin) return;
      event.preventDefault(); // nothing else may be shown in the window
      this.#client.ask("OPEN_EXTERNAL_LINK", { url: address }).catch(() => {});
    });
  }

  /** What the server needs to learn who this is. */
  async start() {
    await this.ready;
    const { code } = await this.#client.ask("AUTHORIZE", { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
    return String(new URLSearchParams({ code, instance }));
  }

  /** `token`: what the client wants to be shown, once. */
  authenticate(token) {
    this.#client.ask("AUTHENTICATE", { access_token: token }).catch(() => {});
  }

  /** The table, or the invitation, of the link by which the window was opened. */
  get target() {
    return /^[\w-]{1,64}$/.exec(told.get("custom_id") ?? "")?.[0] ?? "";
  }

  page(path) {
    return pageAt(`${ROOT}${path}`);
  }

  keepSession(session) {
    this.session = session;
    keep(`${instance} ${session}`);
  }

  /** What a request says of the window, beside the page's key. */
  get headers() {
    const [of, before] = kept().split(" ");
    return { "Truco-Session": this.session || (of === instance ? before : "") };
  }

  /** Has the person choose chats for a link into this window, with a line beside it; `code`: the table that the
   * link opens. Gives whether the client can do that. */
  async share({ text, code }) {
    try {
      await this.ready;
      await this.#client.ask("SHARE_LINK", { message: text, ...(code && { custom_id: code }) });
      return true;
    } catch {
      return false;
    }
  }
}
