// The page in a window of Discord, an activity: who opened it, and what the client around it can do for a table.

import { fileAt, h, icon } from "./dom.js";
import { Discord } from "./discord.js";
import { Sight } from "./sight.js";

export class Host {
  #discord = new Discord();
  #start = "";
  #words = {};
  #locale = "";
  more = null;

  constructor({ link, changed }) {
    this.link = link;
    this.changed = changed;
    this.target = this.#discord.target; // of a button that was pressed the server knows
    this.home = this.#discord.home;
    this.ready = this.#begin();
    this.sight = new Sight(link);
    Object.assign(link.on, {
      session: ({ session }) => this.welcomed(session),
      prepared: ({ prepared }) => this.#discord.share({ text: this.#words["web.window.invitation"], code: prepared }),
    });
  }

  /** Without a start the server turns the window away with a sentence. */
  async #begin() {
    this.#start = await this.#discord.start().catch(() => "");
  }

  get headers() {
    return this.#discord.headers;
  }

  get greeting() {
    return { window: "discord", start: this.#start, session: this.#discord.session };
  }

  welcomed(session, token) {
    this.#discord.keepSession(session);
    if (token) this.#discord.authenticate(token);
  }

  page(path) {
    return this.#discord.page(path);
  }

  follow() {
    this.#speak();
  }

  /** The words of the window, in the page's language. */
  async #speak() {
    const { locale } = this.link;
    if (locale === this.#locale) return;
    this.#locale = locale;
    const answer = await fetch(fileAt(`words/window.${locale}.json`)).catch(() => null);
    if (answer?.ok) this.#words = await answer.json();
    this.changed();
  }

  /** A line for people of other chats. Gives whether the client has taken it. */
  share(text) {
    return this.#discord.share({ text });
  }

  /** A button that sends an invitation to this lobby into a chat. */
  invite(screen) {
    const invites = screen.buttons.some(({ token }) => token.endsWith(".INVITE"));
    const text = this.#words["web.window.share"];
    if (!invites || !text) return null;
    const press = () => this.link.press("share", { match: screen.match });
    return h("button", { key: "window-share", type: "button", class: "press press-secondary", onclick: press }, icon("share"), text);
  }
}
