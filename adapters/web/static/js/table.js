// The public picture: felt, seats around it, the cards laid, the score on the notepad.

import { fileAt, h, icon } from "./dom.js";
import { face } from "./faces.js";
import { tally } from "./tally.js";

let deck = "spanish";

/** From now on cards are drawn from this deck (a picture says which). */
export function useDeck(name) {
  deck = name;
}

/** A card of the deck: one file holds them all, so fetching it tells nothing. */
export function card(mark, extra = {}, of = deck) {
  const { class: more = "", ...rest } = extra;
  const name = mark.code === "back" ? "card-back" : `card-${mark.code}`;
  return h("svg", { class: `card ${more}`, viewBox: "0 0 200 312", ...rest },
    h("use", { href: `${fileAt(`decks/${of}.svg`)}#${name}` }),
    mark.named && h("g", { class: `named${mark.named.length > 8 ? " is-long" : ""}` },
      h("rect", { x: 4, y: 208, width: 192, height: 52 }), h("text", { x: 100, y: 246 }, mark.named)));
}

/** The sign of a card's suit: the middle of its ace. */
export function suit(code) {
  const letter = code.slice(-1);
  const ace = deck === "french" ? "A" : "1";
  return h("svg", { key: `suit-${letter}`, class: "suit", viewBox: "45 86 110 140" },
    h("use", { href: `${fileAt(`decks/${deck}.svg`)}#card-${ace}${letter}`, width: 200, height: 312 }));
}

/** Where seats are drawn: oneself at the bottom, then to the right and around, as the turn goes. */
const EDGES = {
  2: ["bottom", "top"],
  3: ["bottom", "right high", "left high"],
  4: ["bottom", "right", "top", "left"],
  6: ["bottom", "right low", "right high", "top", "left high", "left low"],
  8: ["bottom", "right low", "right", "right high", "top", "left high", "left", "left low"],
};

function places(seats, bottom) {
  const own = seats.findIndex((seat) => seat.me);
  const me = own < 0 ? bottom : own;
  const edges = EDGES[seats.length];
  return new Map(seats.map((seat, index) => [seat.seat, edges[(index - me + seats.length) % seats.length]]));
}

/** My seat at a table; `undefined`: I look on. */
export const mySeat = (screen) => screen?.seats.find((seat) => seat.me);

/** Whether the table waits for me. */
export function asksMe(screen) {
  const me = mySeat(screen);
  return Boolean(me && screen.asked.includes(me.seat));
}

/** Whether I have won a match that is over, or stood highest when it was stopped; `null`: I have
    no seat. */
export const isAhead = (screen) => mySeat(screen)?.ahead ?? null;

const LONG = /.{25}|\S{10}/; // what is said in so many letters needs smaller ones

/** Somebody's face: a robot's own, an initial, or what stands in for it while a seña is made. */
export function portrait(seat, { look, signs } = {}) {
  if (seat.face >= 0) return face(seat.face, look, signs);
  if (signs) return face("person", look, signs);
  return seat.away ? icon("robot") : h("span", { class: "initial" }, initial(seat.name));
}

/** What a seat is called. The mark that it is mine stays whole: a long name is cut before it. */
export function called(seat, w) {
  if (!seat.me) return seat.name || w("web.seat.free");
  const [before, after] = w("web.you", { name: "\n" }).split("\n");
  return [before, h("span", { class: "name-own" }, seat.name), after];
}

function seatMark(seat, edge, w, looks) {
  const badges = [
    seat.mano && h("span", { key: "mano", class: "badge badge-mano", title: w("web.badge.mano.why") }, w("web.badge.mano")),
    seat.dealer && h("span", { key: "dealer", class: "badge badge-dealer", title: w("web.badge.dealer.why") }, w("web.badge.dealer")),
    seat.away && h("span", { key: "away", class: "badge badge-away" }, w("web.badge.away")),
    seat.gone && h("span", { key: "gone", class: "badge badge-away" }, w("web.badge.gone")),
  ];
  const state = [
    "seat", seat.turn && "is-awaited", seat.me && "is-me", seat.empty && "is-empty",
    (seat.gone || !seat.playing) && "is-out",
  ].filter(Boolean).join(" ");
  return h("div", { key: `seat-${seat.seat}`, class: state, "data-edge": edge, "data-side": seat.side },
    h("div", { class: "avatar" },
      portrait(seat, looks?.of(seat.seat))),
    h("div", { class: "plate" },
      h("span", { class: "name" }, called(seat, w)),
      h("span", { class: "badges" }, badges)),
    !seat.me && h("div", { key: "fan", class: "fan" },
      Array.from({ length: seat.cards }, (_, n) => card({ code: "back" }, { key: `back-${n}` }))),
    seat.says && h("div", { key: `says-${seat.says}`, class: `bubble${LONG.test(seat.says) ? " is-long" : ""}` }, h("span", { class: "bubble-text" }, seat.says)));
}

