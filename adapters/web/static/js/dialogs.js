// Dialogs: questions before something is sent (a confirmation, a number, a choice), and panels.

import { fileAt, h, icon, morph } from "./dom.js";
import { download } from "./download.js";
import { card, felt, isPlayed, spoken, useDeck } from "./table.js";

const dialog = () => document.getElementById("dialog");

function open(title, body, onclose, kind = "") {
  const box = dialog();
  const again = box.open && kind !== "" && box.dataset.kind === kind;
  if (box.open && !again) box.close("");
  box.dataset.kind = kind;
  const close = (event) => {
    event.preventDefault();
    box.close(event.submitter?.value ?? "");
  };
  morph(box, [h("form", { key: `dialog-${kind || title}`, class: "dialog-form", onsubmit: close },
    h("h2", { id: "dialog-title" }, title), body)]);
  box.returnValue = "";
  box.onclose = () => onclose?.(box.returnValue);
  box.onclick = (event) => {
    if (event.target === box) box.close(""); // beside it
  };
  if (again) return;
  box.showModal();
  document.activeElement.select?.(); // what is typed replaces what the field proposes
}

// Not a submit button: Enter in a field answers, it never cancels.
const cancel = (w, id = "web.cancel") => h("button", { type: "button", class: "press press-secondary", onclick: () => dialog().close("") }, w(id));

/** Yes or no. `then` runs after yes; `no` is the id of the words for no. */
export function confirm(question, label, w, then, style = "danger", no = "web.cancel") {
  open(question, h("div", { class: "dialog-buttons" },
    cancel(w, no), h("button", { class: `press press-${style}`, value: "yes" }, label)),
  (value) => value === "yes" && then());
}

/** A number in a range, or one of several choices. `then` gets the answer as text. */
export function question(asked, w, then) {
  if (asked.choices.length) {
    open(asked.text, [
      h("div", { class: "choices" }, asked.choices.map(([value, label]) =>
        h("button", { class: "press press-primary", value: `=${value}` }, label))),
      h("div", { class: "dialog-buttons" }, cancel(w)),
    ], (value) => value.startsWith("=") && then(value.slice(1)));
    return;
  }
  const field = h("input", {
    id: "answer", class: "number-field", type: "number", inputmode: "numeric", required: true,
    min: asked.low, max: asked.high, step: 1, value: String(asked.low),
  });
  open(asked.text, [
    h("label", { class: "number-label", for: "answer" }, w("web.between", { low: asked.low, high: asked.high })),
    field,
    h("div", { class: "dialog-buttons" },
      cancel(w),
      h("button", { class: "press press-success", value: "yes" }, w("web.say"))),
  ], (value) => value === "yes" && then(document.getElementById("answer").value));
}

/** What this browser is called for while the page is closed: `told` has the kinds, the quiet hours and their time zone;
 * `say` has the words; `set` gets each change, `end` runs when there is to be no call any more. */
export function calls(told, say, set, end) {
  const change = (values) => set(Object.assign(told, values));
  const hour = (name, label) => h("label", { class: "switch" }, label, h("select", { value: String(told[name]), onchange: ({ target }) => change({ [name]: Number(target.value) }) },
    Array.from({ length: 24 }, (_, at) => h("option", { value: String(at), selected: at === told[name] }, `${at}:00`))));
  const zones = new Set([told.zone, Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf("timeZone")]);
  open(say("settings"), [
    h("p", {}, say("on")),
    h("div", {}, ["turn", "call", "seat", "tournament", "day"].map((kind) => h("label", { class: "switch" },
      h("input", { type: "checkbox", name: kind, checked: told.kinds.includes(kind), onchange: ({ target }) => change({ kinds: target.checked ? [...told.kinds, kind] : told.kinds.filter((one) => one !== kind) }) }),
      say(`kind.${kind}`)))),
    h("div", { class: "switch" }, hour("begin", say("quiet")), hour("end", say("until"))),
    h("label", { class: "switch" }, say("zone"), h("select", { name: "zone", value: told.zone, onchange: ({ target }) => change({ zone: target.value }) },
      [...zones].map((zone) => h("option", { value: zone, selected: zone === told.zone }, zone)))),
    h("div", { class: "dialog-buttons" },
      h("button", { class: "press press-secondary", value: "end" }, say("off")),
      h("button", { class: "press press-success", value: "yes" }, say("done"))),
  ], (value) => value === "end" && end());
}

