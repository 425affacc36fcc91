// Before a match: the welcome, the tables of the channel, and the lobby of one of them.

import { h, icon } from "./dom.js";
import { face } from "./faces.js";
import { actions, pressable } from "./hand.js";
import { called, card, initial, portrait } from "./table.js";

/** The first thing a newcomer sees: one sentence, one big button. In a window the tables come first, if there is a
 * hall or a table. */
export function welcome(state, w, on) {
  const { title, opens } = state.list;
  const isFirst = opens || Boolean(title && state.tables.length);
  const game = (players) => state.games.find((one) => one.players === players);
  return [
    isFirst && tables(state, w, on),
    h("section", { key: "hero", class: "hero" },
      !isFirst && h("div", { class: "hero-cards", "aria-hidden": "true" },
        ["1b", "7o", "1e"].map((code) => card({ code }, { class: "hero-card" }))),
      h("div", { class: "hero-text" },
        h("h2", { class: "hero-title" }, w("web.hero.title")),
        !title && h("p", { class: "hero-why" }, w("web.hero.why")),
        who(state, w, on),
        h("div", { class: "hero-play" },
          h("button", { type: "button", key: "quick-2", class: "press press-gold press-big", "aria-disabled": state.busy.has("quick") ? "true" : null, onclick: () => on.quick(2) },
            h("span", {}, w("web.quick.2")), h("span", { class: "quick-game", "data-variant": game(2)?.variant ?? null }, game(2)?.text ?? "\u00a0")),
          state.lesson && h("button", { type: "button", key: "learn", class: "press press-outline press-big", "aria-disabled": state.busy.has("quick") ? "true" : null, onclick: () => on.learn() },
            h("span", {}, w("web.learn")), h("span", { class: "quick-game" }, state.lesson)),
          h("div", { class: "hero-more" },
            h("button", { type: "button", key: "rival", class: "press press-outline", "aria-disabled": state.busy.has("rival") ? "true" : null, onclick: () => on.rival() }, w("web.rival")),
            [4, 6].map((players) => h("button", { type: "button", class: "press press-outline", onclick: () => on.quick(players) },
              h("span", {}, w(`web.quick.${players}`)), game(players) && game(players).variant !== game(2)?.variant && h("span", { class: "quick-game", "data-variant": game(players).variant }, game(players).text))),
            !opens && h("button", { type: "button", class: "press press-outline", onclick: () => on.open() }, w("web.open")))),
        !title && h("p", { class: "hero-hint" }, w("web.hero.hint")))),
    ...(state.choices.length ? below(state, w, on, isFirst) : []),
  ];
}

/** What stands below that. It waits for the games: whatever was drawn before would move down. */
function below(state, w, on, isFirst) {
  return [
    state.daily && h("section", { key: "today", class: "today", "aria-labelledby": "today-title" },
      h("div", { class: "today-text" },
        h("h2", { id: "today-title" }, w("web.today")),
        h("p", {}, w("web.today.why"))),
      h("div", { class: "today-press" },
        h("button", { type: "button", key: "daily", class: "press press-success", "aria-disabled": state.busy.has("quick") ? "true" : null, onclick: () => on.daily() }, w("web.today.play")),
        h("button", { type: "button", key: "puzzle", class: "press press-secondary", "aria-disabled": state.busy.has("puzzle") ? "true" : null, onclick: () => on.puzzle() }, w("web.today.puzzle")))),
    !isFirst && tables(state, w, on),
    h("section", { key: "games", class: "games", "aria-labelledby": "games-title" },
      h("h2", { id: "games-title" }, w("web.games.which")),
      h("ul", { class: "game-list" }, state.choices.map((game) => h("li", { key: `game-${game.variant}` },
        h("button", { type: "button", class: "game-card", "data-variant": game.variant, "aria-disabled": state.busy.has("quick") ? "true" : null, onclick: () => on.quick(2, game.variant) },
          h("strong", {}, game.name), h("span", {}, game.about)))))),
  ];
}

