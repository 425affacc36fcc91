// One letter presses a button. The letter is one of the button's own label, where it is underlined.

const KEYS = "truco.keys";

/** Which letter presses which button: token -> letter. Buttons choose one after the other, so the
 * first ones have the first letters of their labels. */
export function lettersOf(buttons) {
  const taken = new Set();
  const found = new Map();
  for (const { token, label } of buttons) {
    const letter = [...label].map(plain).find((one) => /^[A-Z]$/.test(one) && !taken.has(one));
    if (!letter || found.has(token)) continue;
    taken.add(letter);
    found.set(token, letter);
  }
  return found;
}

/** A label in three parts; the one in the middle is the letter, as it stands there. */
export function around(label, letter) {
  const letters = [...label];
  const place = letters.findIndex((one) => plain(one) === letter);
  return [letters.slice(0, place).join(""), letters[place], letters.slice(place + 1).join("")];
}

const plain = (letter) => letter.normalize("NFD")[0].toLocaleUpperCase("en");

/** Whether single keys act; whoever wants to be safe from a slip of the hand switches them off. */
export class Keys {
  constructor() {
    try {
      this.act = localStorage.getItem(KEYS) !== "off";
    } catch {
      this.act = true;
    }
  }

  set(act) {
    this.act = act;
    try {
      localStorage.setItem(KEYS, act ? "on" : "off");
    } catch {
      // the choice lasts as long as the page
    }
  }
}
