// Puts the page together: receives messages and draws them.

import { Feed, SlashLine, feedItems, sendLabel } from "./channel.js";
import { ROOT, fileAt, h, icon, morph, styled } from "./dom.js";
import { download } from "./download.js";
import { compare, isWaitedFor, noteAdded, ownChance, wasCounted } from "./azar.js";
import { away, lobby, told, welcome } from "./hall.js";
import { Looks } from "./faces.js";
import { actions, ask, hand, isHeard, isTaught, lesson, letters, pressable, question, tools } from "./hand.js";
import { Keys } from "./keys.js";
import { firstLocale, keepLocale } from "./language.js";
import { Link } from "./link.js";
import { Motion } from "./motion.js";
import { Sounds } from "./sound.js";
import { asksMe, felt, isAhead, isPlayed, mySeat, notepad, said, useDeck } from "./table.js";

const $ = (id) => document.getElementById(id);
const TOAST_MS = 5000;
const small = matchMedia("(max-width: 860px)");

const state = {
  up: false,
  everUp: false,
  locale: "",
  locales: [],
  words: {},
  name: "",
  tables: [],
  list: { title: "", opens: false }, // in a window, what stands above them, and whether a chat's table is opened there
  mine: new Set(), // the tables at which I have a seat
  elsewhere: 0, // how many other tables wait for me
  games: [], // what one press opens, by number of players
  choices: [], // the games to choose from
  lesson: "", // the game of which a newcomer is offered a guided match
  daily: false, // whether there is a hand of the day
  screen: null, // the newest picture of the table this tab looks at, as I may see it
  match: "",
  chosen: new Map(), // options of a lobby that were chosen and not answered yet: name -> value
  busy: new Map(), // what was pressed and is not answered yet: token -> request id
  behind: 0, // the server's clock minus ours, in seconds
  typed: new Set(), // requests that were typed: their answers stand in the channel
  covering: false, // the next card is laid face down
  unfolded: false, // somebody looks at what beats what
  places: { hand: 0, order: [] }, // of my cards, by their keys
  heard: { hand: 0, trick: 0, last: "" }, // when the newest seña came
  keys: true, // whether single keys act
  letters: new Map(), // the letters that press buttons: token -> letter
  moved: null, // the picture that the newest one took the place of, until that is drawn: {before}
  fromTop: false, // what is drawn next is seen from its beginning
  followed: false, // the address of a table or an invitation was followed, and nothing is shown yet
  page: "table", // on a telephone: the table or the channel
  unread: 0,
};
const feed = new Feed();
const sounds = new Sounds();
const keys = new Keys();
const looks = new Looks();
const motion = new Motion($("play"), $("air"));

