// The page in a window of Telegram: who opened it, and what the window around it can do.
//
// Telegram's own script is not loaded: this page runs nothing from other servers. What is said to
// Telegram and heard from it are events with a name and JSON.

const START = "truco.start";
const SESSION = "truco.session";
const CLIENT = document.documentElement.dataset.client; // the origin of Telegram's web client
const FELT = "#2a1a10"; // the page's theme colour

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

function post(name, data = {}) {
  const told = JSON.stringify(data);
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(name, told);
  else if (window.external && "notify" in window.external) window.external.notify(JSON.stringify({ eventType: name, eventData: data }));
  else if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType: name, eventData: data }), CLIENT);
}

/** What Telegram wrote behind the #, which then leaves the address: it says who the person is. What
 * stands there twice is not Telegram's. */
function taken() {
  const told = new URLSearchParams(location.hash.slice(1)).getAll("tgWebAppData");
  if (told.length) history.replaceState(null, "", location.pathname + location.search);
  if (told.length === 1) keep(START, told[0]);
  if (told.length > 1) return "";
  return told[0] ?? kept(START);
}

/** The session that came of this start; a window that is loaded anew has the same start again. */
function sessionOf(start) {
  const [of, session] = kept(SESSION).split(" ");
  return of === start ? session : "";
}

/** The table of a button in a private chat stands in the address; that of a link is signed. */
const target = () => /^[a-z0-9]{1,64}$/.exec(new URLSearchParams(location.search).get("mesa") ?? "")?.[0] ?? "";

export class Host {
  #start = taken();
  #session = sessionOf(this.#start);
  #told = {};

  /** `heard`: a function for each event of Telegram's. */
  constructor(heard) {
    this.target = target();
    const hear = (name, data) => heard[name]?.(data);
    window.addEventListener("message", ({ origin, source, data }) => {
      if (origin !== CLIENT || source !== window.parent || typeof data !== "string") return;
      const { eventType, eventData } = JSON.parse(data);
      hear(eventType, eventData);
    });
    // What the apps on telephones call.
    window.Telegram = { WebView: { receiveEvent: hear } };
    window.TelegramGameProxy = { receiveEvent: hear };
    window.TelegramGameProxy_receiveEvent = hear;
    post("web_app_ready");
    post("web_app_expand");
    post("web_app_set_header_color", { color: FELT });
    post("web_app_set_background_color", { color: FELT });
  }

  /** What a request says of the window, beside the page's key. */
  get headers() {
    return { "Truco-Session": this.#session };
  }

  /** What the first message to the server says of the window. */
  get greeting() {
    return { window: "telegram", start: this.#start, session: this.#session };
  }

  welcomed(session) {
    this.#session = session;
    keep(SESSION, `${this.#start} ${session}`);
  }

  /** `at`: a table is shown; `asked`: it waits for this person; `playing`: leaving would be felt. */
  follow({ at, asked, playing }) {
    const before = this.#told;
    this.#told = { at, asked, playing };
    if (at !== before.at) post("web_app_setup_back_button", { is_visible: at });
    if (playing !== before.playing) post("web_app_setup_closing_behavior", { need_confirmation: playing });
    if (asked && before.asked === false) post("web_app_trigger_haptic_feedback", { type: "notification", notification_type: "warning" });
  }

  /** Opens an address outside the window. */
  open(url) {
    post("web_app_open_link", { url });
  }
}
