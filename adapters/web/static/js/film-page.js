// A finished match seen again: played, paused, step by step, with all hands open or as one seat saw it.

import { dropPlace, whenDropped } from "./brought.js";
import { download } from "./download.js";
import { ROOT, h, icon, morph } from "./dom.js";
import { Looks } from "./faces.js";
import { framedPage } from "./framed.js";
import { spoken } from "./language.js";
import { card, felt, notepad, said, useDeck } from "./table.js";
import { verdict } from "./verdict.js";
import { verify } from "./verify.js";

const { locale, say } = await spoken();
const $ = (id) => document.getElementById(id);
const STEP_MS = 1600;
const SPEEDS = [0.5, 1, 2, 4];
const OPEN = -1;
const looks = new Looks();
const LARGEST = 512 * 1024;

let framed = null; // the window of a chat platform in which the film is shown

const code = /\/partida\/([a-z0-9]{8})$/.exec(location.pathname)?.[1] ?? "";
const [, step = "1", eye = ""] = /^#(\d{1,5})(?:\.([0-7]))?$/.exec(location.hash) ?? [];

const state = {
  source: code ? { code } : null, // a stored match, or a record that somebody brought: {name, text}
  film: null,
  record: "",
  place: Math.max(0, Number(step) - 1),
  eye: eye === "" ? OPEN : Number(eye),
  playing: false,
  speed: 1,
  kind: "", // what is told instead of a film
  proof: null,
  copied: false,
  analysis: null, // what the teacher says of one's own match: {text, ready, marks}
};

// --- where it comes from ------------------------------------------------------------------------

/** The tab's key, if this browser has one: it opens the films of private tables to those who sat there. */
function key() {
  try {
    return sessionStorage.getItem("truco.key");
  } catch {
    return null;
  }
}

const headers = () => (key() ? { "Truco-Key": key(), ...framed?.headers } : {});
const query = () => `?ojo=${state.eye === OPEN ? "" : state.eye}&idioma=${locale}`;

let asked = 0;

/** Fetches the film for the eye that is wanted now. */
async function load() {
  const mine = (asked += 1);
  const { source } = state;
  if (!source) return;
  let answer, found;
  try {
    answer = await (source.code
      ? fetch(`${ROOT}partida/${source.code}/pelicula.json${query()}`, { headers: headers() })
      : fetch(`${ROOT}partida${query()}`, { method: "POST", body: source.text }));
    found = await answer.json();
  } catch {
    found = { reason: "down" };
  }
  if (mine !== asked) return;
  if (!answer?.ok) {
    state.film = null;
    state.kind = say(`web.film.${found.reason}`, { name: source.name, line: found.line, text: found.text });
  } else {
    state.film = found;
    state.eye = found.eye;
    state.kind = "";
    state.place = Math.min(state.place, found.frames.length - 1);
    useDeck(found.frames[0].screen.deck);
    if (source.code && !answer.headers.get("Cache-Control").includes("no-store")) keep();
  }
  draw();
}

const KEPT = "truco-films"; // the worker shows them where there is no network
const MOST_KEPT = 10;

/** Keeps a film that everybody may see, in a browser that has the page's worker: without the key, by addresses alone. */
async function keep() {
  if (!navigator.serviceWorker?.controller) return;
  const film = `${location.origin}${location.pathname}`;
  try {
    const box = await caches.open(KEPT);
    const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => new URL(name).pathname.startsWith("/static/"));
    await Promise.all([film, `${film}/pelicula.json${query()}`, ...new Set(parts)].map(async (url) => (await box.match(url)) ?? box.add(url)));
    const films = (await box.keys()).filter(({ url }) => /\/partida\/\w+$/.test(new URL(url).pathname));
    for (const { url } of films.slice(0, -MOST_KEPT)) await Promise.all([box.delete(url), box.delete(`${url}/pelicula.json`, { ignoreSearch: true })]);
  } catch {
    // no room, or no network: it is kept another time
  }
}

