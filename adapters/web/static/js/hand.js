// What is mine: what is being asked, my cards, and everything I may press.

import { h, icon } from "./dom.js";
import { card, spoken } from "./table.js";

const GROUPS = ["answer", "call", "claim", "lobby", "match", "leave"];

/** A button of the screen; a press in flight rests until its answer is here. */
export function pressable(button, state, press) {
  const busy = state.busy.has(button.token);
  return h("button", {
    key: `press-${button.token}`,
    type: "button",
    class: `press press-${button.style}`,
    "aria-disabled": busy ? "true" : null,
    onclick: () => busy || press(button),
  }, button.label);
}

/** The buttons of a screen in their groups, answers first. */
export function actions(screen, state, w, press) {
  const groups = GROUPS.map((name) => {
    const buttons = screen.buttons.filter((button) => button.group === name);
    return buttons.length && h("div", { key: `group-${name}`, class: `group group-${name}`, role: "group", "aria-label": w(`web.group.${name}`) },
      buttons.map((button) => pressable(button, state, press)));
  });
  const senas = screen.senas.length && h("details", { key: "senas", class: "senas" },
    h("summary", { class: "press press-quiet" }, icon("eye"), w("web.senas")),
    h("div", { class: "group group-sena", role: "group", "aria-label": w("web.group.sena") },
      screen.senas.map((button) => pressable(button, state, press))));
  return [groups, senas];
}

/** A question of the screen, to be answered in its place: a number, or one of several choices. */
export function question(asked, state, w, answer) {
  if (!asked) return null;
  const busy = state.busy.has(asked.token);
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
  return [
    h("h2", { class: "unseen" }, w("web.hand")),
    h("ul", { class: `my-cards${covering ? " is-covering" : ""}` },
      screen.cards.map((mark, index) => {
        const token = covering ? mark.cover_token : mark.token;
        const able = token && !state.busy.has(token);
        const label = token ? w(covering ? "web.cover.card" : "web.lay", { card: spoken(mark) }) : spoken(mark);
        return h("li", { key: `mine-${mark.code}-${nth(mark.code)}`, class: "my-card" },
          h("button", {
            type: "button",
            class: `lay${token ? " is-able" : ""}`,
            "data-card": String(index + 1),
            "aria-disabled": able ? null : "true",
            "aria-label": label,
            onclick: () => able && press({ token }),
          }, card(mark), token && h("kbd", { class: "digit", "aria-hidden": "true" }, String(index + 1))));
      })),
  ];
}

const mayCover = (screen) => screen.cards.some((mark) => mark.cover_token);

/** The switch that lays the next card face down. */
export function cover(screen, state, w, toggle) {
  return mayCover(screen) && h("button", {
    key: "cover", type: "button", class: "press press-switch", "aria-pressed": String(state.covering), onclick: toggle,
  }, w("web.cover"));
}

/** What is being asked, of whom and until when. */
export function ask(lines, clock) {
  return [
    clock && h("div", { class: `clock${clock.mine ? " is-mine" : ""}${clock.left <= 10 ? " is-short" : ""}`, key: "clock", "aria-hidden": "true" },
      icon("clock"), h("span", { class: "clock-left" }, clock.text)),
    h("div", { class: "ask-text" },
      lines.map((line) => h("p", { class: `ask-line ask-${line.weight}`, "data-id": line.id }, line.text))),
  ];
}
