// A window that is smaller than the smallest screen for which the page is made: everything in it is smaller.

const root = document.documentElement;
const SMALL = [380, 226]; // points: the table alone
const LYING = [700, 376]; // a telephone that lies
const UPRIGHT = [320, 560];
const WIDE = [861, 600]; // a laptop's page

function shrink() {
  const { innerWidth: wide, innerHeight: high } = window;
  const focused = wide > 860 ? WIDE : wide > high ? LYING : UPRIGHT;
  const [least, low] = root.dataset.layout === "small" ? SMALL : focused;
  root.style.setProperty("--zoom", Math.min(1, wide / least, high / low).toFixed(3));
}

/** From now on the page fits into its window. `layout`: "small" where there is room for the table alone, and
 * nothing is pressed. */
export function fitted(layout = "focused") {
  root.dataset.layout = layout;
  shrink();
}

window.addEventListener("resize", shrink);