/** Asks for the analysis of one's own match, until it is ready. */
async function analyse() {
  const { source } = state;
  let found;
  try {
    const answer = await fetch(`${ROOT}partida/${source.code}/analisis.json?idioma=${locale}`, { headers: headers() });
    found = answer.ok ? await answer.json() : { text: say("web.film.none"), ready: true, marks: [] };
  } catch {
    found = { text: say("web.film.down"), ready: true, marks: [] };
  }
  if (source !== state.source) return;
  state.analysis = found;
  draw();
  if (!found.ready) setTimeout(analyse, 1000);
}

async function prove() {
  const { source } = state;
  let text = source?.text ?? "";
  if (source?.code) {
    const answer = await fetch(`${ROOT}partida/${source.code}/partida.truco?idioma=${locale}`, { headers: headers() });
    if (!answer.ok) return;
    text = await answer.text();
  }
  const found = await verify(text);
  if (source !== state.source) return;
  Object.assign(state, { record: text, proof: found });
  draw();
}

async function bring(file) {
  stop();
  const text = file.size > LARGEST ? "" : await file.text();
  Object.assign(state, { source: { name: file.name, text }, film: null, proof: null, analysis: null, place: 0, eye: OPEN });
  if (!framed) history.replaceState(null, "", "/partida");
  if (file.size > LARGEST) {
    state.source = null;
    state.kind = say("web.film.long", { name: file.name });
    draw();
    return;
  }
  await load();
  if (state.film) await prove();
}

// --- moving -------------------------------------------------------------------------------------

const last = () => state.film.frames.length - 1;
const chapterAt = (place) => state.film.chapters.findLastIndex((one) => one.first <= place);

function go(place) {
  state.place = Math.max(0, Math.min(last(), place));
  if (state.source.code) history.replaceState(null, "", `#${state.place + 1}${state.eye === OPEN ? "" : `.${state.eye}`}`);
  draw();
}

function hand(by) {
  const { chapters } = state.film;
  const here = chapterAt(state.place);
  const inside = by < 0 && state.place > chapters[here].first ? 0 : by;
  const next = chapters[here + inside];
  go(next ? next.first : by < 0 ? 0 : last());
}

let timer = 0;

function stop() {
  clearTimeout(timer);
  state.playing = false;
}

function tick() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (state.place < last()) go(state.place + 1);
    if (state.place === last()) stop();
    else tick();
    draw();
  }, STEP_MS / state.speed);
}

function toggle() {
  if (state.playing) {
    stop();
  } else {
    if (state.place === last()) state.place = 0;
    state.playing = true;
    tick();
  }
  draw();
}

/** By hand: the film stands still. */
function move(place) {
  stop();
  go(place);
}