function w(id, values = {}) {
  const text = state.words[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// --- language ---------------------------------------------------------------------------------

async function speak(locale) {
  const answer = await fetch(fileAt(`words/${locale}.json`));
  if (!answer.ok) return;
  const { words, locales } = await answer.json();
  Object.assign(state, { words, locale, locales });
  keepLocale(locale);
  link.locale = locale;
  pocket?.speak?.();
  render();
}

async function changeLocale(locale) {
  await speak(locale);
  feed.restart();
  link.tell("locale", { locale });
}

// --- what the person does ---------------------------------------------------------------------

function send(button, value) {
  const { token } = button;
  if (!state.up || state.busy.has(token)) return;
  state.busy.set(token, link.press("press", { token, value: value ?? null }));
  dialogs();
  render();
}

/** What a button of a result shows on the page itself. */
const SHOWN = /^t1\.([a-z0-9]{8})\.\.(FILM|CARD)$/;
const BACK = "truco.result"; // of which match the result stands there when somebody comes back from its film

/** The address of another page; in a window it is one of the window's. */
const pageAt = (path) => link.host?.page(path) ?? `/${path}`;

function press(button) {
  state.covering = false;
  const [, match, what] = SHOWN.exec(button.token) ?? [];
  if (what === "CARD") return showCard(button.token, state.screen);
  if (what) {
    sessionStorage.setItem(BACK, match);
    return location.assign(pageAt(`partida/${match}`));
  }
  if (button.confirm) dialog("confirm", button.confirm, button.label, w, () => send(button));
  else send(button);
}

function call(t, message, tag) {
  // What is pressed while the page is still opening waits for the first welcome.
  if (!state.up && state.everUp) return toast(w("web.line.down"), "no");
  if (state.busy.has(tag)) return;
  state.busy.set(tag, link.press(t, message));
  if (t !== "quick") dialogs();
  render();
}

let fetched = null;

/** The dialogs and their styles. Nobody needs one before the first card: they are fetched while the server answers
 * the first press of anything but *Play now*. */
function dialogs() {
  return fetched ??= Promise.all([import("./dialogs.js"), styled("css/dialogs.css")]).then(([all]) => all).catch(() => { fetched = null; });
}

const FIRST_SEEN_MS = 5000;
let pocket = null; // what the page does on the device: its worker, calls while it is closed

/** Nobody needs that before the first card, and no window of a chat platform has it. */
function withPocket() {
  if (pocket || link.host || !navigator.serviceWorker) return;
  pocket = {};
  const known = navigator.serviceWorker.controller;
  setTimeout(() => import("./pocket.js").then(({ Pocket }) => { pocket = new Pocket({ link, watch, toast, dialog, changed: render }); }, () => { pocket = null; }), known ? 0 : FIRST_SEEN_MS);
}

/** One of the dialogs, as soon as it is there. */
async function dialog(kind, ...given) {
  const all = await dialogs();
  if (!all) return toast(w("web.line.down"), "no");
  return all[kind](...given);
}

const on = {
  press,
  name: rename,
  quick: (players, variant = "") => call("quick", { players, variant }, "quick"),
  learn: () => call("line", { text: "/aprender" }, "quick"),
  daily: () => call("line", { text: "/diaria" }, "quick"),
  puzzle: () => call("line", { text: "/diaria problema:problema" }, "puzzle"),
  rival: () => call("line", { text: "/rapida" }, "rival"),
  open: () => call("line", { text: "/jugar" }, "open"),
  sit: (match, seat = -1) => call("sit", { match, seat }, `sit-${match}-${seat}`),
  watch,
  field(match, name, value) {
    state.chosen.set(name, value);
    call("field", { match, name, value }, `field-${name}`);
  },
};

function rename(name) {
  state.name = name;
  render();
  if (name.trim()) link.called(name.trim());
}

function watch(match) {
  link.match = match;
  show(match);
  render();
  link.tell("watch", { match });
}

function say(text) {
  feed.mine(text);
  state.typed.add(link.press("line", { text }));
  render();
}

// --- what the server says ---------------------------------------------------------------------

/** Another table, or none: the drawing of the old one goes. */
function show(match) {
  if (match === state.match) return;
  looks.follow(state.screen, null);
  motion.settle(state.screen, null);
  if (match && $("dialog").open) $("dialog").close(); // a table that comes by itself: what was read before it is over
  Object.assign(state, { match, screen: null, unfolded: false, fromTop: true });
  state.busy.clear();
  feed.restart();
  feed.leave();
}

function settled(id) {
  for (const [token, request] of state.busy) if (request === id) state.busy.delete(token);
}

function picture({ match, now, screen }) {
  state.behind = now - Date.now() / 1000;
  if (match !== state.match) show(match);
  link.match = match;
  sounds.follow(state.screen, screen);
  looks.follow(state.screen, screen);
  motion.settle(state.screen, screen);
  if (screen) state.followed = false;
  state.moved ??= { before: state.screen }; // two pictures may come before one is drawn
  state.screen = screen;
  state.chosen.clear();
  useDeck(screen?.deck ?? "spanish");
  const before = feed.count;
  feed.follow(screen?.log ?? []);
  if (state.page === "table") state.unread += feed.count - before;
  render();
  if (screen?.kind === "hand") withPocket();
  if (screen?.kind === "result" && isWaitedFor(match)) lookForChance(match);
}

/** The match is over: is the chance of this browser in its record? */
async function lookForChance(match) {
  const answer = await fetch(`${ROOT}partida/${match}/partida.truco`, { headers: { "Truco-Key": link.key, ...link.host?.headers } });
  if (!answer.ok) return;
  await compare(match, await answer.text());
  if (!wasCounted(match)) toast(w("web.azar.missing"), "no");
  render();
}

const link = new Link({
  status(up) {
    Object.assign(state, { up, everUp: state.everUp || up });
    render();
  },
  closed(message) {
    document.body.replaceChildren(h("p", { class: "noscript", role: "alert" }, message.text));
  },
  welcome(message) {
    link.host?.welcomed(message.session, message.token);
    link.host?.sight.look();
    link.push = message.push;
    pocket?.look?.();
    openAddress();
    comeBack();
    // A name that was typed since the greeting went out is newer than the one welcomed.
    if (link.name === link.greeted) link.name = state.name = message.name;
    render();
  },
  tables(message) {
    const { tables, title, opens } = message;
    Object.assign(state, { tables, list: { title, opens } });
    render();
  },
  mine(message) {
    state.mine = new Set(message.matches);
    render();
  },
  elsewhere({ tables }) {
    state.elsewhere = tables;
    render();
  },
  games(message) {
    state.games = message.games;
    state.choices = message.choices;
    state.lesson = message.lesson;
    state.daily = message.daily;
    render();
  },
  watching: (message) => {
    link.match = message.match;
    show(message.match);
    if (message.match) state.followed = false;
    if (message.match) renderSoon();
    else render();
  },
  picture,
  seal: ({ match, seal }) => link.tell("azar", { match, chance: ownChance(match, seal) }),
  azar: ({ match }) => noteAdded(match),
  reply(message) {
    settled(message.id);
    if (message.tone !== "ok") state.chosen.clear();
    if (state.followed && message.tone !== "ok" && message.text) {
      // Whoever followed an address that leads nowhere is told why, and offered another table.
      state.followed = false;
      dialog("confirm", message.text, w("web.open"), w, on.open, "success", "web.close"); // nothing was begun that could be cancelled
    } else if (message.text) {
      feed.aside(message.text, message.tone);
      if (!(state.typed.delete(message.id) && channelIsSeen())) toast(message.text, message.tone);
    }
    if (message.tone === "ok" && !message.text) renderSoon();
    else render();
  },
  ask(message) {
    settled(message.id);
    dialog("question", message.question, w, (value) => send({ token: message.question.token }, value));
    render();
  },
  door(message) {
    settled(message.id);
    state.followed = false;
    dialog("door", message, state.name, w, (name) => {
      rename(name);
      enter(message.code, true);
    }, watch);
    render();
  },
  settings(message) {
    settled(message.id);
    dialog("settings", message.panel, w, (name, value) => call("configure", { name, value }, `setting-${name}`));
    render();
  },
  options({ sheet }) {
    dialog("options", sheet, w, (name, value) => call("field", { match: sheet.match, name, value, listed: true }, `option-${name}`));
    render();
  },
  panel(message) {
    settled(message.id);
    dialog("panel", message.page, message.codes, w, (token) => call("press", { token }, `page-${token}`), getRecord, pageAt("estudio"));
    if (message.page.position && !isPlayed(message.page.position)) pocket?.keepPuzzle?.(message.page);
    render();
  },
  record(message) {
    settled(message.id);
    download(message.name, message.text);
    render();
  },
  locale: (message) => speak(message.locale),
  completions: (message) => slash.offer(message.n, message.items),
  talk(message) {
    if (message.match !== state.match) return;
    feed.talk(message);
    if (state.page === "table") state.unread += 1;
    render();
  },
  told(message) {
    feed.aside(message.text, "ok");
    if (state.page === "table") state.unread += 1;
    render();
  },
  notice(message) {
    // A person who looks at the table sees it there; one who looks at another tab sees its title.
    const looking = document.body.dataset.at === "table" && state.page === "table";
    if (!looking && !document.hidden) toast(message.text, "notice");
  },
});

/** The address of a table, or of an invitation, opens it; a secret does not stay in the address. */
function openAddress() {
  const code = /^\/mesa\/([^/]+)$/.exec(location.pathname)?.[1].toLowerCase();
  if (!code) return;
  history.replaceState(null, "", "/");
  state.followed = true;
  enter(code, Boolean(link.name)); // whoever has a name already sits down at once
}

function enter(code, sits) {
  call("enter", { code, sits }, "enter");
}

/** Whoever comes back from a film finds the result as they left it. */
function comeBack() {
  const match = sessionStorage.getItem(BACK);
  sessionStorage.removeItem(BACK);
  if (match && !link.match) watch(match);
}

const slash = new SlashLine({
  form: $("slash"),
  line: $("line"),
  menu: $("menu"),
  complete: (n, text) => link.tell("complete", { n, text }),
  send: say,
});

const channelIsSeen = () => state.page === "channel" || !small.matches;

function toast(text, tone) {
  const note = h("p", { class: `toast toast-${tone}` }, text);
  $("toasts").append(note);
  while ($("toasts").children.length > 3) $("toasts").firstChild.remove();
  setTimeout(() => note.remove(), TOAST_MS);
}

// --- drawing ----------------------------------------------------------------------------------

const SOON_MS = 60;

let planned = false;
let soon = 0;

/** Draws a little later: nearly always a picture follows, and both are drawn at once. */
function renderSoon() {
  soon ||= setTimeout(render, SOON_MS);
}

function render() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => {
    planned = false;
    clearTimeout(soon);
    soon = 0;
    draw();
  });
}