function tables(state, w, on) {
  return h("section", { key: "tables", class: "tables", "aria-labelledby": "tables-title" },
    h("div", { class: "tables-head" },
      h("h2", { id: "tables-title" }, state.list.title || w("web.tables")),
      state.list.opens && h("button", { type: "button", class: "press press-success", onclick: () => on.open() }, w("web.open"))),
    state.tables.length
      ? h("ul", { class: "table-list" }, state.tables.map((table) => tableCard(table, state.mine.has(table.match), w, on)))
      : h("p", { class: "nothing" }, w("web.tables.none")));
}

/** The name that others see, for whoever has no seat yet. */
function who(state, w, on) {
  return h("form", { key: "naming", class: "who", onsubmit: (event) => event.preventDefault() },
    h("label", { class: "who-label", for: "who" }, w("web.name")),
    h("input", {
      id: "who", key: "who", class: "who-name", type: "text", maxlength: "24", autocomplete: "nickname",
      value: state.name, oninput: (event) => on.name(event.target.value),
    }));
}

function tableCard(table, mine, w, on) {
  return h("li", { key: `table-${table.match}`, class: "table-card" },
    h("div", { class: "table-who" },
      table.seats.map((seat) => h("span", { class: "dot-avatar", "data-side": seat.side, title: seat.name, "aria-hidden": "true" },
        seat.face >= 0 ? face(seat.face) : seat.empty ? "" : initial(seat.name)))),
    h("div", { class: "table-text" },
      h("strong", {}, table.title),
      h("span", { class: "table-names" }, table.names || w("web.tables.waiting"))),
    table.free && !mine
      ? h("button", { type: "button", class: "press press-success", onclick: () => on.sit(table.match) }, w("web.sit"))
      : (mine || table.watched) && h("button", { type: "button", class: "press press-secondary", onclick: () => on.watch(table.match) }, w(mine ? "web.back.mine" : "web.watch")));
}

/** A seat of the lobby. A free one is a button to sit down; a person who has a seat may also
 * change places with a robot. */
function place(seat, screen, state, w, on) {
  const seated = screen.seats.some((one) => one.me);
  const inside = [
    h("span", { class: "avatar" }, seat.empty ? icon("chair") : portrait(seat)),
    h("span", { class: "name" }, called(seat, w)),
    seat.host && h("span", { class: "badge badge-host", title: w("web.badge.host") }, h("span", { "aria-hidden": "true" }, "★ "), w("web.badge.host")),
  ];
  // Of two seats it matters little which one is mine.
  const offered = seat.empty ? !seated || screen.seats.length > 2 : seat.robot && seated;
  if (!offered) return inside;
  const what = seat.robot ? w("web.seat.swap") : w(seated ? "web.seat.move" : "web.seat.take");
  return h("button", {
    type: "button", class: "place-button", "aria-disabled": state.up ? null : "true", onclick: () => on.sit(screen.match, seat.seat),
  }, inside, h("span", { class: "place-what" }, what));
}

