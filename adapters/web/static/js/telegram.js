// What Telegram's apps tell a page in their window, and what they hear from it.
//
// Telegram's own script is not loaded: this page runs nothing from other servers. Both sides say events
// with a name and JSON. The newest are known to the newest apps alone, which tell their version.

import { styled } from "./dom.js";
import { fitted } from "./room.js";

const START = "truco.start";
const SESSION = "truco.session";
const AROUND = "truco.window"; // the app's version and colours, for a page that is loaded anew
const { client, window: platform } = document.documentElement.dataset; // the origin of Telegram's web client
const WOOD = "#2a1a10"; // the page's theme colour

/** The first version of Telegram's that knows an event; those that are not named here all do. */
const SINCE = {
  web_app_setup_back_button: "6.1",
  web_app_set_background_color: "6.1",
  web_app_open_tg_link: "6.1",
  web_app_setup_closing_behavior: "6.2",
  web_app_trigger_haptic_feedback: "6.1",
  web_app_set_header_color: "6.9",
  web_app_setup_swipe_behavior: "7.7",
  web_app_set_bottom_bar_color: "7.10",
  web_app_request_fullscreen: "8.0",
  web_app_exit_fullscreen: "8.0",
  web_app_request_safe_area: "8.0",
  web_app_request_content_safe_area: "8.0",
  web_app_check_home_screen: "8.0",
  web_app_add_to_home_screen: "8.0",
  web_app_send_prepared_message: "8.0",
};

function kept(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function keep(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // a page that is loaded anew has to be opened again from the chat
  }
}

/** What Telegram wrote behind the #, which then leaves the address: it says who the person is. A start
 * that stands there twice is not Telegram's. */
function taken() {
  const told = new URLSearchParams(location.hash.slice(1));
  const starts = told.getAll("tgWebAppData");
  if (starts.length) {
    history.replaceState(null, "", location.pathname + location.search);
    keep(AROUND, JSON.stringify([told.get("tgWebAppVersion"), told.get("tgWebAppThemeParams")]));
  }
  if (starts.length === 1) keep(START, starts[0]);
  const [version, theme] = JSON.parse(kept(AROUND) || "[]");
  return { start: starts.length > 1 ? "" : starts[0] ?? kept(START), version: version ?? "6.0", theme: JSON.parse(theme ?? "{}") };
}

/** The session that came of this start; a window that is loaded anew has the same start again. */
function sessionOf(start) {
  const [of, session] = kept(SESSION).split(" ");
  return of === start ? session : "";
}

function isFrom(version, since) {
  const [[major, minor], [wanted, least]] = [version, since].map((one) => one.split(".").map(Number));
  return major > wanted || (major === wanted && minor >= least);
}

/** Whether a colour (#rrggbb) is nearer to black than to white. */
function isDark(colour) {
  const [red, green, blue] = colour.match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

const root = document.documentElement.style;

/** The window, as Telegram's app and this page speak of it. */
export class Telegram {
  #version;
  #heard = {};
  #insets = { safe: {}, content: {} };
  #dark = []; // the styles for dark devices: here they are those of a dark app
  base = `/ventana/${platform}`; // where the window's pages are

  constructor() {
    const { start, version, theme } = taken();
    Object.assign(this, { start, session: sessionOf(start) });
    this.#version = version;
    this.on({
      theme_changed: ({ theme_params: colours }) => this.#dress(colours),
      safe_area_changed: (insets) => this.#inset("safe", insets),
      content_safe_area_changed: (insets) => this.#inset("content", insets),
      viewport_changed: ({ height, is_state_stable: rests }) => rests && root.setProperty("--window-height", `${height}px`),
    });
    this.#listen();
    this.#dress(theme);
    fitted();
    styled("css/window.css").catch(() => {}); // without it nothing but the room at the edges is missing
    this.post("web_app_ready");
    this.post("web_app_expand");
    for (const part of ["header", "background", "bottom_bar"]) this.post(`web_app_set_${part}_color`, { color: WOOD });
    for (const what of ["theme", "viewport", "safe_area", "content_safe_area"]) this.post(`web_app_request_${what}`);
  }

  /** The address of another of the window's pages. */
  page(path) {
    return `${this.base}/${path}`;
  }

  /** Further functions, by the names of the events that they hear. */
  on(heard) {
    Object.assign(this.#heard, heard);
  }

  #listen() {
    const hear = (name, data) => this.#heard[name]?.(data ?? {});
    window.addEventListener("message", ({ origin, source, data }) => {
      if (origin !== client || source !== window.parent || typeof data !== "string") return;
      const { eventType, eventData } = JSON.parse(data);
      hear(eventType, eventData);
    });
    // What the apps on telephones call.
    window.Telegram = { WebView: { receiveEvent: hear } };
    window.TelegramGameProxy = { receiveEvent: hear };
    window.TelegramGameProxy_receiveEvent = hear;
  }

  knows(name) {
    return isFrom(this.#version, SINCE[name] ?? "6.0");
  }

  /** Tells the app; one that is too old for it is told nothing. */
  post(name, data = {}) {
    if (!this.knows(name)) return;
    if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(name, JSON.stringify(data));
    else if (window.external && "notify" in window.external) window.external.notify(JSON.stringify({ eventType: name, eventData: data }));
    else if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType: name, eventData: data }), client);
  }

  /** Has the person choose chats for an address. Gives whether the app can do that. */
  async share({ url }) {
    const event = "web_app_open_tg_link";
    this.post(event, { path_full: `/share/url?url=${encodeURIComponent(url)}` });
    return this.knows(event);
  }

  /** What a request says of the window, beside the page's key. */
  get headers() {
    return { "Truco-Session": this.session };
  }

  keepSession(session) {
    this.session = session;
    keep(SESSION, `${this.start} ${session}`);
  }

  #dress({ bg_color: colour }) {
    if (!/^#[0-9a-f]{6}$/i.test(colour ?? "")) return;
    const dark = isDark(colour);
    root.colorScheme = dark ? "dark" : "light";
    if (!this.#dark.length) this.#dark = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
    for (const rule of this.#dark) rule.media.mediaText = dark ? "all" : "not all";
  }

  /** The room at each edge that the device (its notch) and the app (its buttons) take. */
  #inset(kind, insets) {
    this.#insets[kind] = insets;
    for (const edge of ["top", "right", "bottom", "left"]) {
      const room = Object.values(this.#insets).reduce((sum, one) => sum + (one[edge] ?? 0), 0);
      root.setProperty(`--window-${edge}`, `${room}px`);
    }
  }
}
