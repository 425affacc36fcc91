// What the check of a record has found, in words.

import { h } from "./dom.js";

/** The paragraphs of a verdict of verify.js; `name` is what the record is called. */
export function verdict(name, found, say) {
  if (!found.proved) return [h("p", { class: "verdict none" }, say("web.verify.none", { name }))];
  if (found.wrong) {
    const { hand, field, line } = found.wrong;
    const where = hand ? say("web.verify.wrong", { name, hand, line }) : say("web.verify.wrong.before", { name, line });
    return [
      h("p", { class: "verdict wrong", "data-hand": hand, "data-field": field }, where),
      h("p", {}, say(`web.verify.field.${field}`)),
    ];
  }
  const id = found.velo ? "web.verify.weaker" : "web.verify.right";
  return [
    h("p", { class: "verdict right", "data-hands": found.hands }, say(id, { name, hands: found.hands })),
    h("p", {}, say("web.verify.seal")),
    h("p", {}, h("code", {}, found.commitment)),
  ];
}