function draw() {
  if (!state.locale || link.closed) return;
  const held = document.activeElement !== document.body;
  const feedWasAtEnd = isAtEnd($("feed")); // asked here, where the answer costs nothing
  const { screen } = state;
  state.keys = keys.act;
  state.letters = keys.act && atTable() ? letters(screen) : new Map();
  document.body.dataset.page = state.page;
  // On a telephone the channel takes the place of the room, and is the page's main part then.
  $("channel").setAttribute("role", small.matches && state.page === "channel" ? "main" : "complementary");
  document.body.dataset.at = atTable() ? "table" : "hall";
  drawFrame();
  $("hall").hidden = atTable();
  $("play").hidden = !atTable();
  if (!atTable()) {
    morph($("hall"), screen ? lobby(screen, state, w, on, clock(screen), link.host?.invite(screen)) : welcome(state, w, on));
  } else {
    drawTable(screen);
    if (state.page === "table") for (const note of document.querySelectorAll(".toast-notice")) note.remove();
  }
  if (state.fromTop && $("hall").clientHeight) { // not behind the channel, where nothing scrolls
    $("hall").scrollTop = 0;
    state.fromTop = false;
  }
  drawFeed();
  link.host?.follow({ screen, match: state.match, playing: screen?.kind === "hand" });
  wear(iAmAsked() + state.elsewhere);
  // Everything is written. What asks where things are comes last: each question between two changes
  // would have the browser work it all out once more.
  if (atTable()) fit(screen);
  if (feedWasAtEnd) $("feed").scrollTop = $("feed").scrollHeight;
  // The pressed button may be gone now: keyboard focus goes on from its place, and from the hall to
  // one's own cards.
  if (held && !document.activeElement.checkVisibility()) document.activeElement.blur();
  const waits = [document.body, ...(atTable() ? [$("room")] : [])].includes(document.activeElement);
  if (held && waits) $(atTable() ? "mine" : "room").focus({ preventScroll: true });
  const { moved } = state;
  state.moved = null; // first: should a movement fail, it is not tried again with each drawing
  if (moved && atTable()) motion.begin(moved.before, screen);
}