async function share() {
  const { home = location.origin } = document.documentElement.dataset;
  const url = framed ? `${home}/partida/${code}${location.hash}` : location.href;
  if (await framed?.share({ url, text: document.title, code })) return;
  if (navigator.share) {
    await navigator.share({ url, title: document.title }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(url).catch(() => {});
  state.copied = true;
  draw();
}

/** The hand of the match as a moving picture, to keep. */
async function picture() {
  const answer = await fetch(`${ROOT}partida/${state.source.code}/mano.gif?idioma=${locale}`, { headers: headers() });
  if (answer.ok) download(`truco-${state.source.code}.gif`, await answer.blob());
}

// --- drawing ------------------------------------------------------------------------------------

function draw() {
  const { film } = state;
  document.title = film ? film.frames[state.place].screen.title : say("web.film.title");
  morph($("bar"), [
    h("a", { class: "brand-button", href: framed?.base ?? "/" },
      h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand" }, "Truco")),
    film && h("h1", { key: "title", class: "unseen" }, document.title),
  ]);
  $("kind").hidden = Boolean(film);
  $("play").hidden = !film;
  morph($("kind"), [h("h1", { key: "title" }, say("web.film.title")), state.kind && h("p", { key: "why", id: "why", role: "alert" }, state.kind)]);
  if (film) drawFrame(film.frames[state.place]);
  else morph($("told"), []);
  morph($("more"), [film && extras(film), !framed && dropPlace(say("web.film.drop"), say("web.verify.choose"), bring)]);
}

function drawFrame(frame) {
  // In a film nobody is the reader: a seat whose eye is borrowed keeps its name.
  const screen = {
    ...frame.screen,
    seats: frame.screen.seats.map((seat) => ({ ...seat, me: false })),
    scores: frame.screen.scores.map((score) => ({ ...score, mine: false })),
  };
  const w = say;
  looks.follow(state.film.frames[state.place - 1]?.screen, screen);
  $("play").dataset.seats = screen.seats.length;
  $("felt").setAttribute("aria-label", w("web.table"));
  morph($("scores"), notepad(screen, w));
  morph($("felt"), [felt(screen, w, [], looks, Math.max(0, state.eye))]);
  morph($("desk"), [controls()]);
  morph($("notes"), []);
  $("notes").hidden = true;
  const told = new Set(screen.log.map((line) => line.text));
  const strong = screen.lines.filter((line) => line.weight === "strong" && !told.has(line.text));
  morph($("told"), [
    h("span", { key: "log", class: "film-log" }, screen.log.map((line) => line.text).join(" ")),
    h("span", { key: "lines", class: "film-lines" }, strong.map((line) => line.text).join(" ")),
    ...marks().filter((mark) => mark.place === state.place).map((mark) =>
      h("span", { key: mark.dear ? "dear" : "judged", class: mark.dear ? "film-dear" : "film-judged" }, mark.text)),
  ]);
}

function keyButton(name, label, picture, run, off = false) {
  return h("button", { key: name, id: `film-${name}`, type: "button", class: "press press-outline film-key", "aria-label": label, title: label, "aria-disabled": off ? "true" : false, onclick: run }, icon(picture));
}

function controls() {
  const { place, playing } = state;
  const { chapters } = state.film;
  const here = chapters[chapterAt(place)];
  return [
    h("div", { key: "keys", class: "film-keys", role: "group", "aria-label": say("web.film.controls") },
      keyButton("hand-back", say("web.film.hand.before"), "earlier", () => { stop(); hand(-1); }, place === 0),
      keyButton("back", say("web.film.back"), "back", () => move(place - 1), place === 0),
      h("button", { key: "play", id: "film-play", type: "button", class: "press press-gold film-key", "aria-label": say(playing ? "web.film.pause" : "web.film.play"), onclick: toggle }, icon(playing ? "pause" : "play")),
      keyButton("forth", say("web.film.forth"), "forth", () => move(place + 1), place === last()),
      keyButton("hand-forth", say("web.film.hand.after"), "later", () => { stop(); hand(1); }, place === last())),
    h("input", {
      key: "range", id: "film-range", class: "film-range", type: "range", min: 0, max: last(), step: 1, value: String(place),
      "aria-label": say("web.film.place"), "aria-valuetext": say("web.film.step", { n: place + 1, total: last() + 1, hand: here.number }),
      oninput: (event) => move(Number(event.target.value)),
    }),
    h("p", { key: "step", class: "film-step", "aria-hidden": "true" }, say("web.film.step", { n: place + 1, total: last() + 1, hand: here.number })),
  ];
}

const marks = () => state.analysis?.marks ?? [];

/** What the teacher says, for the tab that played this match. */
function analysis(film) {
  if (!film.match || !key()) return null;
  const { analysis: told } = state;
  if (!told) return h("button", { key: "analyse", id: "film-analyse", type: "button", class: "press", onclick: analyse }, say("web.film.analyse"));
  return h("section", { key: "analysis", class: "film-analysis", "aria-label": say("web.film.analysis") },
    h("h2", {}, say("web.film.analysis")),
    h("p", { key: "said", class: "film-said", role: "status" }, told.text),
    markButtons("marks", told.marks.filter((mark) => mark.dear)),
    told.ready && h("p", { key: "study" }, h("a", { class: "press", href: framed?.page("estudio") ?? "/estudio" }, say("web.study"))),
    told.marks.some((mark) => !mark.dear) && h("details", { key: "every", id: "film-every" },
      h("summary", {}, say("web.film.every")),
      markButtons("every-marks", told.marks.filter((mark) => !mark.dear))));
}

/** A button for each mark, which leads to its step. */
function markButtons(name, shown) {
  return h("div", { key: name, class: "film-buttons" }, shown.map((mark, n) =>
    h("button", { key: `mark-${n}`, type: "button", class: "press film-mark-button", "aria-current": mark.place === state.place ? "step" : false, onclick: () => move(mark.place) }, mark.text)));
}

function choice(id, label, value, choices, chosen) {
  const select = h("select", { id, value: String(value), onchange: (event) => chosen(event.target.value) },
    choices.map(([one, text]) => h("option", { value: String(one) }, text)));
  select.value = String(value);
  return h("label", { key: id, class: "film-choice", for: id }, h("span", {}, label), select);
}

function extras(film) {
  const { screen, hands } = film.frames[state.place];
  const shown = hands.length ? hands.map((marks, seat) => [seat, marks]) : [[state.eye, screen.cards]];
  return h("div", { key: "extras", class: "film-extras" },
    h("ul", { key: "hands", class: "film-hands", "aria-label": say("web.film.hands") }, shown.map(([seat, marks]) =>
      h("li", { key: `hand-${seat}`, class: "film-hand", "data-side": screen.seats[seat].side },
        h("span", { class: "film-owner" }, screen.seats[seat].name),
        h("span", { class: "film-cards" }, marks.map((mark, n) =>
          card(mark, { key: `${n}-${mark.code}`, role: "img", "aria-label": mark.named ? `${mark.label} (${mark.named})` : mark.label })))))),
    h("div", { key: "lines", class: "film-notes" }, said(screen.lines.filter((line) => line.weight !== "strong"))),
    h("div", { key: "choices", class: "film-choices" },
      choice("film-eye", say("web.film.eye"), state.eye,
        [[OPEN, say("web.film.open")], ...film.names.map((name, seat) => [seat, say("web.film.seat", { name })])],
        (value) => { state.eye = Number(value); go(state.place); load(); }),
      choice("film-hand", say("web.film.chapter"), chapterAt(state.place),
        film.chapters.map((one, n) => [n, say("web.film.hand", { hand: one.number, score: one.score })]),
        (value) => move(film.chapters[Number(value)].first)),
      choice("film-speed", say("web.film.speed"), state.speed, SPEEDS.map((one) => [one, `${one}×`.replace(".", locale === "en" ? "." : ",")]),
        (value) => { state.speed = Number(value); if (state.playing) tick(); draw(); })),
    h("div", { key: "buttons", class: "film-buttons" },
      film.match && h("button", { key: "share", id: "film-share", type: "button", class: "press", onclick: share }, icon("share"), say(state.copied ? "web.film.copied" : "web.film.share")),
      state.record && h("button", { key: "record", id: "film-record", type: "button", class: "press", onclick: () => download(film.match ? `truco-${film.match}.truco` : state.source.name, state.record) }, icon("download"), say("web.record")),
      film.match && h("button", { key: "gif", id: "film-gif", type: "button", class: "press", onclick: picture }, icon("download"), say("web.film.gif"))),
    analysis(film),
    h("section", { key: "proof", class: "film-proof", "aria-label": say("web.film.proof") },
      h("h2", {}, say("web.film.proof")),
      film.ticks.length > 0 && h("ul", { key: "ticks", class: "film-ticks" }, film.ticks.map(([mark, text]) =>
        h("li", { key: text, "data-mark": mark }, h("span", { class: "film-mark" }, mark), h("span", {}, text)))),
      !state.proof ? h("p", {}, say("web.film.proof.reading"))
        : state.proof.proved ? verdict(film.match || state.source.name, state.proof, say)
          : h("p", { class: "verdict none" }, say("web.film.proof.none"))),
    h("p", { key: "help", class: "film-help" }, say("web.film.keys")));
}

// --- from outside ---------------------------------------------------------------------------------

whenDropped(bring);

addEventListener("keydown", (event) => {
  if (!state.film || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.closest?.("select, input, textarea")) return;
  if (event.key === " " && target.closest?.("button, a")) return;
  const run = {
    " ": toggle,
    ArrowRight: () => move(state.place + 1),
    ArrowLeft: () => move(state.place - 1),
    PageDown: () => { stop(); hand(1); },
    PageUp: () => { stop(); hand(-1); },
    Home: () => move(0),
    End: () => move(last()),
  }[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});

async function begin() {
  if (!code) state.kind = say("web.film.choose");
  draw();
  await load();
  if (state.film) await prove();
}

framedPage().then((found) => {
  framed = found;
  begin();
});
