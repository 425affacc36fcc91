// The person's own part: the question, the cards, and everything that may be pressed.

import { h, icon } from "./dom.js";
import { around, lettersOf } from "./keys.js";
import { card, spoken, suit } from "./table.js";

/** A caption of more letters is a sentence: the words of a pile. */
const LONG = 30;
const GROUPS = ["answer", "match", "call", "claim", "lobby"];

/** A pressed button is disabled until its answer comes; without the server all buttons are. */
const rests = (token, state) => !state.up || state.busy.has(token);

/** The letters that press the buttons of a table: none of them is hidden in a fold. */
export function letters(screen) {
  const groups = [...GROUPS, "leave"].filter((name) => name !== "lobby");
  return lettersOf(groups.flatMap((name) => screen.buttons.filter((button) => button.group === name)));
}

/** A button of the screen. */
export function pressable(button, state, press) {
  const busy = rests(button.token, state);
  const letter = state.letters.get(button.token);
  const [before, key, after] = letter ? around(button.label, letter) : [];
  return h("button", {
    key: `press-${button.token}`,
    type: "button",
    class: `press press-${button.style}${button.label.length > LONG ? " is-long" : ""}`,
    "aria-disabled": busy ? "true" : null,
    "aria-keyshortcuts": letter ?? null,
    onclick: () => busy || press(button),
  }, letter ? h("span", {}, before, h("span", { class: "key" }, key), after) : button.label);
}

function group(name, screen, state, w, press) {
  const buttons = screen.buttons.filter((button) => button.group === name);
  return buttons.length && h("div", { key: `group-${name}-${buttons[0].token}`, class: `group group-${name}`, role: "group", "aria-label": w(`web.group.${name}`) },
    buttons.map((button) => pressable(button, state, press)));
}

/** The buttons of a screen in their groups, answers first. */
export function actions(screen, state, w, press) {
  return GROUPS.map((name) => group(name, screen, state, w, press));
}

/** Buttons for any time have a row of their own, where each keeps its place. */
export function tools(screen, state, w, press, turnOver, more, unfold) {
  const sent = screen.senas.length && h("div", { key: "send", class: "group group-sena", role: "group", "aria-label": w("web.group.sena") },
    screen.senas.map((button) => pressable(button, state, press)));
  const looks = group("look", screen, state, w, press);
  const heard = screen.lines.filter(isHeard);
  const senas = (sent || looks || heard.length > 0) && h("details", { key: "senas", class: "senas" },
    h("summary", { class: "press press-quiet" }, icon("eye"), w("web.senas"), heard.length > 0 && h("span", { class: "count" }, String(heard.length))),
    h("div", { class: "fold" },
      heard.length > 0 && h("div", { key: "heard", class: "heard" }, heard.map((line) => h("p", { "data-id": line.id }, line.text))),
      looks, sent));
  return [group("leave", screen, state, w, press), group("lesson", screen, state, w, press), cover(screen, state, w, turnOver), h("span", { key: "between", class: "always-between" }), senas, order(screen, state, w, unfold), more];
}

/** What beats what, strongest first; small cards, my own ones marked. A whole deck takes as long to
 * draw as the rest of the table, so it is drawn only while somebody looks: `unfold` says so. */
function order(screen, state, w, unfold) {
  if (!screen.order.length || screen.guided) return null;
  return h("details", { key: "order", class: "order", ontoggle: (event) => unfold(event.currentTarget.open) },
    h("summary", { class: "press press-quiet", title: w("web.order.title"), onclick: (event) => unfold(!event.currentTarget.parentElement.open) }, icon("order"), h("span", { class: "order-name" }, w("web.order"))),
    state.unfolded && h("div", { class: "fold" },
      h("h3", { class: "order-title" }, w("web.order.title")),
      h("p", { class: "order-about" }, w("web.order.about")),
      h("ol", { class: "rungs" }, screen.order.map((rung) => h("li", { key: rung.codes[0], class: "rung" },
        h("span", { class: "unseen" }, rung.text),
        rung.codes.map((code) => card({ code }, { "aria-hidden": "true", class: rung.mine.includes(code) ? "is-own" : "" })))))));
}

/** What a guided match tells just now. */
export const isTaught = (line) => line.id.startsWith("lesson.");

/** The room of a guided match beside the hand: what is told, and below it what beats what. It stays
 * while there is nothing to tell. */
export function lesson(screen, w) {
  if (!screen.guided) return [];
  const told = screen.lines.filter(isTaught);
  return [
    icon("help"),
    h("p", { class: "lesson-text", role: "status", "data-id": told.map((line) => line.id).join(" ") || null },
      told.flatMap((line) => [h("span", { key: line.id, "data-id": line.id }, line.text), " "])),
    h("ol", { class: "strip", "aria-label": w("web.order.title") }, screen.order.map((rung) => h("li", { key: rung.codes[0], class: `strip-rung${rung.mine.length ? " is-own" : ""}` },
      h("span", { class: "unseen" }, rung.text),
      h("span", { class: "strip-rank", "aria-hidden": "true" }, rung.codes[0].slice(0, -1)),
      h("span", { class: "strip-suits", "aria-hidden": "true" }, (rung.short ? rung.mine : rung.codes).map((code) => suit(code)))))),
  ];
}