/** A moment as the lines of a screen write it. */
const written = (at) => `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How far away a moment is, in the reader's language: "in 2 hours". */
export function away(at, behind, locale) {
  const minutes = Math.round((at - behind - Date.now() / 1000) / 60);
  const [size, unit] = [[1440, "day"], [60, "hour"]].find(([one]) => Math.abs(minutes) >= 2 * one) ?? [1, "minute"];
  return new Intl.RelativeTimeFormat(locale.replace("_", "-")).format(Math.round(minutes / size), unit);
}

/** The text of a line; the moment that it names stands in the reader's own time. */
export function told(text, screen, state) {
  const [before, after] = screen.moment ? text.split(written(screen.moment)) : [];
  if (after === undefined) return text;
  const locale = screen.locale.replace("_", "-");
  const own = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
  return [before, h("time", { datetime: new Date(screen.moment * 1000).toISOString() }, own.format(screen.moment * 1000)),
    " (", h("span", { class: "moment-away" }, away(screen.moment, state.behind, screen.locale)), ")", after];
}

/** A lobby: who sits where, what is played, and how others come; or a tournament, where nobody sits.
 * `invite`: what a window of a chat platform adds. */
export function lobby(screen, state, w, on, clock, invite) {
  if (!screen.seats.length) return tournament(screen, state, w, on, clock);
  const starting = screen.lines[0]?.id === "lobby.starting";
  const seated = screen.seats.some((seat) => seat.me);
  // The first line says who is missing; the others are of different numbers, and stand below the seats.
  const told = screen.lines.slice(1);
  const terms = told.find((line) => line.id.startsWith("lobby.options"));
  const isMain = ({ token }) => /\.(INVITE|START)$/.test(token);
  const buttons = (kind, some, more) => some.length > 0 && h("div", { key: kind, class: `lobby-actions lobby-${kind}` }, some.map((button) => pressable(button, state, on.press)), more);
  const main = buttons("main", screen.buttons.filter(isMain), invite);
  return screened(screen, w, on, [
    h("div", { class: "lobby-lines lobby-missing" }, lines(screen.lines.slice(0, 1), screen, state), starting && ticking(clock)),
    seated && main,
    !seated && who(state, w, on),
    sides(screen, state, w, on),
    !seated && main,
    screen.fields.length > 0
      ? options(screen, terms, state, w, on, buttons("robots", screen.folded))
      : terms && h("p", { key: "terms", class: "lobby-terms" }, terms.text),
    h("div", { key: "about", class: "lobby-lines" }, lines(told.filter((line) => line !== terms), screen, state)),
    buttons("other", screen.buttons.filter((button) => !isMain(button))),
  ]);
}

/** A tournament: nobody sits, and its lines stand before its buttons. */
function tournament(screen, state, w, on, clock) {
  const starting = screen.lines[0]?.id === "lobby.starting";
  return screened(screen, w, on, [
    h("div", { class: "lobby-lines" }, lines(screen.lines, screen, state), starting && ticking(clock)),
    h("div", { key: "actions", class: "lobby-actions" }, actions(screen, state, w, on.press)),
  ]);
}

const screened = (screen, w, on, inside) => [h("section", { key: "lobby", class: "lobby", "aria-labelledby": "lobby-title" },
  h("button", { type: "button", class: "press press-quiet lobby-back", onclick: () => on.watch("") }, icon("back"), w("web.hall")),
  h("h2", { id: "lobby-title" }, screen.title), inside)];

const lines = (some, screen, state) => some.map((one) => h("p", { class: `line line-${one.weight}` }, told(one.text, screen, state)));

/** A lobby that is about to start counts the last seconds. */
const ticking = (clock) => clock && h("p", { class: "lobby-clock", role: "timer" }, h("span", { class: "clock-left" }, clock.text));

function sides(screen, state, w, on) {
  // If the teams change with every hand, nobody has one yet.
  const known = screen.seats.some((seat) => seat.side) ? ["A", "B"] : [""];
  const [first, second] = known.map((side) => h("section", { key: `side-${side}`, class: "side", "data-side": side, "aria-label": w(`web.side.${side || "all"}`) },
    screen.seats.length > 2 && h("h3", {}, w(`web.side.${side || "all"}`)),
    h("ul", {}, screen.seats.filter((seat) => seat.side === side).map((seat) => h("li", { key: `place-${seat.seat}`, class: `place${seat.empty ? " is-empty" : ""}${seat.me ? " is-me" : ""}` },
      place(seat, screen, state, w, on))))));
  return h("div", { class: "sides" }, first, second && [h("span", { class: "versus", "aria-hidden": "true" }, w("web.versus")), second]);
}

/** What is played, in a line; behind it all that the host may choose. */
function options(screen, terms, state, w, on, robots) {
  const field = ({ name, label, value, choices }) => h("div", { key: `field-${name}`, class: "field" },
    h("label", { for: `field-${name}` }, label),
    h("select", { id: `field-${name}`, value: state.chosen.get(name) ?? value, onchange: (event) => on.field(screen.match, name, event.target.value) },
      choices.map(([one, said]) => h("option", { value: one }, said))));
  return h("details", { key: "options", class: "fields" },
    h("summary", {}, h("span", { class: "lobby-terms" }, terms?.text), h("span", { class: "fields-change" }, w("web.options.change"))),
    h("div", { class: "field-grid" }, screen.fields.map(field)),
    robots);
}