/** How loud the table is, each change of which is heard, and whether single keys act. `changed` runs
 * after a change. */
export function sound(sounds, keys, w, changed) {
  const set = (volume) => {
    sounds.set(volume);
    sounds.sample();
    changed();
  };
  open(w("web.sound"), [
    h("label", { class: "number-label", for: "volume" }, w("web.sound.volume")),
    h("input", {
      id: "volume", class: "volume", type: "range", min: 0, max: 100, step: 10, value: String(sounds.volume),
      onchange: ({ target }) => set(Number(target.value)),
    }),
    h("label", { class: "switch" },
      h("input", { id: "keys", type: "checkbox", checked: keys.act, onchange: ({ target }) => { keys.set(target.checked); changed(); } }),
      w("web.keys")),
    h("div", { class: "dialog-buttons" },
      h("button", { class: "press press-secondary", value: "silence" }, w("web.sound.off")),
      h("button", { class: "press press-success", value: "yes" }, w("web.close"))),
  ], (value) => value === "silence" && set(0));
}

/** The text; an address that has its own field is not told twice. */
const lines = (page) => page.text.split("\n").filter((line) => !page.links.some((address) => line.endsWith(address)));

/** An address to be handed on: copied, or given to whatever shares links on this device. `below`: what else there is to it. */
function handedOn(address, w, below = null) {
  const said = h("p", { class: "shared", role: "status" });
  const field = h("input", { type: "text", class: "shared-address", readonly: true, "aria-label": w("web.share.address"), value: address, onfocus: (event) => event.target.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      said.textContent = w("web.share.copied");
    } catch {
      said.textContent = w("web.share.selected"); // no clipboard for this page: the address is selected
    }
  };
  const share = () => navigator.share({ title: document.title, url: address }).catch(() => {}); // who changes their mind shares nothing
  return h("div", { key: `share-${address}`, class: "share" }, field,
    h("button", { type: "button", class: "press press-success", onclick: copy }, w("web.share.copy")),
    navigator.share && h("button", { type: "button", class: "press press-secondary", onclick: share }, icon("share"), w("web.share.send")),
    said,
    below);
}

/** The card of a match: seen, saved, given to whatever shares pictures on this device, or its film's address. */
export async function matchCard(file, address, about, w, record) {
  const picture = await createImageBitmap(file);
  const shares = navigator.canShare?.({ files: [file] });
  open(w("web.card"), [
    h("canvas", { id: "card", class: "match-card", width: picture.width, height: picture.height, role: "img", "aria-label": about }),
    h("div", { class: "dialog-buttons" },
      shares && h("button", { type: "button", class: "press press-success", onclick: () => navigator.share({ files: [file], title: w("web.card") }).catch(() => {}) }, icon("share"), w("web.card.share")),
      h("button", { type: "button", class: "press press-secondary", onclick: () => download(file.name, file) }, icon("download"), w("web.card.save")),
      h("button", { type: "button", class: "press press-secondary", onclick: record }, icon("download"), w("web.record"))),
    handedOn(address, w),
    h("div", { class: "dialog-buttons" }, h("button", { class: "press press-primary", value: "" }, w("web.close"))),
  ]);
  document.getElementById("card").getContext("2d").drawImage(picture, 0, 0);
}

/** A QR code, dark on light whatever the page's colours are. */
function qr({ size, path }, w) {
  return h("figure", { class: "qr" },
    h("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": w("web.share.qr"), "shape-rendering": "crispEdges" },
      h("path", { d: path })),
    h("figcaption", { "aria-hidden": "true" }, w("web.share.qr")));
}

const AGAIN_MS = 2000; // after so long a page that is still being worked out is looked at again by itself
let soon = 0;

/** A text to read, with buttons to other pages. Stays open from page to page. `study`: the address of the study room,
 * to which a puzzle that is over leads. */
