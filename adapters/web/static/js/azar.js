// The chance that this browser adds to a deal, kept so that it can be found in the record at the end.
//
// The server tells the seal of a table first: it cannot choose its secret to fit what comes here.

const KEPT = "truco.azar";
const TAB = "truco.tab";
const MOST = 50;

const memory = new Map();  // where storage is switched off

function stored(storage, name) {
  try {
    return storage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

function store(storage, name, value) {
  memory.set(name, value);
  try {
    storage.setItem(name, value);
  } catch {
    // kept until the tab is closed
  }
}

const digits = (size) =>
  [...crypto.getRandomValues(new Uint8Array(size))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Every tab is somebody of its own, and so is its chance. */
function nameOf(match) {
  const tab = stored(sessionStorage, TAB) ?? digits(4);
  store(sessionStorage, TAB, tab);
  return `${match}.${tab}`;
}

const all = () => JSON.parse(stored(localStorage, KEPT) ?? "{}");

function keep(name, mine) {
  const kept = all();
  delete kept[name];
  const old = Object.entries(kept).slice(1 - MOST);
  store(localStorage, KEPT, JSON.stringify({ ...Object.fromEntries(old), [name]: mine }));
}

/** 32 bytes for the table with this seal, the same ones each time, in hexadecimal digits. */
export function ownChance(match, seal) {
  const name = nameOf(match);
  const mine = all()[name];
  if (mine?.seal === seal) return mine.chance;
  const chance = digits(32);
  keep(name, { seal, chance, added: false });
  return chance;
}

/** The server has taken it. */
export function noteAdded(match) {
  const mine = all()[nameOf(match)];
  if (mine) keep(nameOf(match), { ...mine, added: true });
}

/** Whether this browser waits to see its chance in the record of a match. It computes digests only on a page of https, or
 * of its own machine. */
export const isWaitedFor = (match) => isSecureContext && all()[nameOf(match)]?.added === true;

/** Whether it was in that record; undefined where nobody has looked. */
export const wasCounted = (match) => all()[nameOf(match)]?.counted;

/** Looks whether it is in that record, under the seal that was told before. It is asked once. */
export async function compare(match, record) {
  const { seal, chance } = all()[nameOf(match)];
  keep(nameOf(match), { seal, chance, added: false });
  // Needed when a match is over, so a page that opens does not wait for it.
  const { seatOfChance, verify } = await import("./verify.js");
  const { commitment, wrong } = await verify(record);
  const counted = !wrong && commitment === seal && await seatOfChance(record, chance) >= 0;
  keep(nameOf(match), { seal, chance, added: false, counted });
}