/** A seña that I was given. */
export const isHeard = (line) => line.id === "hand.heard";

/** A question of the screen, to be answered in its place: a number, or one of several choices. */
export function question(asked, state, w, answer) {
  if (!asked) return null;
  const busy = rests(asked.token, state);
  const props = { key: `question-${asked.token}`, class: "group group-answer question" };
  if (asked.choices.length) {
    return h("div", { ...props, role: "group", "aria-label": asked.text },
      h("p", { class: "question-text" }, asked.text),
      asked.choices.map(([value, label]) => h("button", {
        type: "button", class: "press press-primary", "aria-disabled": busy ? "true" : null, onclick: () => answer(asked, value),
      }, label)));
  }
  return h("form", {
    ...props,
    onsubmit: (event) => {
      event.preventDefault();
      answer(asked, event.target.elements.number.value);
    },
  },
  h("label", { class: "question-text", for: "question-number" }, asked.text),
  h("input", {
    id: "question-number", name: "number", class: "question-number", type: "number", inputmode: "numeric", required: true,
    min: asked.low, max: asked.high, step: 1, placeholder: asked.low === asked.high ? String(asked.low) : `${asked.low}–${asked.high}`, autocomplete: "off",
  }),
  h("button", { type: "submit", class: "press press-primary", "aria-disabled": busy ? "true" : null }, w("web.say")));
}

/** My cards; those that may be laid now are buttons, the others rest. */
export function hand(screen, state, w, press) {
  if (!screen.cards.length) return [];
  const seen = new Map(); // cards not looked at yet all have the same code
  const nth = (code) => seen.set(code, (seen.get(code) ?? 0) + 1).get(code);
  const covering = state.covering && mayCover(screen);
  const keys = screen.cards.map((mark) => `mine-${screen.number}-${mark.code}-${nth(mark.code)}`);
  return [
    h("h2", { class: "unseen" }, w("web.hand")),
    h("ul", { class: `my-cards${covering ? " is-covering" : ""}` },
      places(screen, keys, state).map((key, place) => {
        const index = keys.indexOf(key);
        if (index < 0) return h("li", { key: `place-${place}`, class: "laid-card", "aria-hidden": "true" });
        const mark = screen.cards[index];
        const token = state.up && (covering ? mark.cover_token : mark.token);
        const able = token && !rests(token, state);
        // The text on it is part of its accessible name, the digit too.
        const label = token ? `${w(covering ? "web.cover.card" : "web.lay", { card: spoken(mark) })}${state.keys ? ` (${index + 1})` : ""}` : spoken(mark);
        return h("li", { key, class: "my-card" },
          h("button", {
            type: "button",
            class: `lay${token ? " is-able" : ""}`,
            "data-card": String(index + 1),
            "aria-disabled": able ? null : "true",
            "aria-label": label,
            "aria-keyshortcuts": token && state.keys ? String(index + 1) : null,
            onclick: () => able && press({ token }),
          }, card(mark), token && state.keys && h("kbd", { class: "digit", "aria-hidden": "true" }, String(index + 1))));
      })),
  ];
}

/** Cards keep their places in the hand: the place of a laid card stays empty. */
function places(screen, keys, state) {
  const { hand, order } = state.places;
  if (hand !== screen.number || !keys.every((key) => order.includes(key))) {
    const free = Math.max(0, 3 - keys.length);
    state.places = { hand: screen.number, order: [...keys, ...Array.from({ length: free }, () => "")] };
  }
  return state.places.order;
}

const mayCover = (screen) => screen.cards.some((mark) => mark.cover_token);

/** The switch that lays the next card face down. */
function cover(screen, state, w, toggle) {
  return mayCover(screen) && h("button", {
    key: "cover", type: "button", class: "press press-switch", "aria-pressed": String(state.covering), "aria-disabled": state.up ? null : "true", onclick: () => state.up && toggle(),
  }, w("web.cover"));
}

/** The question, who is asked, and until when. Another question replaces the whole text. Señas come
 * last: where the room ends, what the answers are worth is seen before them. */
export function ask(lines, clock) {
  const what = lines.filter((line) => line.weight === "strong").map((line) => line.text).join(" ");
  return [
    clock && h("div", { class: `clock${clock.mine ? " is-mine" : ""}${clock.left <= 10 ? " is-short" : ""}`, key: "clock", "aria-hidden": "true" },
      icon("clock"), h("span", { class: "clock-left" }, clock.text)),
    h("div", { key: what, class: "ask-text" },
      [...lines].sort((a, b) => isHeard(a) - isHeard(b)).map((line) => h("p", { key: `${line.id} ${line.text}`, class: `ask-line ask-${line.weight}`, "data-id": line.id }, line.text))),
  ];
}
