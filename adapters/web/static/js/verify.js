// Whether the deals of a record were fair: the protocols truco-azar/1 and /2, worked out in this browser.
//
// Nothing here asks the server for anything. docs/spec/azar.md explains every step, and the vectors
// in docs/fairness/vectors.json are what it is tested with.

const PROTOCOLS = ["truco-azar/1", "truco-azar/2"];
const CUTS = ["arriba", "medio", "abajo"];
const RULES = ["variant", "option", "players", "score", "games"];
const OF_MATCH = ["protocol", "match", "commitment", "register", "velo", "table"];
const ADDED = ["faro", "azar", "frase", "ninguno"];
const REASONS = ["off", "late", "wrong", "gone"];  // why there is no round of the beacon
const OF_END = ["transcript", "secret", "torneo-secret"];
const OF_HAND = ["root", "cut", "leaves", "opening", ...OF_END];

/** The first thing that is wrong: the hand (0: before the first one), the field and the line. */
export class Wrong extends Error {
  constructor(hand, field, line) {
    super(`hand ${hand}: ${field} (line ${line})`);
    Object.assign(this, { hand, field, line });
  }
}

// --- hashes --------------------------------------------------------------------------------------

const encoder = new TextEncoder();

/**
 * The bytes of a hash: its parts, each after its length in four bytes. The first is always `v`, the
 * name of the protocol.
 */
function join(parts) {
  const pieces = parts.map((part) =>
    part instanceof Uint8Array ? part : encoder.encode(String(part).normalize("NFC")));
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + 4 + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    new DataView(bytes.buffer).setUint32(at, piece.length);
    bytes.set(piece, at + 4);
    at += 4 + piece.length;
  }
  return bytes;
}

async function H(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(parts)));
}

const keyOf = (bytes) =>
  crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

async function M(key, ...parts) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, join(parts)));
}

/** Numbers of 32 bits that follow from a key, without end. */
async function* numbers(key, ...parts) {
  for (let block = 0; ; block += 1) {
    const view = new DataView((await M(key, ...parts, block)).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A number less than `bound`: the first bits of each number; too large ones are left out. */
async function below(bound, stream) {
  const shift = Math.clz32(bound - 1);
  for (;;) {
    const number = (await stream.next()).value;
    if (shift < 32 && number >>> shift < bound) return number >>> shift;
    if (shift === 32) return 0;
  }
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one, other) => hex(one) === hex(other);

function unhex(hand, field, line, text, size = 32) {
  if (!new RegExp(`^[0-9a-f]{${2 * size}}$`).test(text ?? "")) throw new Wrong(hand, field, line);
  return Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));
}

// --- cards ---------------------------------------------------------------------------------------

/** All cards of a game, in the order from which they are shuffled. */
function declaredDeck(game, options) {
  const made = (suits, ranks) => suits.flatMap((suit) => ranks.map((rank) => rank + suit));
  if (game !== "paulista" && game !== "mineiro") {
    return made(["e", "b", "o", "c"], ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]);
  }
  const deck = made(["c", "h", "s", "d"], ["A", "2", "3", "4", "5", "6", "7", "Q", "J", "K"]);
  const fixed = game === "mineiro" || options.get("manilhas") === "fixed";
  const kept = fixed ? ["4c", "7h", "7d"] : [];
  return options.get("deck") === "clean"
    ? deck.filter((card) => !"4567".includes(card[0]) || kept.includes(card))
    : deck;
}

export async function shuffledDeck(v, declared, key) {
  const deck = [...declared];
  const stream = numbers(key, v, "mazo");
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, stream);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

/** How a hand is cut that nobody cuts. */
async function ownChoice(v, table, hand) {
  return CUTS[await below(3, numbers(await keyOf(table), v, "sincorte", hand))];
}

/** How many cards are cut off. */
async function cutOffset(v, table, hand, choice, size) {
  if (choice === "toco") return 0;
  const third = Math.floor((size - 1) / 3);
  const low = 1 + third * CUTS.indexOf(choice);
  const high = choice === "abajo" ? size - 1 : low + third - 1;
  return low + await below(high - low + 1, numbers(await keyOf(table), v, "corte", hand, choice));
}

