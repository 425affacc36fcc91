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
    ...sealed(found, say),
    ...added(found, say),
  ];
}

/** The seal that people have seen: that of the table, or of its tournament. */
function sealed({ commitment, torneo, velo }, say) {
  if (!torneo) return [h("p", {}, say("web.verify.seal")), h("p", {}, h("code", {}, commitment))];
  const { tournament, seal, round, board, attempt, open } = torneo;
  const more = open ? "web.verify.torneo.open" : "web.verify.torneo.later";
  return [
    h("p", { class: "torneo" }, say("web.verify.torneo", { tournament, round, board, attempt })),
    h("p", {}, h("code", {}, seal)),
    ...(velo ? [] : [h("p", { class: open ? "opened" : "later" }, say(more))]),
  ];
}

/** What went into the deal besides the secret, and what of it was not checked. */
function added({ round, alone }, say) {
  if (alone) return [h("p", { class: "alone" }, say("web.verify.alone"))];
  if (!round) return [];
  return [
    h("p", { class: "round" }, say("web.verify.round", { round: round.round })),
    h("p", {}, h("code", {}, `api.drand.sh/${round.chain}/public/${round.round}`)),
    h("p", {}, h("code", {}, round.randomness)),
  ];
}
