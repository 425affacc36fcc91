// Faces: every robot has its own, and a look that follows from what is seen at the table.
//
// A look follows from two pictures of one table, as a sound does. So it tells no more than they do: a
// seña is made only where the picture brings it, and that of nobody else does.

import { fileAt, h } from "./dom.js";

const FILE = fileAt("faces.svg");

/** A face, `face` its number or "person", with a look. */
export function face(of, look = "calm", signs = false) {
  return h("svg", { key: `face-${of}`, class: `face${signs ? " is-sign" : ""}`, viewBox: "0 0 64 64", "data-look": look, "aria-hidden": "true" },
    h("use", { href: `${FILE}#face-${of}` }),
    h("use", { key: `look-${look}`, class: "look", href: `${FILE}#look-${look}` }));
}

const done = (screen) => screen.tricks.filter((trick) => trick.done).length;

export class Looks {
  constructor() {
    this.signs = new Map(); // the newest seña of each seat: {look, trick}
    this.moods = new Map();
  }

  /** The look of a seat now, and whether it makes a seña. */
  of(seat) {
    const sign = this.signs.get(seat);
    return { look: sign?.look ?? this.moods.get(seat) ?? "calm", signs: Boolean(sign) };
  }

  /** A picture takes the place of another. */
  follow(before, after) {
    this.moods.clear();
    if (!after || before?.match !== after.match || before.number !== after.number) this.signs.clear();
    if (!after || !before || before.match !== after.match) return;
    this.#made(before, after);
    for (const seat of after.seats) this.moods.set(seat.seat, mood(before, after, seat));
  }

  /** A seña stays on a face until the trick in which it was made is over, or its seat says a word. */
  #made(before, after) {
    const trick = done(after);
    for (const [seat, sign] of this.signs) if (sign.trick !== trick || speaks(before, after, seat)) this.signs.delete(seat);
    const known = before.number === after.number ? before.gestures.length : 0;
    for (const { seat, look } of after.gestures.slice(known)) this.signs.set(seat, { look, trick });
  }
}

const word = (screen, seat) => screen.seats.find((one) => one.seat === seat)?.says ?? "";

/** Whether a seat says something that it did not say before. */
export function speaks(before, after, seat) {
  const now = word(after, seat);
  return Boolean(now) && now !== word(before, seat);
}

function mood(before, after, { seat, side, turn, says, ahead }) {
  const won = (points) => after.scores.some((score, n) => (score.side === side) === points && score.points > (before.scores[n]?.points ?? 0));
  if (after.kind === "result") return ahead ? "glad" : "sorry";
  if (speaks(before, after, seat)) return "calling";
  if (before.number === after.number && won(true)) return "glad";
  if (before.number === after.number && won(false)) return "sorry";
  if (turn) return "thinking";
  return says && after.asked.length ? "sly" : "calm";
}