export function panel(page, codes, w, turn, record, study) {
  clearTimeout(soon);
  if (page.again) soon = setTimeout(() => dialog().open && dialog().dataset.kind === "panel" && turn(page.again), AGAIN_MS);
  const leaf = (one) => h("button", { key: one.key, class: "press", type: "button", disabled: one.here, onclick: () => turn(one.key) }, one.label);
  open(page.title, [
    page.topics.length ? h("div", { key: "topics", class: "dialog-topics" }, page.topics.map(leaf)) : null,
    h("div", { key: page.title + page.text.length, class: "panel-text", tabindex: "0" }, page.picture?.shown.steps && primer(page.picture), page.table ? table(page.table) : (page.position ? page.picture.beside.split("\n").slice(1).filter(Boolean) : lines(page)).map((line) => h("p", {}, told(page, line)))),
    page.position && position(page, w, turn),
    page.links.map((address) => {
      const code = codes.find((one) => one.address === address);
      return handedOn(address, w, code ? qr(code, w) : h("p", { class: "share-local" }, w("web.share.local")));
    }),
    page.record && h("button", { key: "record", type: "button", class: "press press-secondary", onclick: () => record(page.record) }, icon("download"), w("web.record")),
    h("div", { key: "turns", class: "dialog-buttons" },
      isPlayed(page.position) ? null : page.turns.filter((one) => one.key !== page.again).map(leaf),
      page.position && !isPlayed(page.position) && h("a", { key: "study", class: "press", href: study }, w("web.study")),
      h("button", { key: "close", class: "press press-primary", value: "" }, w("web.close"))),
  ], undefined, "panel");
}

/** A position on a table of its own: the score, what lies there, and my cards and words to press. */
function position(page, w, turn) {
  const screen = page.position;
  const named = (id, given) => (id === "web.you" ? given.name : w(id, given)); // my seat is called "Yo" here
  useDeck(screen.deck);
  return h("div", { key: `position-${page.title}`, class: "position" },
    h("p", { class: "position-score" }, page.picture.shown.score),
    h("div", { class: "felt" }, felt(screen, named, [])),
    h("ul", { class: "position-cards" }, screen.cards.map((mark) => h("li", { key: mark.code }, mark.token
      ? h("button", { type: "button", class: "lay is-able", "aria-label": w("web.lay", { card: spoken(mark) }), onclick: () => turn(mark.token) }, card(mark))
      : card(mark, { role: "img", "aria-label": spoken(mark) }),
    mark.cover_token && h("button", { type: "button", class: "press press-secondary", "aria-label": w("web.cover.card", { card: spoken(mark) }), onclick: () => turn(mark.cover_token) }, w("web.cover"))))),
    screen.buttons.length > 0 && h("div", { class: "position-words" }, screen.buttons.map(({ token, label, style }) =>
      h("button", { key: token, type: "button", class: `press press-${style}`, onclick: () => turn(token) }, label))));
}

/** A line of text; where the page has its numbers, the curve in it is drawn, and before a badge its medal. */
function told(page, line) {
  const found = page.curves.find((one) => one.line === line);
  const won = page.medals.find((one) => one.line === line);
  return found ? [found.told, " ", curve(found)] : won ? [medal(won), h("span", {}, line)] : line;
}

/** A badge as a medal; one that is still missing is pale. The line beside it says the same. */
function medal({ badge, mine }) {
  return h("svg", { class: `medal${mine ? "" : " is-missing"}`, viewBox: "0 0 112 112", "aria-hidden": "true" },
    h("use", { href: `${fileAt("medals.svg")}#medal-${badge}` }));
}

/** A game at a glance: what beats what, a hand and its envido, what the calls are worth. */
function primer({ shown, alt }) {
  const cards = (codes) => codes.map((code) => card({ code }, {}, shown.deck));
  return h("figure", { key: `primer-${shown.title}`, class: "primer", role: "img", "aria-label": alt },
    h("figcaption", {}, shown.order),
    h("div", { class: "rungs" }, shown.steps.map((codes) => h("span", { class: "rung" }, cards(codes)))),
    h("div", { class: "primer-below" },
      shown.hand && h("div", { class: "primer-hand" }, h("span", {}, cards(shown.hand.codes)), h("span", {}, shown.hand.told)),
      h("div", { class: "primer-calls" }, shown.calls.map((line) => h("span", {}, line)))));
}

/** Numbers as a small curve, the newest on the right with a dot. */
function curve({ numbers, alt }) {
  const low = Math.min(...numbers), high = Math.max(...numbers);
  const x = (at) => 3 + (94 * at) / (numbers.length - 1);
  const y = (number) => 21 - (18 * (number - low)) / (high - low);
  const points = numbers.map((number, at) => `${x(at).toFixed(1)} ${y(number).toFixed(1)}`);
  return h("svg", { class: "curve", viewBox: "0 0 100 24", role: "img", "aria-label": alt },
    h("path", { d: `M ${points.join(" L ")}` }),
    h("circle", { cx: x(numbers.length - 1), cy: y(numbers.at(-1)), r: 2.5 }));
}

