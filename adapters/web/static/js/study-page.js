// The study room: solved positions, a table of hands for each decision, and the answers that lead from one to the next.
// It reads two kinds of files and nothing of any match.

import { ROOT, fileAt, h, morph } from "./dom.js";
import { framedPage } from "./framed.js";
import { spoken } from "./language.js";
import { card } from "./table.js";

const { locale, say: general } = await spoken();
const words = await read(fileAt(`words/study.${locale}.json`));
const say = (id, given = {}) => (words[`web.study.${id}`] ?? "").replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
const NAMES = say("cards").split("|"); // by strength, from the lowest on
const SHORT = say("cards.short").split("|");
const place = document.getElementById("study");

let framed = null; // the window of a chat platform in which the room is shown

const OVER = -1; // nobody decides after this answer
const LAST = "0"; // the only card left
const MANO = 0;

const room = await read(`${ROOT}estudio/sala.json?idioma=${locale}`); // what there is: positions, cards, chapters
const positions = new Map();
const state = { name: "", steps: [], decision: null, path: [], held: "" };

async function read(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

// --- words -------------------------------------------------------------------------------------

const percent = new Intl.NumberFormat(locale.replace("_", "-"), { style: "percent" });
const decimal = new Intl.NumberFormat(locale.replace("_", "-"), { signDisplay: "exceptZero", minimumFractionDigits: 2 });
const points = (number) => decimal.format(number).replace("-", "−");
const nameOf = (level) => NAMES[level - 1];
const who = (seat) => say(seat === MANO ? "mano" : "pie");
const answerOf = (answer) => answer === LAST ? say("last") : /^\d/.test(answer) ? say("lay", { card: nameOf(Number(answer)) }) : say(`say.${answer}`);
const handOf = (held) => held.length > 1 ? say("hand", { high: nameOf(held[1]), low: nameOf(held[0]) }) : nameOf(held[0]);

/** What an answer is with a hand: it has a letter, a colour and a name. */
function kindOf(answer, held) {
  if (!/^\d/.test(answer)) return { noquiero: "refuse", quiero: "accept" }[answer] ?? "call";
  if (held.length < 2 || held[0] === held[1]) return "card";
  return Number(answer) === held[0] ? "low" : "high";
}

const KINDS = ["low", "high", "card", "refuse", "accept", "call"];

/** The answers of a hand, each with its name, kind, share and worth; what is done most stands first. */
function mixOf([held, answers, shares, worth], decision) {
  return answers.map((at, n) => ({ answer: decision.answers[at], kind: kindOf(decision.answers[at], held), share: shares[n], worth: worth[n] }))
    .sort((one, other) => other.share - one.share);
}

const told = (mix) => mix.filter(({ share }) => share).map(({ answer, share }) => say("share", { answer: answerOf(answer), share: percent.format(share / 100) })).join(", ");

// --- where we are ------------------------------------------------------------------------------

const addressOf = (steps) => `#${[state.name, ...steps].join(".")}`;
const keyOf = (held) => held.join("-");

/** Follows the address: a position, and the answers since. */
async function follow(moved) {
  const [name, ...steps] = decodeURIComponent(location.hash.slice(1)).split(".");
  const known = (room.positions ?? []).some((one) => one.name === name);
  if (known && !positions.has(name)) positions.set(name, await read(`${ROOT}estudio/${name}.json`));
  const found = known ? positions.get(name).decisions : null;
  Object.assign(state, { name: found ? name : "", steps: [], path: [], decision: found?.[0] ?? null });
  if (known && !found) positions.delete(name);
  for (const step of found ? steps : []) {
    const at = state.decision.after[state.decision.answers.indexOf(step)] ?? OVER;
    if (at < 0) break;
    state.path.push(state.decision);
    state.steps.push(step);
    state.decision = found[at];
  }
  if (found) state.held = keyOf(mostMixed(state.decision) ?? []);
  draw();
  if (!moved) return;
  // Whoever has pressed something reads on at what is new.
  const heading = document.getElementById(state.steps.length ? "who" : "title");
  heading.focus();
  heading.scrollIntoView();
}

const handAt = (key) => state.decision.hands.find(([held]) => keyOf(held) === key);

/** The hand that somebody looks at first: that with the most even mix. */
function mostMixed({ hands }) {
  const most = ([, , shares]) => Math.max(...shares);
  return hands.reduce((best, one) => (!best || most(one) < most(best) ? one : best), null)?.[0];
}

// --- drawing -----------------------------------------------------------------------------------

const pictured = (level, n = 0) => card({ code: room.cards[level - 1][n] }, { key: `${level}-${n}` }, "spanish");
const drawn = (held) => held.map((level, n) => pictured(level, n && held[0] === level ? 1 : 0));

function draw() {
  document.title = state.name ? `${firstCards(state.name)} · ${general("web.study")}` : general("web.study");
  morph(document.getElementById("bar"), [h("a", { class: "brand-button", href: framed?.base ?? "/" },
    h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand" }, "Truco"))]);
  morph(place, state.name ? decision() : hall());
}

const title = (text) => h("h1", { key: "title", id: "title", tabindex: "-1" }, text);

const positionOf = (name) => room.positions.find((one) => one.name === name);
const firstCards = (name) => {
  const { mano, pie } = positionOf(name);
  return say("first", { mano: nameOf(mano), pie: nameOf(pie) });
};

/** The first cards to choose from, and the chapters. */
function hall() {
  if (!room.positions?.length) return [title(general("web.study")), h("p", { key: "down", role: "alert" }, say("down"))];
  return [
    title(general("web.study")),
    h("p", { key: "about", class: "study-about" }, say("about")),
    h("h2", { key: "choose" }, say("choose")),
    ["mano", "tied", "pie"].map((won) => h("section", { key: `won-${won}`, class: "study-won", "aria-labelledby": `won-${won}` },
      h("h3", { id: `won-${won}` }, say(`won.${won}`)),
      h("ul", { class: "study-pairs" }, room.positions.filter((one) => one.won === won).map(({ name }) => h("li", { key: name },
        h("a", { href: `#${name}`, class: "study-pair", "aria-label": firstCards(name) },
          name.split("-").map((code) => card({ code }, {}, "spanish")))))))),
    h("h2", { key: "guide" }, say("guide")),
    room.chapters.map(chapter),
  ];
}

function chapter({ title, about, heads, rows, after, at }) {
  return h("details", { key: `chapter-${title}`, class: "study-chapter" },
    h("summary", {}, title),
    h("p", {}, about),
    h("div", { class: "study-scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "study-rows" },
      h("thead", {}, h("tr", {}, heads.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first), others.map((one) => h("td", {}, one))))))),
    h("p", {}, after),
    h("p", { class: "study-seen" }, at.map(([address, label]) => h("a", { href: `#${address}`, class: "press" }, label))));
}

function decision() {
  const { decision: now, name } = state;
  return [
    h("p", { key: "back" }, h("a", { href: "#", class: "study-back" }, say("other"))),
    title(firstCards(name)),
    h("div", { key: "laid", class: "study-laid" }, laid()),
    h("nav", { key: "steps", class: "study-steps", "aria-label": say("steps") }, h("ol", {}, crumbs())),
    h("h2", { key: "who", id: "who", tabindex: "-1" }, say(/^\d/.test(now.answers[0]) ? "turn" : "asked", { who: who(now.seat) })),
    now.hands.length
      ? h("div", { key: "both", class: "study-both" },
        h("div", { key: "grid", class: "study-grid" }, legend(), table()),
        chosen())
      : h("p", { key: "nothing" }, say("nothing")),
    now.hands.length > 0 && h("p", { key: "blank", class: "study-note" }, say(now.hands[0][0].length > 1 ? "blank" : "blank.one")),
    following(),
    h("p", { key: "gain", class: "study-note" }, say("gain", { gain: points(positions.get(name).gain / 1000) })),
  ];
}

/** The cards on the table, trick by trick. */
function laid() {
  const cards = state.steps.map((step, n) => [step, state.path[n].seat]).filter(([step]) => /^[1-9]/.test(step));
  const { mano, pie } = positionOf(state.name);
  const [first, second] = state.name.split("-");
  const tricks = [[[first, MANO, mano], [second, 1, pie]]];
  cards.forEach(([step, seat], n) => {
    if (n % 2 === 0) tricks.push([]);
    tricks.at(-1).push([room.cards[step - 1][0], seat, Number(step)]);
  });
  return tricks.map((trick, n) => h("figure", { key: `trick-${n}`, class: "study-trick" },
    h("figcaption", {}, say(`trick.${n + 1}`)),
    trick.map(([code, seat, level]) => h("span", { class: "study-card" },
      card({ code }, { role: "img", "aria-label": `${who(seat)}: ${nameOf(level)}` }, "spanish"),
      h("span", { "aria-hidden": "true" }, who(seat))))));
}

const crumbs = () => [[say("start"), []], ...state.steps.map((step, n) => [say("step", { who: who(state.path[n].seat), answer: answerOf(step) }), state.steps.slice(0, n + 1)])]
  .map(([label, steps]) => h("li", { key: addressOf(steps) },
    h("a", { href: addressOf(steps), "aria-current": steps.length === state.steps.length ? "step" : null }, label)));

function legend() {
  const used = new Set(state.decision.hands.flatMap((hand) => mixOf(hand, state.decision).map(({ kind }) => kind)));
  return h("ul", { class: "study-legend" }, KINDS.filter((kind) => used.has(kind)).map((kind) => h("li", { key: kind, "data-kind": kind },
    h("span", { class: "study-letter" }, say(`letter.${kind}`)), say(`kind.${kind}`))));
}

/** The hands of a decision: the higher card by rows, the lower one by columns; or one card by rows. */
function table() {
  const { decision: now } = state;
  const two = now.hands[0][0].length > 1;
  const levels = NAMES.map((_, n) => n + 1);
  const across = two ? levels.slice(0, -1) : [];
  const heads = two ? across.map((low) => h("th", { scope: "col", "aria-label": nameOf(low) }, SHORT[low - 1])) : [h("th", { scope: "col" }, say("often"))];
  return h("div", { class: "study-scroll" }, h("table", { key: `table-${state.name}`, class: `study-table${two ? "" : " is-one"}`, "aria-labelledby": "who", onkeydown: walk },
    h("thead", {}, h("tr", {}, h("th", { class: "study-corner", scope: "col" }, h("span", { class: "unseen" }, say(two ? "corner" : "one"))), heads)),
    h("tbody", {}, levels.toReversed().map((high) => h("tr", { key: `row-${high}` },
      h("th", { scope: "row", "aria-label": nameOf(high) }, SHORT[high - 1]),
      two ? across.map((low) => h("td", {}, low <= high && cell([low, high]))) : h("td", {}, cell([high])))))));
}

function cell(held) {
  const key = keyOf(held);
  const hand = handAt(key);
  if (!hand) return null;
  const mix = mixOf(hand, state.decision);
  let x = 0;
  const bars = KINDS.flatMap((kind) => mix.filter((one) => one.kind === kind)).map(({ kind, share }) => {
    const bar = h("rect", { x, y: 0, width: share, height: 10, "data-kind": kind });
    x += share;
    return bar;
  });
  return h("button", {
    key, type: "button", id: `hand-${key}`, class: "study-cell", tabindex: key === state.held ? "0" : "-1", "aria-pressed": key === state.held ? "true" : "false",
    "aria-label": say("cell", { hand: handOf(held), mix: told(mix) }), onclick: () => look(held),
  }, h("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, bars), h("span", { class: "study-letter", "aria-hidden": "true" }, say(`letter.${mix[0].kind}`)));
}

function look(held, focus = false) {
  state.held = keyOf(held);
  draw();
  if (focus) document.getElementById(`hand-${state.held}`)?.focus();
}

/** Arrows go to the next hand in that direction, Home and End to the first and last of its row. */
function walk(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Home: [-99, 0], End: [99, 0] }[event.key];
  if (!way) return;
  event.preventDefault();
  const here = handAt(state.held)[0];
  const [x, y] = [here.length > 1 ? here[0] : 0, here.at(-1)];
  const spots = state.decision.hands.map(([held]) => ({ held, x: held.length > 1 ? held[0] : 0, y: held.at(-1) }))
    .filter((one) => way[0] ? one.y === y && Math.sign(one.x - x) === Math.sign(way[0]) : one.x === x && Math.sign(one.y - y) === way[1]);
  const far = (one) => Math.abs(one.x - x) + Math.abs(one.y - y);
  spots.sort((one, other) => (Math.abs(way[0]) > 1 ? far(other) - far(one) : far(one) - far(other)));
  if (spots.length) look(spots[0].held, true);
}

/** The hand that is looked at: its answers in numbers, and the hands beside it. */
function chosen() {
  const hand = handAt(state.held);
  if (!hand) return null;
  const [held] = hand;
  return h("section", { key: "chosen", class: "study-chosen", "aria-labelledby": "chosen" },
    h("div", { class: "study-head" }, h("span", { class: "study-held", "aria-hidden": "true" }, drawn(held.toReversed())), h("h3", { id: "chosen" }, handOf(held))),
    numbers(mixOf(hand, state.decision)),
    h("h4", {}, say("beside")),
    h("ul", { class: "study-beside" }, beside(held).map(([label, other]) => h("li", { key: keyOf(other[0]) },
      h("button", { type: "button", class: "study-other", onclick: () => look(other[0]) },
        h("span", { class: "study-change" }, label), h("strong", {}, handOf(other[0])), h("span", {}, told(mixOf(other, state.decision))))))));
}

const numbers = (mix) => h("table", { class: "study-numbers" },
  h("thead", {}, h("tr", {}, ["answer", "often", "worth"].map((id) => h("th", { scope: "col" }, say(id))))),
  h("tbody", {}, mix.map(({ answer, kind, share, worth }) => h("tr", { key: answer },
    h("th", { scope: "row", "data-kind": kind }, h("span", { class: "study-letter", "aria-hidden": "true" }, say(`letter.${kind}`)), answerOf(answer)),
    h("td", {}, percent.format(share / 100)), h("td", {}, points(worth / 100))))));

/** The hands with one card a step lower or higher, as far as they are told. */
function beside(held) {
  const found = [];
  held.forEach((level, n) => [-1, 1].forEach((by) => {
    for (let next = level + by; next > 0 && next <= NAMES.length; next += by) {
      const other = held.with(n, next).sort((a, b) => a - b);
      const hand = handAt(keyOf(other));
      if (!hand) continue;
      if (!found.some(([, one]) => one === hand)) found.push([say("change", { from: nameOf(level), to: nameOf(next) }), hand]);
      break;
    }
  }));
  return found;
}

/** What is done now, over all hands, and where it leads. */
function following() {
  const { decision: now, steps } = state;
  const ways = now.answers.map((answer, n) => ({ answer, share: now.shares[n], after: now.after[n] }));
  const way = ({ answer, share, after }) => {
    const inside = [/^[1-9]/.test(answer) && h("span", { "aria-hidden": "true" }, pictured(Number(answer))),
      h("span", { class: "study-way-name" }, answerOf(answer)), h("span", { class: "study-way-share" }, percent.format(share / 100))];
    return h("li", { key: `way-${answer}` }, after < 0
      ? h("span", { class: "study-way is-over" }, inside, h("small", {}, say("over")))
      : h("a", { class: "study-way", href: addressOf([...steps, answer]) }, inside));
  };
  return h("section", { key: "next", class: "study-next", "aria-labelledby": "next" },
    h("h2", { id: "next" }, say("next", { who: who(now.seat) })),
    h("ul", { class: "study-ways" }, ways.filter(({ after, share }) => after >= 0 || (after === OVER && share > 0)).map(way)),
    h("p", { class: "study-note" }, say("rare")));
}

framedPage().then((found) => {
  framed = found;
  addEventListener("hashchange", follow);
  follow();
});
