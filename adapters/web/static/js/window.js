// The page in a window of Telegram: who opened it, and what the window around it can do for a table.

import { fileAt, h, icon } from "./dom.js";
import { speaks } from "./faces.js";
import { Sight } from "./sight.js";
import { soundsBetween } from "./sound.js";
import { Telegram } from "./telegram.js";

/** What a telephone does with what is heard, the weightiest first. */
const FELT = [
  ["turn", { type: "notification", notification_type: "warning" }],
  ["won", { type: "notification", notification_type: "success" }],
  ["lost", { type: "notification", notification_type: "error" }],
  ["call", { type: "impact", impact_style: "medium" }],
];
const LOW = 600; // points: in full screen the app's own buttons would lie over a table that needs the room
const FOLDS = ".more[open], .senas[open], .order[open]";

/** The table of a button in a private chat stands in the address; that of a link is signed. */
const target = () => /^[a-z0-9]{1,64}$/.exec(new URLSearchParams(location.search).get("mesa") ?? "")?.[0] ?? "";

export class Host {
  #telegram = new Telegram();
  #told = {};
  #words = {};
  #locale = "";
  #screen = null;
  #home = ""; // whether a sign on the home screen opens this window
  #full = false;

  /** `leave` leads from a table to the hall; `changed` has the page drawn anew. */
  constructor({ link, leave, changed }) {
    this.target = target();
    this.link = link;
    this.leave = leave;
    this.changed = changed;
    this.sight = new Sight(link);
    Object.assign(link.on, {
      session: ({ session }) => this.welcomed(session),
      prepared: ({ prepared }) => this.#telegram.post("web_app_send_prepared_message", { id: prepared }),
    });
    this.#telegram.on({
      back_button_pressed: () => this.#back(),
      fullscreen_changed: ({ is_fullscreen: full }) => this.#redraw(() => { this.#full = full; }),
      visibility_changed: ({ is_visible: is }) => this.sight.shown(is),
      home_screen_checked: ({ status }) => this.#redraw(() => { this.#home = status; }),
      home_screen_added: () => this.#redraw(() => { this.#home = "added"; }),
    });
    this.#telegram.post("web_app_check_home_screen");
    // A dialog or a menu over the page is a level of its own.
    const levels = new MutationObserver(() => this.#showBack());
    levels.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["open", "data-page"] });
  }

  #redraw(change) {
    change();
    this.changed();
  }

  get headers() {
    return this.#telegram.headers;
  }

  /** What the first message to the server says of the window. */
  get greeting() {
    return { window: "telegram", start: this.#telegram.start, session: this.#telegram.session };
  }

  welcomed(session) {
    this.#telegram.keepSession(session);
  }

  page(path) {
    return this.#telegram.page(path);
  }

  // --- levels -----------------------------------------------------------------------------------

  /** What *back* closes: what lies over the page, the channel, the table. */
  #level() {
    const dialog = document.querySelector("dialog[open]");
    if (dialog) return () => dialog.close();
    const fold = document.querySelector(FOLDS);
    if (fold) return () => { fold.open = false; };
    const [table] = document.querySelectorAll(".tab");
    if (document.body.dataset.page === "channel" && table?.checkVisibility()) return () => table.click();
    return this.#told.match ? this.leave : null;
  }

  #back() {
    this.#level()?.();
  }

  #showBack() {
    const shown = Boolean(this.#level());
    if (shown !== this.#told.back) this.#telegram.post("web_app_setup_back_button", { is_visible: shown });
    this.#told.back = shown;
  }

  // --- a table ----------------------------------------------------------------------------------

  /** `screen`: the newest picture of the table that is shown; `match`: that table; `playing`: leaving would be
   * felt. */
  follow({ screen, match, playing }) {
    if (playing !== this.#told.playing) {
      this.#telegram.post("web_app_setup_closing_behavior", { need_confirmation: playing });
      this.#telegram.post("web_app_setup_swipe_behavior", { allow_vertical_swipe: !playing });
    }
    Object.assign(this.#told, { match, playing });
    if (screen !== this.#screen) this.#feel(this.#screen, screen);
    this.#screen = screen;
    this.#showBack();
    this.#speak();
  }

  #feel(before, after) {
    const heard = new Set(soundsBetween(before, after));
    if (!after?.seats.some((seat) => !seat.me && speaks(before, after, seat.seat))) heard.delete("call");
    const felt = FELT.find(([name]) => heard.has(name));
    if (felt) this.#telegram.post("web_app_trigger_haptic_feedback", felt[1]);
  }

  // --- what only a window offers ------------------------------------------------------------------

  /** The words of the window, in the page's language. */
  async #speak() {
    const locale = this.link.locale;
    if (locale === this.#locale) return;
    this.#locale = locale;
    const answer = await fetch(fileAt(`words/window.${locale}.json`)).catch(() => null);
    if (answer?.ok) this.#words = await answer.json();
    this.changed();
  }

  #button(word, picture, press) {
    const text = this.#words[`web.window.${word}`];
    return text && h("button", { key: `window-${word}`, type: "button", class: "press press-secondary", onclick: press }, picture && icon(picture), text);
  }

  /** A button that sends an invitation to this lobby into a chat. */
  invite(screen) {
    const invites = screen.buttons.some(({ token }) => token.endsWith(".INVITE"));
    if (!invites || !this.#telegram.knows("web_app_send_prepared_message")) return null;
    return this.#button("share", "share", () => this.link.press("share", { match: screen.match }));
  }

  /** Buttons that are seldom wanted. */
  get more() {
    const can = (name) => this.#telegram.knows(name);
    return [
      can("web_app_request_fullscreen") && innerHeight > LOW && this.#button(this.#full ? "part" : "full", "", () => this.#telegram.post(this.#full ? "web_app_exit_fullscreen" : "web_app_request_fullscreen")),
      ["missed", "unknown"].includes(this.#home) && this.#button("home", "star", () => this.#telegram.post("web_app_add_to_home_screen")),
    ];
  }
}