/** A page's text as a table, the reader's own row marked. */
function table({ before, headings, rows, marked, after }) {
  return [
    h("p", { key: "before" }, before),
    rows.length
      ? h("div", { key: "rows", class: "board-scroll", tabindex: "0" }, h("table", { class: "board" },
        h("thead", {}, h("tr", {}, headings.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map((row, at) => h("tr", at === marked ? { class: "my-row", "aria-current": "true" } : {},
          row.map((cell, n) => h(n ? "td" : "th", n ? {} : { scope: "row" }, cell)))))))
      : null,
    after.split("\n").map((line) => h("p", {}, line)),
  ];
}

/** Lists to choose from, each kept as soon as it is changed. Stays open, and is drawn anew in place. */
export function settings(panel, w, change) {
  const list = (one) => h("div", { key: one.name, class: "field" },
    h("label", { for: `setting-${one.name}` }, one.label),
    h("select", { id: `setting-${one.name}`, onchange: (event) => change(one.name, event.target.value) },
      one.entries.map(({ value, label, chosen }) => h("option", { value, selected: chosen }, label))));
  const boxes = (one) => h("fieldset", { key: one.name, class: "field field-many" },
    h("legend", {}, one.label),
    one.entries.map(({ value, label, chosen }) => h("label", {},
      h("input", { type: "checkbox", value, checked: chosen, onchange: (event) => change(one.name,
        [...event.target.closest("fieldset").querySelectorAll("input:checked")].map((box) => box.value).join(",") || "-") }),
      label)));
  const grid = (settings) => h("div", { class: "field-grid" }, settings.map((one) => one.many ? boxes(one) : list(one)));
  const body = [
    grid(panel.rules),
    h("h3", {}, panel.habits_title),
    grid(panel.habits),
    h("div", { class: "dialog-buttons" }, h("button", { class: "press press-primary", value: "" }, w("web.close"))),
  ];
  open(panel.title, body, undefined, "settings");
}

/** The options of a table: the host chooses, everybody else reads. Drawn anew in place. */
export function options(sheet, w, change) {
  const list = (one) => h("div", { key: one.name, class: "field" },
    h("label", { for: `option-${one.name}` }, one.label),
    h("select", { id: `option-${one.name}`, onchange: (event) => change(one.name, event.target.value) },
      one.choices.map(([value, label]) => h("option", { value, selected: value === one.value }, label))));
  const told = (one) => h("div", { key: one.name }, h("dt", {}, one.label), h("dd", {}, new Map(one.choices).get(one.value) ?? one.value));
  open(sheet.title, [
    h("div", { key: "lines", class: "panel-text options-lines" }, sheet.lines.map((line) => h("p", { class: `line line-${line.weight}` }, line.text))),
    sheet.mine
      ? h("div", { key: "fields", class: "field-grid" }, sheet.fields.map(list))
      : h("dl", { key: "told", class: "options-told", tabindex: "0" }, sheet.fields.map(told)),
    h("div", { key: "buttons", class: "dialog-buttons" }, h("button", { class: "press press-primary", value: "" }, w("web.close"))),
  ], undefined, "options");
}

/** A table waits for somebody who followed its address: by what name do they sit down there? */
export function door({ host, about, match }, name, w, sit, watch) {
  open(w("web.door.title", { host }), [
    h("p", { class: "door-about" }, about),
    h("label", { class: "number-label", for: "door-name" }, w("web.name")),
    h("input", { id: "door-name", class: "number-field", type: "text", maxlength: "24", required: true, autocomplete: "nickname", value: name }),
    h("div", { class: "dialog-buttons" },
      match ? h("button", { type: "button", class: "press press-secondary", onclick: () => dialog().close("watch") }, w("web.watch")) : cancel(w),
      h("button", { class: "press press-gold", value: "yes" }, w("web.sit"))),
  ], (value) => {
    if (value === "yes") sit(document.getElementById("door-name").value.trim());
    else if (value === "watch") watch(match);
  });
}

/** The person's own name. */
export function rename(current, w, then) {
  open(w("web.name.change"), [
    h("label", { class: "number-label", for: "new-name" }, w("web.name")),
    h("input", { id: "new-name", class: "number-field", type: "text", maxlength: "24", required: true, value: current }),
    h("div", { class: "dialog-buttons" },
      cancel(w),
      h("button", { class: "press press-success", value: "yes" }, w("web.save"))),
  ], (value) => value === "yes" && then(document.getElementById("new-name").value.trim()));
}