let worn = 0;

/** The page's title, and its icon where it is installed, say how many tables wait for me. */
function wear(waiting) {
  const title = w(iAmAsked() ? "web.title.turn" : "web.title");
  document.title = state.elsewhere ? `(${waiting}) ${title}` : title;
  if (waiting !== worn && !link.host) navigator.setAppBadge?.(waiting).catch(() => {});
  worn = waiting;
}

/** A question that its room does not hold is written smaller; what then has to be scrolled can be
 * reached by keyboard. */
function fit(screen) {
  const asked = $("ask");
  if (asked.classList.contains("is-long")) asked.classList.remove("is-long"); // the last question was
  if (asked.scrollHeight > asked.clientHeight + 1) asked.classList.add("is-long");
  for (const part of [$("ask"), $("notes")]) {
    const ended = part.id === "ask" && screen.kind === "result";
    if (ended || part.scrollHeight > part.clientHeight + 1) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

const MUCH = 60; // letters that a telephone's cloth has room for

/** Where what everybody knows of the hand is written: on the cloth, where two leave room for it, else
 * beside the table: under the score or, on a telephone, with the question. What an answer would
 * cost stands with the question, and so does what a hand of two is worth; a guided match has other
 * things to tell there. */
function spread(screen) {
  const staked = screen.lines.some((line) => line.id.startsWith("table.stake")); // says the worth, too
  const isBadge = ({ id }) => id === "table.robot" || id === "table.removed"; // the seat's badge says it
  const lines = screen.lines.filter((line) => !isTaught(line) && !isBadge(line) && !(staked && line.id === "table.worth"));
  const strong = lines.filter((line) => line.weight === "strong");
  const weak = lines.filter((line) => line.weight !== "strong");
  const news = freshSena(screen);
  const isPrice = ({ id }) => !screen.guided && (id.startsWith("table.stake") || (screen.seats.length === 2 && id.startsWith("table.worth")));
  const isMine = ({ id }) => /^(hand|options)\./.test(id);
  const price = weak.filter(isPrice);
  const mine = weak.filter((line) => isMine(line) && (!isHeard(line) || line === news));
  const rest = weak.filter((line) => !isPrice(line) && !isMine(line));
  if (screen.kind === "result") return { cloth: [], notes: [], asked: [] };
  const letters = rest.reduce((sum, line) => sum + line.text.length, 0);
  const much = letters > MUCH || rest.some((line) => line.id.startsWith("summary."));
  if (screen.seats.length === 2 && !(small.matches && much)) return { cloth: rest, notes: [], asked: [...strong, ...price, ...mine] };
  if (small.matches) return { cloth: [], notes: [], asked: [...strong, ...price, ...rest, ...mine] };
  return { cloth: [], notes: rest, asked: [...strong, ...price, ...mine] };
}

/** The newest seña, until its trick is over; then it stands with the others behind the button. A
 * telephone has no room for it beside what the hand is worth: once that is more, it is what counts. */
function freshSena(screen) {
  const heard = screen.lines.filter(isHeard);
  const last = heard.at(-1);
  const worth = screen.lines.find((line) => line.id.startsWith("table.worth"))?.text;
  const seen = { hand: screen.number, trick: screen.tricks.filter((trick) => trick.done).length, last: last && heard.length + last.text, worth };
  if (!last) return null;
  if (screen.lines.some((line) => line.id.startsWith("table.stake"))) return null; // there is more to say
  if (seen.hand !== state.heard.hand || seen.last !== state.heard.last) state.heard = seen;
  if (small.matches && state.heard.worth !== worth) return null;
  return state.heard.trick === seen.trick ? last : null;
}

function drawTable(screen) {
  const { cloth, notes, asked } = spread(screen);
  $("play").dataset.kind = screen.kind;
  $("play").dataset.seats = screen.seats.length;
  $("play").dataset.version = screen.version;
  $("felt").setAttribute("aria-label", w("web.table"));
  $("mine").setAttribute("aria-label", mySeat(screen) ? w("web.mine") : w("web.watching"));
  morph($("scores"), notepad(screen, w));
  morph($("notes"), said(notes));
  $("notes").hidden = !notes.length;
  const down = state.up ? [] : [{ id: "web.line.down", text: w("web.line.down.table"), weight: "strong" }];
  const over = screen.kind === "result";
  $("play").classList.toggle("is-down", !state.up);
  morph($("felt"), [felt(screen, w, cloth, looks)]);
  // The result takes the place of the question, so that the last trick can still be seen.
  morph($("ask"), over && state.up ? [result(screen)] : ask(state.up ? asked : down, clock(screen)));
  $("ask").classList.toggle("is-result", over && state.up);
  $("ask").classList.toggle("is-mine", iAmAsked());
  $("lesson").setAttribute("aria-label", w("web.group.lesson"));
  morph($("lesson"), lesson(screen, w));
  $("play").classList.toggle("is-lesson", $("lesson").childElementCount > 0);
  morph($("hand"), hand(screen, state, w, press));
  morph($("actions"), [h("div", { key: "words", class: "words" },
    question(screen.question, state, w, send),
    actions(screen, state, w, press),
    screen.kind === "result" && h("div", { key: "after", class: "group group-after", role: "group", "aria-label": w("web.group.match") },
      h("button", { type: "button", class: "press press-secondary", onclick: () => watch("") }, icon("back"), w("web.hall"))),
    screen.kind === "table" && h("div", { key: "watching", class: "group group-after" },
      h("p", { class: "watching" }, icon("eye"), w("web.watching")),
      h("button", { type: "button", class: "press press-secondary", onclick: () => watch("") }, icon("back"), w("web.hall")))),
  screen.kind === "hand" && h("div", { key: "always", class: "always" }, tools(screen, state, w, press, turnOver, [iAmAsked() && pocket?.offer?.(clock(screen)?.left ?? 0), more(screen)], unfold))]);
}

function turnOver() {
  state.covering = !state.covering;
  render();
}

/** What beats what is looked at from now on, or no longer. */
function unfold(isOpen) {
  if (state.unfolded === isOpen) return;
  state.unfolded = isOpen;
  draw();
}

/** Buttons that are seldom wanted. */
function more(screen) {
  return h("details", { key: "more", class: "more" },
    h("summary", { class: "press press-quiet" }, w("web.more")),
    h("div", { class: "fold group", role: "group", "aria-label": w("web.group.match") },
      h("button", { type: "button", class: "press press-secondary", onclick: () => call("line", { text: "/mesa" }, "more") }, w("web.refresh")),
      h("button", { type: "button", class: "press press-secondary", onclick: () => call("line", { text: "/reglas" }, "more") }, w("web.rules")),
      h("button", { type: "button", class: "press press-secondary", onclick: () => call("line", { text: "/opciones" }, "more") }, w("web.options")),
      h("button", { type: "button", class: "press press-secondary", onclick: () => call("line", { text: "/verificar" }, "more") }, w("web.proof")),
      screen.buttons.filter((button) => button.group === "hint").map((button) => pressable(button, state, press)),
      link.host?.more,
      pocket?.more,
      h("button", { type: "button", class: "press press-secondary", onclick: () => call("line", { text: "/terminar" }, "more") }, w("web.end")),
      h("button", { type: "button", class: "press press-danger", onclick: () => dialog("confirm", w("web.leave.confirm"), w("web.leave"), w, () => call("line", { text: "/salir" }, "more")) }, w("web.leave"))));
}

const getRecord = (match) => call("record", { match }, "record");

function result(screen) {
  const daily = screen.lines.find((line) => line.id === "daily.share");
  return h("div", { key: "result", class: `result${isAhead(screen) ? " is-won" : ""}${daily ? " is-day" : ""}` },
    icon("trophy"),
    h("h2", {}, screen.lines[0].text),
    screen.number > 0 && daily && h("button", { type: "button", class: "press press-success result-share", onclick: () => shareLine(daily.text) }, icon("share"), h("span", { class: "result-share-name" }, w("web.card.share"))),
    h("div", { class: "result-lines" },
      screen.lines.slice(1).filter((line) => line.text !== screen.finest?.told).flatMap((line) => [
        h("p", { class: `line line-${line.weight}`, "data-id": line.id }, told(line.text, screen, state)),
        line.id === "result.score" && screen.finest && h("p", { key: "finest", class: "line", "data-id": "finest" }, w("web.result.finest", { told: screen.finest.told })),
      ]),
      chanceMark(screen.match)));
}

/** Whether the chance of this browser was counted; behind it are the match's proofs. */
function chanceMark(match) {
  const counted = wasCounted(match);
  if (counted === undefined) return false;
  const open = () => call("press", { token: `p1.prueba.${match}..0`, value: null }, "proof");
  return h("button", { key: "chance", type: "button", class: `result-chance${counted ? "" : " is-missing"}`, onclick: open }, counted ? w("web.azar.counted") : w("web.azar.uncounted"));
}

/** The line with which somebody tells of a hand of the day: given to whatever shares texts on this device, or copied. */
async function shareLine(text) {
  if (await link.host?.share?.(text)) return;
  if (navigator.share) return navigator.share({ text }).catch(() => {}); // who changes their mind shares nothing
  const copied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  return toast(copied ? w("web.daily.copied") : text, copied ? "ok" : "notice");
}

/** The card of a match that is over, as the server draws it; meanwhile its button rests. */
async function showCard(token, screen) {
  state.busy.set(token, "card");
  dialogs();
  render();
  const answer = await fetch(`${ROOT}partida/${screen.match}/vista.png?idioma=${state.locale}`, { headers: { "Truco-Key": link.key, ...link.host?.headers } }).catch(() => null);
  state.busy.delete(token);
  render();
  if (!answer?.ok) return toast(w("web.card.none"), "no");
  const file = new File([await answer.blob()], `truco-${screen.match}.png`, { type: "image/png" });
  await dialog("matchCard", file, `${link.host?.home ?? location.origin}/partida/${screen.match}`, screen.lines[0].text, w, () => getRecord(screen.match));
}

/** A title of several parts, each of which is a line where there is no room for all of them. */
const titled = (title) => title.split(" · ").map((part, n) => [n > 0 && h("span", { class: "bar-between" }, " · "), h("span", { class: "bar-part" }, part)]);

const atTable = () => Boolean(state.screen) && !["lobby", "tournament"].includes(state.screen.kind);

const iAmAsked = () => Boolean(state.up && state.screen) && asksMe(state.screen);

/** Seconds as a clock has room for them: days or hours of a slow turn, minutes and seconds of others. */
function lasting(left) {
  if (left >= 2 * 86400) return `${Math.floor(left / 86400)} d`;
  if (left >= 2 * 3600) return `${Math.floor(left / 3600)} h`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function clock(screen) {
  if (!screen.deadline || !state.up) return null; // without the server nobody knows
  const left = Math.max(0, Math.round(screen.deadline - state.behind - Date.now() / 1000));
  return { left, mine: iAmAsked(), text: lasting(left) };
}

function drawFrame() {
  $("skip").textContent = w("web.skip");
  morph($("bar"), [
    h("h1", { class: "brand" }, h("button", { type: "button", class: "brand-button", "aria-label": w("web.hall.go"), onclick: () => watch("") }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand-word" }, "Truco"))),
    atTable() && h("p", { key: "title", class: "bar-title" }, titled(state.screen.title)),
    h("p", { class: "line-state", role: "status" }, state.everUp && !state.up ? w("web.line.down") : ""),
    h("nav", { class: "tools", "aria-label": w("web.tools") },
      h("button", { type: "button", class: "tool", title: w("web.board"), onclick: () => call("line", { text: "/marcador" }, "board") }, icon("trophy"), h("span", { class: "tool-text" }, w("web.board"))),
      h("button", { type: "button", class: "tool", title: w("web.sound"), onclick: () => dialog("sound", sounds, keys, w, render) }, icon(sounds.volume ? "sound" : "silence"), h("span", { class: "unseen" }, w("web.sound"))),
      h("button", { type: "button", class: "tool", title: w("web.help"), onclick: () => call("line", { text: "/ayuda" }, "help") }, icon("help"), h("span", { class: "tool-text" }, w("web.help"))),
      !link.host && h("button", { type: "button", class: "tool", title: w("web.name.change"), onclick: () => dialog("rename", state.name, w, rename) }, icon("pencil"), h("span", { class: "tool-text tool-name" }, state.name)),
      h("label", { class: "tool tool-locale", "data-short": state.locale.slice(0, 2).toUpperCase() }, icon("globe"), h("span", { class: "unseen" }, w("web.language")),
        h("select", { id: "locale", value: state.locale, onchange: (event) => changeLocale(event.target.value) },
          state.locales.map(([value, label]) => h("option", { value, lang: value.replace("_", "-"), selected: value === state.locale }, label))))),
  ]);
  $("channel").setAttribute("aria-label", w("web.channel"));
  morph($("channel-head"), [h("h2", {}, w("web.channel")),
    h("button", { type: "button", class: "press press-quiet", onclick: () => slash.begin() }, w("web.commands"))]);
  $("feed").setAttribute("aria-label", w("web.channel"));
  $("line-label").textContent = w("web.line");
  $("line").placeholder = w("web.line.hint");
  $("menu").setAttribute("aria-label", w("web.commands"));
  $("send").setAttribute("aria-label", w("web.send"));
  morph($("send"), [sendLabel()]);
  $("tabs").setAttribute("aria-label", w("web.tabs"));
  morph($("tabs"), [["table", "cards"], ["channel", "chat"]].map(([page, picture]) =>
    h("button", { type: "button", class: "tab", "aria-pressed": String(state.page === page), onclick: () => turnTo(page) },
      icon(picture), h("span", { class: "tab-label" }, w(`web.tab.${page}`),
        page === "channel" && state.unread > 0 && h("span", { class: "unread", "aria-hidden": "true" }, state.unread > 9 ? "9+" : String(state.unread))))));
}

function turnTo(page) {
  state.page = page;
  if (page === "channel") state.unread = 0;
  draw();
  if (page === "channel") $("feed").scrollTop = $("feed").scrollHeight;
}

const isAtEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < 60;

function drawFeed() {
  morph($("feed"), feedItems(feed, w, (token) => call("press", { token }, `about-${token}`)));
}

// The clock ticks by itself; nothing else moves without a message.
setInterval(() => {
  const { screen } = state;
  const left = document.querySelector(".clock-left");
  const now = screen && clock(screen);
  const far = screen?.moment && document.querySelector(".moment-away");
  if (far) far.textContent = away(screen.moment, state.behind, screen.locale);
  if (left && now) {
    left.textContent = now.text;
    left.parentElement.classList.toggle("is-short", now.left <= 10);
    if (now.mine) sounds.remind(screen.deadline, now.left);
  }
}, 500);

small.addEventListener("change", render);
new ResizeObserver(() => atTable() && fit(state.screen)).observe($("ask"));

/** A menu over the table closes after a choice, or after a press elsewhere. */
function fold(event) {
  const key = event.type === "keydown";
  if (key && event.key !== "Escape") return;
  for (const open of document.querySelectorAll(".senas[open], .more[open], .order[open]")) {
    if (!key && open.querySelector("summary").contains(event.target)) continue;
    if (key && open.contains(document.activeElement)) open.querySelector("summary").focus();
    open.open = false;
  }
}
document.addEventListener("click", fold);
document.addEventListener("keydown", fold);

// 1, 2 and 3 lay a card and letters press buttons, unless somebody is typing or being asked something.
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest?.("input, select, textarea, dialog") || $("dialog").open;
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    turnTo("channel");
    slash.begin();
  } else if (!keys.act || event.repeat) {
    return;
  } else if (/^[1-9]$/.test(event.key)) {
    document.querySelector(`.lay[data-card="${event.key}"]`)?.click();
  } else if (/^[a-z]$/i.test(event.key)) {
    document.querySelector(`.press[aria-keyshortcuts="${event.key.toUpperCase()}"]`)?.click();
  }
});

/** Chat platforms hold the page in a window. */
async function enterWindow(platform) {
  const { Host } = await (platform === "discord" ? import("./activity.js") : import("./window.js"));
  link.host = new Host({ link, leave: () => watch(""), changed: render });
  await link.host.ready;
  link.match = link.host.target;
}

/** The words and the line come at the same time; what the line brings waits for the words. */
function begin() {
  link.locale = firstLocale();
  link.open(speak(link.locale));
}

const { window: platform } = document.documentElement.dataset;
if (platform) enterWindow(platform).then(begin);
else begin();
