// Points as they are kept at a table: matches in squares of four with a fifth across.

import { h } from "./dom.js";

const SIDES = [
  [4, 28, 4, 4],
  [4, 4, 28, 4],
  [28, 4, 28, 28],
  [28, 28, 4, 28],
  [6, 26, 26, 6],
];

function stick([x1, y1, x2, y2], laid, key) {
  const [hx, hy] = [x2 + (x1 - x2) * 0.06, y2 + (y1 - y2) * 0.06];
  return h("g", { key, class: laid ? "stick" : "stick is-ghost" },
    h("path", { d: `M${x1} ${y1}L${x2} ${y2}` }),
    laid && h("circle", { cx: hx, cy: hy, r: 2.6 }));
}

function square(count, room, key) {
  return h("svg", { key, class: "square", viewBox: "0 0 32 32" },
    SIDES.slice(0, room).map((side, n) => stick(side, n < count, `${key}-${n}-${n < count}`)));
}

function squares(from, to, points) {
  const row = [];
  for (let start = from; start < to; start += 5) {
    row.push(square(Math.max(0, Math.min(5, points - start)), Math.min(5, to - start), `sq-${start}`));
  }
  return row;
}

/** Squares up to the target; the malas above the line and the buenas below it where both are whole squares. */
export function tally(points, target) {
  const half = target / 2;
  const split = half % 5 === 0;
  return h("div", { class: "tally", "aria-hidden": "true" },
    split
      ? [h("div", { class: "squares malas" }, squares(0, half, points)), h("div", { class: "squares buenas" }, squares(half, target, points))]
      : h("div", { class: "squares" }, squares(0, target, points)));
}