/** A duplicate match plays every deal twice: the order in which the deals come back. */
async function orderAgain(match) {
  const { v } = match;
  const key = await keyOf(await M(match.secret, v, "segunda", match.id, match.table));
  const stream = numbers(key, v, "orden");
  for (;;) {
    const halves = [1, 2].map((first) => {
      const half = [];
      for (let deal = first; deal <= match.deals; deal += 2) half.push(deal);
      return half;
    });
    for (const half of halves) {
      for (let last = half.length - 1; last > 0; last -= 1) {
        const other = await below(last + 1, stream);
        [half[last], half[other]] = [half[other], half[last]];
      }
    }
    const order = [];
    for (let place = 1; place <= match.deals; place += 1) {
      order.push(halves[(match.deals + place) % 2].shift());
    }
    const enough = Math.floor(match.deals / 3);  // hands between the first time and the second
    if (order.every((deal, at) => match.deals + at + 1 - deal > enough)) return order;
  }
}

/** The deck, before its cut, of a hand in which a deal comes back. */
async function deckAgain(match, hand) {
  const first = match.first.get(match.again[hand - match.deals - 1]);
  const choice = await ownChoice(match.v, match.table, hand);
  const off = first.length - await cutOffset(match.v, match.table, hand, choice, first.length);
  return [...first.slice(off), ...first.slice(0, off)];
}

/** By seat, the places of its cards in the deck after the cut. */
function dealtPlaces(players, dealer, lone) {
  const places = Array.from({ length: players }, () => []);
  for (let place = 0; place < 3 * players; place += 1) {
    places[(dealer + 1 + place) % players].push(place);
  }
  if (lone !== null) places[lone].push(3 * players);
  return places;
}

// --- reading -------------------------------------------------------------------------------------

/**
 * The lines before the first hand, and those of each hand. Of a match that ended before its first
 * hand, the lines from its end on stand at the place of `ending`.
 */
function read(text) {
  const groups = [[]];
  text.replace(/^\ufeff/, "").split("\n").forEach((line, at) => {
    const words = line.split("#")[0].split(/\s+/).filter(Boolean);
    if (words[0] === "hand") groups.push([]);
    if (words.length) groups.at(-1).push({ number: at + 1, words });
  });
  const [header, ...hands] = groups;
  const end = hands.length ? -1 : header.findIndex(({ words }) => words[0] === "end");
  return { header, hands, ending: end < 0 ? [] : header.splice(end) };
}

const isProof = ({ words }, field) => words[0] === "proof" && words[1] === field;
const isNumber = (text) => /^(0|[1-9][0-9]{0,14})$/.test(text ?? "");
const isStep = (words) => /^[0-9]+$/.test(words[0]);

/** The only proof line of this name, which has so many words. */
function single(lines, hand, field, count) {
  const found = lines.filter((line) => isProof(line, field));
  if (found.length !== 1 || found[0].words.length !== count) {
    throw new Wrong(hand, field, (found.at(-1) ?? lines[0])?.number ?? 1);
  }
  return found[0];
}

/** No proof line has another name than these. */
function only(lines, hand, fields) {
  for (const { number, words } of lines) {
    if (words[0] === "proof" && !fields.includes(words[1])) throw new Wrong(hand, "other", number);
  }
}

/** What everybody saw: no card that was dealt, laid face down or put away. */
function publicLines(lines) {
  const dealt = new Map();
  const found = [];
  for (const line of lines) {
    const words = [...line.words];
    const proof = words[0] === "proof" && ["root", "cut", "opening"].includes(words[1]);
    if (words[0] === "deal") dealt.set(words[1], words.slice(2));
    else if (proof || ["hand", "cut", "close", "result", "end"].includes(words[0])) found.push(words);
    else if (isStep(words)) {
      if (words[1] === "stack") words.splice(2, 9, "??", "??");
      else if (words[1] === "cover" || words[1] === "descarta") words.splice(2, 9, "??");
      else if (words[1] === "play" && /^[0-9]+$/.test(words[2])) {
        const place = Number(words[2]);
        words.splice(2, 9, ...(dealt.get(words[0]) ?? []).slice(place - 1, place));
      }
      found.push(words);
    }
  }
  return found.map((words) => words.join(" "));
}

// --- checking ------------------------------------------------------------------------------------

