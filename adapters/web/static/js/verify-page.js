// The page that checks a record: a file is dropped on it, and never leaves this browser.

import { dropPlace, whenDropped } from "./brought.js";
import { h, morph } from "./dom.js";
import { spoken } from "./language.js";
import { verdict } from "./verdict.js";
import { verify } from "./verify.js";

const { say } = await spoken();
const place = document.getElementById("verify");

let running = 0;

async function check(file) {
  const mine = running += 1;
  show(h("p", {}, say("web.verify.reading", { name: file.name })));
  const found = await verify(await file.text());
  if (mine === running) show(verdict(file.name, found, say));
}

function show(result) {
  morph(place, [
    h("h1", { key: "title" }, say("web.verify.title")),
    h("p", { key: "about" }, say("web.verify.about")),
    dropPlace(say("web.verify.drop"), say("web.verify.choose"), check),
    h("div", { id: "verdict", role: "status", key: "verdict" }, result),
    h("p", { key: "back" }, h("a", { href: "/" }, say("web.verify.back"))),
  ]);
}

document.title = say("web.verify.title");
whenDropped(check);
show(null);
