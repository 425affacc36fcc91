// The channel: what happens at the table, what only I am told, and the line to type commands.

import { h, icon, morph } from "./dom.js";

const KEEP = 200;

/** The lines of the channel in order; screens bring overlapping pieces of it. */
export class Feed {
  constructor() {
    this.lines = [];
    this.log = [];
    this.count = 0;
  }

  #add(line) {
    this.lines.push({ key: `line-${++this.count}`, ...line });
    if (this.lines.length > KEEP) this.lines.splice(0, this.lines.length - KEEP);
  }

  /** Adds the log of a newer screen; lines that the last one had already are not repeated. */
  follow(log) {
    const same = (a, b) => a.id === b.id && a.text === b.text;
    let shared = Math.min(this.log.length, log.length);
    while (shared && !this.log.slice(-shared).every((line, n) => same(line, log[n]))) shared--;
    for (const line of log.slice(shared)) this.#add({ kind: "table", id: line.id, text: line.text, weight: line.weight });
    this.log = log;
  }

  /** Another table, or the same one in another language: its log starts anew. */
  restart() {
    this.lines = this.lines.filter((line) => line.kind !== "table");
    this.log = [];
  }

  talk({ token, name, text }) {
    this.#add({ kind: "talk", token, name, text });
  }

  /** The table is left: what was written there goes. */
  leave() {
    this.lines = this.lines.filter((line) => line.kind !== "talk");
  }

  mine(text) {
    this.#add({ kind: "typed", text });
  }

  aside(text, tone) {
    this.#add({ kind: "aside", text, weight: tone });
  }
}

export function feedItems(feed, w, about) {
  if (!feed.lines.length) return [h("p", { key: "empty", class: "feed-empty" }, w("web.feed.empty"))];
  return feed.lines.map((line) => h("p", { key: line.key, "data-id": line.id, class: `feed-line feed-${line.kind} weight-${line.weight ?? "normal"}` },
    line.kind === "talk" && h("button", { type: "button", class: "talk-name", "aria-label": w("web.chat.open", { name: line.name }), onclick: () => about(line.token) }, line.name),
    line.kind === "aside" && h("span", { class: "only-you" }, w("web.only.you")),
    h("span", { class: "feed-text" }, line.text)));
}

/** The command line: a text field with a menu of suggestions. */
export class SlashLine {
  constructor({ form, line, menu, complete, send }) {
    Object.assign(this, { form, line, menu, complete, send });
    this.items = [];
    this.active = -1;
    this.asked = 0;
    this.past = [];
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#submit();
    };
    line.oninput = () => this.#ask();
    line.onfocus = () => this.line.value && this.#ask();
    line.onblur = () => this.#close();
    line.onkeydown = (event) => this.#key(event);
  }

  /** Opens the menu of all commands. */
  begin() {
    this.line.value = "/";
    this.line.focus();
    this.#ask();
  }

  #ask() {
    const text = this.line.value;
    if (!text.startsWith("/")) return this.#close();
    this.complete(++this.asked, text);
  }

  /** Suggestions have come; late ones, for a text that has changed since, are dropped. */
  offer(number, items) {
    if (number !== this.asked || document.activeElement !== this.line) return;
    this.items = items.filter((item) => item.text.trim() !== this.line.value.trim());
    // Enter completes a name that is being typed; options are only suggested.
    const naming = !/\s/.test(this.line.value.trimStart());
    this.active = naming && this.items.length === items.length && items.length > 0 ? 0 : -1;
    this.#draw();
  }

  #draw() {
    const open = this.items.length > 0;
    this.menu.hidden = !open;
    this.line.setAttribute("aria-expanded", String(open));
    morph(this.menu, this.items.map((item, index) => h("li", {
      key: `suggestion-${item.text}`,
      id: `suggestion-${index}`,
      role: "option",
      class: "suggestion",
      "aria-selected": String(index === this.active),
      onclick: () => this.#take(index),
    }, h("span", { class: "suggestion-label" }, item.label), h("span", { class: "suggestion-hint" }, item.hint))));
    for (const option of this.menu.children) option.onpointerdown = (event) => event.preventDefault();
    if (open && this.active >= 0) {
      this.line.setAttribute("aria-activedescendant", `suggestion-${this.active}`);
      this.menu.children[this.active]?.scrollIntoView({ block: "nearest" });
    } else {
      this.line.removeAttribute("aria-activedescendant");
    }
  }

  #close() {
    this.asked++;
    this.items = [];
    this.active = -1;
    this.#draw();
  }

  #take(index) {
    this.line.value = this.items[index].text;
    this.line.focus();
    this.#ask();
  }

  #key(event) {
    const many = this.items.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (many) {
        this.active = (this.active + (event.key === "ArrowDown" ? 1 : -1) + many) % many;
        this.#draw();
      } else if (event.key === "ArrowUp" && this.past.length && !this.line.value) {
        this.line.value = this.past.at(-1);
      }
    } else if (event.key === "Tab" && !event.shiftKey && many && this.active >= 0) {
      event.preventDefault();
      this.#take(this.active);
    } else if (event.key === "Escape") {
      if (many) event.preventDefault();
      this.#close(); // suggestions that are still on their way do not come either
    } else if (event.key === "Enter" && many && this.active >= 0) {
      event.preventDefault();
      this.#take(this.active);
    }
  }

  #submit() {
    const text = this.line.value.trim();
    if (!text) return;
    this.past.push(text);
    this.line.value = "";
    this.#close();
    this.send(text);
  }
}

export const sendLabel = () => icon("send");