/** The order of UTF-8 bytes. */
function byBytes(one, other) {
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}

/** By the first protocol: one line for each seat, in their order. */
function readPhrases(match, given) {
  given.forEach(({ number, words }, seat) => {
    if (words.length !== 4 || words[2] !== String(seat)) throw new Wrong(0, "contribution", number);
  });
  if (given.length !== match.players) {
    throw new Wrong(0, "contribution", given.at(-1)?.number ?? 1);
  }
  return [given.map(({ number, words }) => unhex(0, "contribution", number, words[3])), []];
}

/**
 * By the second protocol: the hashes that were added, in the order of the lines, and the words that
 * say what each is and whose.
 */
async function readAdded(match, given) {
  if (!given.length) throw new Wrong(0, "ninguno", 1);
  match.alone = true;  // nothing was added that the operator does not choose
  const made = [];
  const labels = [];
  const said = new Set();
  for (const { number, words: [, kind, ...rest] } of given) {
    const once = kind === "azar" || kind === "frase" ? `${kind} ${rest[0]}` : kind;
    if (said.has(once)) throw new Wrong(0, kind, number);
    said.add(once);
    if (kind === "faro") {
      made.push(await readFaro(match, number, rest));
      labels.push(kind);
    } else if (kind === "ninguno") {
      if (rest.length || given.length !== 1) throw new Wrong(0, kind, number);
      labels.push(kind);
    } else {
      if (rest.length !== 2 || !isNumber(rest[0]) || Number(rest[0]) >= match.players) {
        throw new Wrong(0, kind, number);
      }
      made.push(unhex(0, kind, number, rest[1]));
      labels.push(kind, rest[0]);
      match.alone = false;
    }
  }
  return [made, labels];
}

/** A round of the beacon, or why there is none. */
async function readFaro(match, number, words) {
  if (words.length === 2 && words[0] === "none" && REASONS.includes(words[1])) {
    return H(match.v, "faro", ...words);
  }
  if (words.length !== 3 || !isNumber(words[1]) || words[1] === "0") throw new Wrong(0, "faro", number);
  const chain = unhex(0, "faro", number, words[0]);
  const signature = unhex(0, "faro", number, words[2], 48);
  const randomness = new Uint8Array(await crypto.subtle.digest("SHA-256", signature));
  match.round = { chain: words[0], round: words[1], randomness: hex(randomness) };
  match.alone = false;
  return H(match.v, "faro", chain, words[1], randomness);
}

/**
 * The tournament from whose secret that of this table follows; null: from none. Its seal stands in
 * the register before that of the table: number `own`, after the link `former`.
 */
async function readTorneo(match, lines, own, former) {
  if (!lines.some((line) => isProof(line, "torneo"))) return null;
  const { number, words } = single(lines, 0, "torneo", 10);
  const [, , tournament, seal, entry, before, link, ...place] = words;
  const [sealed, earlier, linked] = [seal, before, link].map((text) => unhex(0, "torneo", number, text));
  const follows = Number(entry) + 1 < own || (Number(entry) + 1 === own && same(linked, former));
  if (![entry, ...place].every((text) => isNumber(text) && text !== "0") || !follows
    || tournament === match.id
    || !same(linked, await H(match.v, "libro", earlier, entry, tournament, sealed))) {
    throw new Wrong(0, "torneo", number);
  }
  const [round, board, attempt] = place;
  return { line: number, text: words.slice(1).join(" "), tournament, seal, round, board, attempt, open: false };
}

/** The secret of the tournament fits its seal, and that of the table (`own`) follows from it. */
async function checkTournament(match, own, { number, words }) {
  const { torneo } = match;
  if (!torneo || match.velo || words.length !== 3) throw new Wrong(0, "torneo-secret", number);
  const secret = unhex(0, "torneo-secret", number, words[2]);
  if (hex(await H(match.v, "compromiso", torneo.tournament, secret)) !== torneo.seal) {
    throw new Wrong(0, "torneo-secret", number);
  }
  const { tournament, round, board, attempt } = torneo;
  const derived = await M(await keyOf(secret), match.v, "torneo", tournament, round, board, attempt);
  if (!same(own, derived)) throw new Wrong(0, "torneo", torneo.line);
  torneo.open = true;
}

