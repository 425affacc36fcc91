// The page that checks a record: a file is dropped on it, and never leaves this browser.

import { h, morph } from "./dom.js";
import { verify } from "./verify.js";

const LOCALES = { pt: "pt_BR", en: "en", es: "es" };
const spoken = navigator.languages.map((one) => LOCALES[one.slice(0, 2)]).find(Boolean);
const locale = spoken ?? document.documentElement.lang.replace("-", "_");
document.documentElement.lang = locale.replace("_", "-");

const { words } = await (await fetch(`/words/${locale}.json`)).json();
const say = (id, given = {}) => words[id].replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
const place = document.getElementById("verify");

function told(name, verdict) {
  if (!verdict.proved) return h("p", { class: "verdict none" }, say("web.verify.none", { name }));
  if (verdict.wrong) {
    const { hand, field, line } = verdict.wrong;
    const where = hand ? say("web.verify.wrong", { name, hand, line }) : say("web.verify.wrong.before", { name, line });
    return [
      h("p", { class: "verdict wrong", "data-hand": hand, "data-field": field }, where),
      h("p", {}, say(`web.verify.field.${field}`)),
    ];
  }
  const id = verdict.velo ? "web.verify.weaker" : "web.verify.right";
  return [
    h("p", { class: "verdict right", "data-hands": verdict.hands }, say(id, { name, hands: verdict.hands })),
    h("p", {}, say("web.verify.seal")),
    h("p", {}, h("code", {}, verdict.commitment)),
  ];
}

let running = 0;

async function check(file) {
  const mine = running += 1;
  show(h("p", {}, say("web.verify.reading", { name: file.name })));
  const verdict = await verify(await file.text());
  if (mine === running) show(told(file.name, verdict));
}

function show(result) {
  const input = h("input", { type: "file", id: "file", accept: ".truco,text/plain", onchange: (event) => {
    const [file] = event.target.files;
    if (file) check(file);
  } });
  morph(place, [
    h("h1", { key: "title" }, say("web.verify.title")),
    h("p", { key: "about" }, say("web.verify.about")),
    h("label", { class: "drop", key: "drop", for: "file" }, say("web.verify.drop"), input),
    h("div", { id: "verdict", role: "status", key: "verdict" }, result),
    h("p", { key: "back" }, h("a", { href: "/" }, say("web.verify.back"))),
  ]);
}

document.title = say("web.verify.title");
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) check(file);
});
show(null);
