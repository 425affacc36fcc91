// What moves on the table: cards are dealt from the dealer to each seat, and go to whoever has won them.
//
// It only shows the way to a state that is drawn already. A newer picture ends every movement at once,
// and whoever wants stillness sees none.

import { h, wantsStillness } from "./dom.js";

const DEAL_MS = 340;
const GATHER_MS = 420;
const SPREAD_MS = 360; // the last card leaves so much later than the first
const EASE = "cubic-bezier(.2, .8, .3, 1)";

const middle = (element) => {
  const box = element.getBoundingClientRect();
  const zoom = element.currentCSSZoom ?? 1; // of a page in a small window
  return { x: (box.left + box.width / 2) / zoom, y: (box.top + box.height / 2) / zoom, wide: box.width / zoom };
};
const plate = (play, seat) => play.querySelector(`[data-key="seat-${seat}"]`);

export class Motion {
  /** `play`: the table; `air`: a layer above it, for cards that are on their way. */
  constructor(play, air) {
    Object.assign(this, { play, air, gone: [] });
  }

  /** A picture is about to take the place of another: what moves is there at once. */
  settle(before, after) {
    for (const one of this.play.getAnimations({ subtree: true })) {
      if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
    }
    this.air.replaceChildren();
    this.gone = isNewHand(before, after) && !wantsStillness() ? this.#won(before) : [];
  }

  /** The other picture has been drawn. */
  begin(before, after) {
    if (!isNewHand(before, after) || wantsStillness()) return;
    for (const card of this.gone) this.#gather(card);
    this.gone = [];
    this.#deal(after);
  }

  /** The cards that lie on the table, each with the seat that has won it; where nobody has, its own. */
  #won(screen) {
    const found = [];
    screen.tricks.forEach((trick, index) => {
      const winner = trick.done && trick.won_by !== "parda" ? trick.cards.find((mark) => mark.winning)?.seat : undefined;
      for (const mark of trick.cards) {
        const element = this.play.querySelector(`[data-key="pile-${mark.seat}"] [data-key="laid-${index}-${mark.code}"]`);
        if (element) found.push({ element: element.cloneNode(true), ...middle(element), to: winner ?? mark.seat });
      }
    });
    return found;
  }

  #gather({ element, x, y, wide, to }) {
    const target = plate(this.play, to);
    if (!target) return;
    const end = middle(target);
    element.removeAttribute("data-key");
    element.setAttribute("class", "card gathered");
    const ghost = h("div", { class: "in-the-air" }, element);
    ghost.style.left = `${x}px`;
    ghost.style.top = `${y}px`;
    ghost.style.setProperty("--cw", `${wide}px`);
    this.air.append(ghost);
    ghost.animate(
      [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: `translate(${end.x - x}px, ${end.y - y}px) rotate(-14deg) scale(.35)`, opacity: 0 }],
      { duration: GATHER_MS, easing: "cubic-bezier(.5, 0, .7, .6)", fill: "forwards" },
    ).onfinish = () => ghost.remove();
  }

  /** Every card goes from the dealer to its place: one to each seat, from the mano on, then again. */
  #deal(screen) {
    const dealer = screen.seats.find((seat) => seat.dealer);
    const from = dealer && plate(this.play, dealer.seat);
    if (!from) return;
    const start = middle(from);
    const many = screen.seats.length;
    const last = Math.max(...screen.seats.map((seat) => seat.cards)) * many;
    for (const seat of screen.seats) {
      const cards = seat.me
        ? document.querySelectorAll(".my-card .card")
        : plate(this.play, seat.seat)?.querySelectorAll(".fan .card") ?? [];
      const turn = (seat.seat - dealer.seat - 1 + many) % many;
      cards.forEach((card, round) => {
        const end = middle(card);
        card.animate(
          [{ translate: `${start.x - end.x}px ${start.y - end.y}px`, rotate: "-40deg", scale: 0.6, opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "none", rotate: "none", scale: 1, opacity: 1 }],
          { duration: DEAL_MS, delay: (SPREAD_MS * (round * many + turn)) / last, easing: EASE, fill: "backwards" },
        );
      });
    }
  }
}

/** Whether other cards are dealt between two pictures, the second of which shows them. */
function isNewHand(before, after) {
  if (!before || !after || before.match !== after.match || !["table", "hand"].includes(after.kind)) return false;
  return before.kind === "lobby" || before.number !== after.number;
}