/** `last`: the line with the secret, and that with the secret of the tournament if there is one. */
async function readMatch(lines, [last, ofTournament]) {
  const protocol = single(lines, 0, "protocol", 3);
  const v = protocol.words[2];
  if (!PROTOCOLS.includes(v)) throw new Wrong(0, "protocol", protocol.number);
  const kinds = v === PROTOCOLS[0] ? ["contribution"] : ADDED;
  only(lines, 0, [...OF_MATCH, ...(v === PROTOCOLS[0] ? [] : ["torneo"]), ...kinds]);
  const match = { v, id: single(lines, 0, "match", 3).words[2] };
  const committed = single(lines, 0, "commitment", 3);
  match.commitment = unhex(0, "commitment", committed.number, committed.words[2]);
  match.velo = lines.some((line) => isProof(line, "velo"));
  if (match.velo) single(lines, 0, "velo", 2);

  const register = single(lines, 0, "register", 5);
  const [before, link] = [3, 4].map((word) =>
    unhex(0, "register", register.number, register.words[word]));
  const linked = await H(v, "libro", before, register.words[2], match.id, match.commitment);
  if (!isNumber(register.words[2]) || !same(link, linked)) {
    throw new Wrong(0, "register", register.number);
  }
  match.torneo = await readTorneo(match, lines, Number(register.words[2]), before);

  const rules = lines.map((line) => line.words).filter((words) => RULES.includes(words[0]));
  const said = new Map(rules.map((words) => [words[0], words[1]]));
  if (!said.has("variant") || !isNumber(said.get("players"))) throw new Wrong(0, "record", 1);
  match.players = Number(said.get("players"));
  match.options = new Map(
    rules.filter((words) => words[0] === "option").map((words) => [words[1], words[2]]));
  match.declared = declaredDeck(said.get("variant"), match.options);

  const deals = match.options.get("duplicate") ?? "off";
  match.deals = deals === "off" ? 0 : Number(deals);
  if (match.velo && match.deals) throw new Wrong(0, "velo", single(lines, 0, "velo", 2).number);

  const given = lines.filter(({ words }) => words[0] === "proof" && kinds.includes(words[1]));
  const [contributions, labels] =
    v === PROTOCOLS[0] ? readPhrases(match, given) : await readAdded(match, given);
  const table = single(lines, 0, "table", 3);
  match.table = unhex(0, "table", table.number, table.words[2]);
  const ruled = rules.map((words) => words.join(" "));
  if (match.velo) ruled.push("velo");
  if (match.torneo) ruled.push(match.torneo.text);
  const hashed = await H(v, "reglas", ...ruled.sort(byBytes));
  if (!same(match.table, await H(v, "mesa", match.commitment, hashed, ...contributions))) {
    throw new Wrong(0, "table", table.number);
  }

  const published = isProof(last, "secret");
  if (published === match.velo) throw new Wrong(0, "secret", last.number);
  if (published) {
    const secret = unhex(0, "secret", last.number, last.words.length === 3 ? last.words[2] : "");
    if (!same(match.commitment, await H(v, "compromiso", match.id, secret))) {
      throw new Wrong(0, "secret", last.number);
    }
    match.secret = await keyOf(secret);
    if (ofTournament) await checkTournament(match, secret, ofTournament);
  } else if (ofTournament) throw new Wrong(0, "torneo-secret", ofTournament.number);
  match.first = new Map();  // by hand, the deck after the cut, where its deal comes back
  match.again = match.deals ? await orderAgain(match) : [];
  match.transcript = await H(v, "acta", match.table, ...labels);
  return match;
}

/** The seat that gets four cards in a hand of this dealer; null: none does. */
function loneOf(match, dealer) {
  const { options, players } = match;
  if (players !== 3 || !["on", "true"].includes(options.get("gallo_four_cards"))) return null;
  const fixed = options.get("gallo_mode") === "fijo" || options.has("gallo");
  return fixed ? Number(options.get("gallo") ?? 0) : dealer;
}

const comesBack = (match, hand) => match.deals > 0 && hand > match.deals;