export function initial(name) {
  return ([...name.trim()][0] ?? "?").toLocaleUpperCase();
}

function pile(seat, edge, laid, w) {
  return h("div", { key: `pile-${seat.seat}`, class: "pile", "data-edge": edge },
    // A person's own card, laid face down, is shown to that person alone, and says so.
    laid.map(({ mark, trick }) => card(mark.covered && mark.code !== "back" ? { ...mark, named: w("web.cover").toLocaleLowerCase() } : mark, {
      key: `laid-${trick}-${mark.code}`,
      class: `laid tilt-${(trick * 3 + seat.seat * 2) % 5}${mark.winning ? " is-winning" : ""}${mark.covered ? " is-covered" : ""}`,
    })));
}

/** What everybody knows of the hand: its worth, the turned card, the duels, who won what. */
export const said = (lines) => lines.map((line) => h("p", { key: `${line.id} ${line.text}`, class: `said said-${line.weight}`, "data-id": line.id }, line.text));

function tricksTold(screen, w) {
  const dots = [1, 2, 3].map((number) => {
    const trick = screen.tricks.find((row) => row.number === number);
    const by = trick?.done ? trick.won_by : "";
    return h("span", { class: "trick-dot", "data-by": by || (trick ? "open" : "none") },
      by === "parda" ? "=" : String(number));
  });
  return h("div", { class: "tricks" }, dots);
}

/** A card in words, with the name of its strength. */
export const spoken = (mark) => mark.named ? `${mark.label} (${mark.named})` : mark.label;

/** The table as a drawing; `alt` says the same to people who cannot see it. `looks`: those of the
 * faces; none: all are calm. `bottom`: the seat that is drawn there, where none is the reader's. */
export function felt(screen, w, lines, looks = null, bottom = 0) {
  const at = places(screen.seats, bottom);
  const laid = new Map(screen.seats.map((seat) => [seat.seat, []]));
  screen.tricks.forEach((trick, index) => trick.cards.forEach((mark) => {
    laid.get(mark.seat)?.push({ mark, trick: index });
  }));
  return h("div", { key: `drawing-${screen.match}`, class: "drawing", role: "img", "aria-label": screen.alt || screen.title, "data-of": screen.seats.length },
    h("div", { class: "cloth" }),
    h("div", { class: "centre" }, screen.kind !== "result" && tricksTold(screen, w),
      h("div", { key: lines.map((line) => line.text).join(" "), class: "known" }, said(lines))),
    screen.turned && h("div", { key: "turned", class: "turned" }, card(screen.turned)),
    screen.seats.map((seat) => pile(seat, at.get(seat.seat), laid.get(seat.seat), w)),
    screen.seats.map((seat) => seatMark(seat, at.get(seat.seat), w, looks)));
}

/** The notepad: a column of sticks for each side, and the number as players say it. */
export function notepad(screen, w) {
  if (!screen.scores.length) return [];
  const heading = h("h2", { class: "unseen" }, w("web.score"));
  const columns = screen.scores.map((score, n) => h("div", { key: `score-${n}`, class: `score${score.mine ? " is-mine" : ""}`, "data-side": score.side },
    h("p", { class: "score-names" }, score.names.map((name) => h("span", { class: "score-name", title: name }, name))),
    h("p", { class: "score-points" },
      h("strong", { key: `points-${score.points}`, class: "number" }, String(score.points)),
      score.target > 0 && h("span", { class: "of" }, ` / ${score.target}`)),
    score.target > 0 && tally(score.points, score.target),
    // Malas and buenas; otherwise the number above says it all, and the space stays.
    h("p", { key: score.text, class: "score-text" }, score.points && score.short !== String(score.points) ? score.text : "\u00a0"),
    score.games_to_win > 1 && h("p", { class: "score-games" },
      h("span", { class: "unseen" }, w("web.games", { won: score.games, needed: score.games_to_win })),
      Array.from({ length: score.games_to_win }, (_, n) =>
        h("span", { class: `game${n < score.games ? " is-won" : ""}`, "aria-hidden": "true" })))));
  return [heading, h("div", { class: "score-columns" }, columns)];
}

/** Whether a position is there to be played: then its cards and words are the answers. */
export const isPlayed = (screen) => screen !== null && (screen.buttons.length > 0 || screen.cards.some((mark) => mark.token || mark.cover_token));