/** The deck of a hand as the secret gives it, and the hash of each place. */
async function deckOf(match, hand) {
  const key = await keyOf(await M(match.secret, match.v, "mano", match.id, hand, match.table));
  const deck = comesBack(match, hand)
    ? await deckAgain(match, hand)
    : await shuffledDeck(match.v, match.declared, key);
  const leaves = [];
  for (const [place, card] of deck.entries()) {
    const salt = (await M(key, match.v, "sal", place)).slice(0, 16);
    leaves.push(await H(match.v, "hoja", hand, place, salt, card));
  }
  return { deck, leaves };
}

async function checkHand(match, hand, lines) {
  only(lines, hand, OF_HAND);
  const [{ number: first, words: head }] = lines;
  const said = new Map();
  for (let at = 1; at < head.length; at += 2) said.set(head[at], head[at + 1]);
  if (!isNumber(said.get("dealer")) || Number(said.get("dealer")) >= match.players) {
    throw new Wrong(hand, "record", first);
  }
  const [size, dealer] = [match.declared.length, Number(said.get("dealer"))];

  let deck = new Map();
  let leaves = null;
  if (!match.velo) {
    const made = await deckOf(match, hand);
    deck = new Map(made.deck.entries());
    leaves = made.leaves;
  }
  if (match.velo || lines.some((line) => isProof(line, "leaves"))) {
    const { number, words } = single(lines, hand, "leaves", 2 + size);
    const given = words.slice(2).map((word) => unhex(hand, "leaves", number, word));
    if (leaves && given.some((leaf, at) => !same(leaf, leaves[at]))) {
      throw new Wrong(hand, "leaves", number);
    }
    leaves = given;
  }
  const root = single(lines, hand, "root", 3);
  if (!same(unhex(hand, "root", root.number, root.words[2]), await H(match.v, "raiz", ...leaves))) {
    throw new Wrong(hand, "root", root.number);
  }

  const opened = new Map();
  for (const { number, words } of lines.filter((line) => isProof(line, "opening"))) {
    const place = Number(words[2]);
    if (words.length !== 5 || !isNumber(words[2]) || place >= size || opened.has(place)) {
      throw new Wrong(hand, "opening", number);
    }
    const salt = unhex(hand, "opening", number, words[3], 16);
    if (!same(await H(match.v, "hoja", hand, place, salt, words[4]), leaves[place])) {
      throw new Wrong(hand, "opening", number);
    }
    opened.set(place, words[4]);
  }
  if (match.velo) deck = opened;

  const cut = single(lines, hand, "cut", 5);
  const [choice, offset, who] = cut.words.slice(2);
  const words = lines.filter((line) => line.words[0] === "cut").map((line) => line.words);
  if (![...CUTS, "toco"].includes(choice) || !["seat", "own"].includes(who)
    || (who === "seat" && comesBack(match, hand))
    || (who === "own" && choice !== await ownChoice(match.v, match.table, hand))
    || words.some((one) => one.length !== 2 || one[1] !== choice)
    || offset !== String(await cutOffset(match.v, match.table, hand, choice, size))) {
    throw new Wrong(hand, "cut", cut.number);
  }
  const afterCut = Array.from({ length: size }, (_, place) => deck.get((place + Number(offset)) % size));
  match.first.set(hand, afterCut);
  checkCards(match, hand, lines, afterCut, dealer, said.get("turned"));

  const steps = publicLines(lines).map((line) => line.split(" "));
  const turned = said.has("turned") ? [said.get("turned")] : [];
  const played = steps.filter((step) => isStep(step) && step[1] === "play" && step.length === 3);
  const dealt = lines.filter((line) => line.words[0] === "deal").flatMap((line) => line.words.slice(2));
  const open = [...opened.values()];
  if (![...played.map((step) => step[2]), ...turned].every((card) => open.includes(card))
    || !open.every((card) => dealt.includes(card) || turned.includes(card))) {
    throw new Wrong(hand, "opening", first);
  }
  await checkTranscript(match, hand, lines);
}

/** The record's cards are those of the deck. */
function checkCards(match, hand, lines, afterCut, dealer, turned) {
  const places = dealtPlaces(match.players, dealer, loneOf(match, dealer));
  const seats = new Set();
  for (const { number, words } of lines) {
    if (words[0] === "deck") throw new Wrong(hand, "cards", number);
    if (words[0] !== "deal") continue;
    const mine = isNumber(words[1]) ? places[Number(words[1])] ?? [] : [];
    if (seats.has(words[1]) || mine.length !== words.length - 2) throw new Wrong(hand, "cards", number);
    seats.add(words[1]);
    mine.forEach((place, at) => {
      const card = words[at + 2];
      if (card !== afterCut[place] && !(match.velo && card === "??")) throw new Wrong(hand, "cards", number);
    });
  }
  const own = new Map(lines.filter((line) => line.words[0] === "deal")
    .map((line) => [line.words[1], line.words.slice(2)]));
  for (const { number, words } of lines) {  // whoever lays a card was dealt it, and lays it once
    if (!isStep(words) || !["play", "cover", "stack", "descarta"].includes(words[1])) continue;
    for (const card of words.slice(2).filter((one) => one !== "??" && !/^[0-9]+$/.test(one))) {
      const at = (own.get(words[0]) ?? []).indexOf(card);
      if (at < 0) throw new Wrong(hand, "cards", number);
      own.get(words[0]).splice(at, 1);
    }
  }
  const behind = places.reduce((sum, mine) => sum + mine.length, 0);
  if (seats.size !== match.players || (turned !== undefined && turned !== afterCut[behind])) {
    throw new Wrong(hand, "cards", lines[0].number);
  }
}

/** Nothing that everybody saw was written anew. */
async function checkTranscript(match, hand, lines) {
  let covered = 0;
  for (const [at, line] of lines.entries()) {
    if (!isProof(line, "transcript")) continue;
    const said = publicLines(lines.slice(0, at));
    match.transcript = await H(match.v, "acta", match.transcript, ...said.slice(covered));
    covered = said.length;
    const given = line.words.length === 3 ? line.words[2] : "";
    if (!same(unhex(hand, "transcript", line.number, given), match.transcript)) {
      throw new Wrong(hand, "transcript", line.number);
    }
  }
  if (covered !== publicLines(lines).length) throw new Wrong(hand, "transcript", lines[0].number);
}

/**
 * Whether the chance of a browser, 32 bytes in hexadecimal digits, is counted in a record: the seat, or -1.
 * The signature of a beacon is not checked here.
 */
export async function seatOfChance(text, chance) {
  const bytes = Uint8Array.from(chance.match(/../g), (two) => parseInt(two, 16));
  for (const { words } of read(text).header.filter((line) => isProof(line, "azar"))) {
    if (words[3] === hex(await H(PROTOCOLS[1], "azar", words[2], bytes))) return Number(words[2]);
  }
  return -1;
}

/**
 * Checks a record: `{proved, commitment, hands, velo, wrong, round, alone, torneo}`; `wrong` is the
 * first fault or null, `round` that of the beacon or null, `torneo` the tournament of the table or
 * null. The beacon's signature is not checked here.
 */
export async function verify(text) {
  const { header, hands, ending } = read(text);
  const lines = [...header, ...ending, ...hands.flat()];
  const verdict = {
    proved: false, commitment: "", hands: 0, velo: false, wrong: null, round: null, alone: false,
    torneo: null,
  };
  if (!lines.some((line) => line.words[0] === "proof")) return verdict;
  verdict.proved = true;
  let hand = 0;
  try {
    // The secret is the last line; of a tournament that is over, its secret follows.
    const closing = lines.slice(isProof(lines.at(-1), "torneo-secret") ? -2 : -1);
    const early = lines.slice(0, -closing.length)
      .find((line) => isProof(line, "secret") || isProof(line, "torneo-secret"));
    if (early) throw new Wrong(hands.length, early.words[1], early.number);
    const match = await readMatch(header, closing);
    verdict.commitment = hex(match.commitment);
    verdict.velo = match.velo;
    verdict.round = match.round ?? null;
    verdict.alone = match.alone ?? false;
    verdict.torneo = match.torneo;
    if (ending.length) {
      only(ending, 0, OF_END);
      await checkTranscript(match, 0, ending);
    }
    for (const one of hands) {
      hand += 1;
      await checkHand(match, hand, one);
      verdict.hands = hand;
    }
  } catch (problem) {
    const number = (hands[hand - 1] ?? lines)[0].number;
    verdict.wrong = problem instanceof Wrong ? problem : new Wrong(hand, "record", number);
  }
  return verdict;
}
