// What a table sounds like. Sounds are made here, of plain waves: there is nothing to fetch.
//
// They follow from two pictures of one table, so they come with the picture and tell no more than
// it does. Nothing sounds before the person has pressed something: browsers want it so.

import { speaks } from "./faces.js";
import { asksMe, isAhead } from "./table.js";

const VOLUME = "truco.volume";
const FIRST_VOLUME = document.documentElement.dataset.window ? 0 : 40; // in a chat nobody asked for sounds

/** Of each sound its tones: [Hz, begins after so many seconds, lasts so many, loudness, wave]. */
const TONES = {
  deal: [[190, 0, 0.05, 0.5, "noise"], [190, 0.07, 0.05, 0.5, "noise"], [190, 0.14, 0.05, 0.5, "noise"]],
  card: [[150, 0, 0.06, 0.9, "noise"]],
  call: [[392, 0, 0.09, 0.5, "triangle"], [523, 0.08, 0.16, 0.5, "triangle"]],
  turn: [[659, 0, 0.18, 0.45, "sine"], [880, 0.09, 0.24, 0.35, "sine"]],
  soon: [[740, 0, 0.08, 0.5, "square"], [740, 0.16, 0.08, 0.5, "square"]],
  sign: [[1175, 0, 0.05, 0.16, "sine"], [1480, 0.08, 0.07, 0.14, "sine"]],
  points: [[587, 0, 0.1, 0.4, "triangle"]],
  won: [[523, 0, 0.16, 0.5, "triangle"], [659, 0.13, 0.16, 0.5, "triangle"], [784, 0.26, 0.4, 0.5, "triangle"]],
  lost: [[392, 0, 0.2, 0.4, "triangle"], [330, 0.17, 0.34, 0.4, "triangle"]],
};

const WAVES = [["triangle", 0.5], ["square", 0.16], ["sine", 0.55], ["sawtooth", 0.18]];
const LILTS = [[0, 4], [0, -3], [0, 0, 5], [0, 7, 3], [0, 2, -2]]; // semitones, syllable by syllable
const MOST_SYLLABLES = 6;

/** How a robot says some words, as tones: each has a pitch, a rhythm and a lilt of its own. */
export function voice(face, words) {
  const syllables = Math.min(MOST_SYLLABLES, words.match(/[aeiouy\u00e0-\u00fc]+/gi)?.length ?? 1);
  const [wave, loud] = WAVES[face % WAVES.length];
  const lilt = LILTS[(face >> 2) % LILTS.length];
  const pitch = 147 * 2 ** (((face * 7) % 40) / 20);
  const step = 0.075 + ((face * 3) % 5) * 0.012;
  const last = words.endsWith("!") ? 3 : 0;
  return Array.from({ length: syllables }, (_, n) =>
    [pitch * 2 ** ((lilt[n % lilt.length] + (n === syllables - 1 ? last : 0)) / 12), n * step, step * 0.62, loud, wave]);
}

/** The sounds that come with a picture, after the one that stood there. Both are of one table. */
export function soundsBetween(before, after) {
  if (!before || !after || before.match !== after.match) return [];
  if (after.kind === "lobby" || before.kind === "lobby") return after.kind === before.kind ? [] : ["deal"];
  const found = [];
  if (after.kind === "result" && before.kind !== "result") return [outcome(after)];
  if (after.number !== before.number) found.push("deal");
  else if (laid(after) > laid(before)) found.push("card");
  if (after.seats.some((seat) => speaks(before, after, seat.seat))) found.push("call");
  else if (after.scores.some((score, index) => score.points > (before.scores[index]?.points ?? 0))) found.push("points");
  if (after.gestures.length > (after.number === before.number ? before.gestures.length : 0)) found.push("sign");
  if (asksMe(after) && !(asksMe(before) && after.point === before.point)) found.push("turn");
  return found;
}

const laid = (screen) => screen.tricks.reduce((sum, trick) => sum + trick.cards.length, 0);

/** The newest words: robots say them in their own voices, people in that of the table. */
export function said(before, after) {
  const [speaker] = after.seats.filter((seat) => speaks(before, after, seat.seat)).sort((a, b) => b.spoke - a.spoke);
  return speaker.face >= 0 ? voice(speaker.face, speaker.says) : TONES.call;
}

/** Whoever has no seat hears that a match is over, and not whose it is. */
function outcome(screen) {
  const ahead = isAhead(screen);
  return ahead === null ? "points" : ahead ? "won" : "lost";
}

export class Sounds {
  constructor() {
    this.volume = stored();
    this.context = null;
    this.warned = null; // the deadline of which somebody was warned
    // Opening takes a while: what was pressed or typed is on its way by then.
    for (const kind of ["click", "keyup"]) addEventListener(kind, () => this.#wake(), { passive: true });
  }

  /** A picture takes the place of another. */
  follow(before, after) {
    let later = 0;
    for (const name of soundsBetween(before, after)) {
      this.#play(name, later, name === "call" ? said(before, after) : TONES[name]);
      later += 0.12;
    }
  }

  /** So many seconds are left to somebody, until this moment; below ten they are warned once. */
  remind(deadline, left) {
    if (left > 10 || left <= 0 || this.warned === deadline) return;
    this.warned = deadline;
    this.#play("soon", 0, TONES.soon);
  }

  /** From 0, silence, to 100. */
  set(volume) {
    this.volume = volume;
    try {
      localStorage.setItem(VOLUME, String(volume));
    } catch {
      // the choice lasts as long as the page
    }
  }

  /** How loud it is now. */
  sample() {
    this.#play("call", 0, TONES.call);
  }

  #wake() {
    this.context ??= globalThis.AudioContext ? new AudioContext() : null;
    if (this.context?.state === "suspended") this.context.resume();
  }

  #play(name, later, tones) {
    if (!this.volume || this.context?.state !== "running") return;
    document.dispatchEvent(new CustomEvent("sound", { detail: name }));
    const begin = this.context.currentTime + later;
    // Ears hear loudness by its square, nearly.
    const loud = (this.volume / 100) ** 2;
    for (const [pitch, after, lasts, share, wave] of tones) this.#tone(pitch, begin + after, lasts, share * loud, wave);
  }

  #tone(pitch, begin, lasts, loud, wave) {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts + 0.03);
    gain.connect(this.context.destination);
    const source = wave === "noise" ? this.#noise(pitch, gain) : new OscillatorNode(this.context, { type: wave, frequency: pitch });
    if (wave !== "noise") source.connect(gain);
    source.start(begin);
    source.stop(begin + lasts + 0.05);
  }

  /** Paper on wood: noise, without what is above and below this pitch. */
  #noise(pitch, gain) {
    const { sampleRate } = this.context;
    const buffer = new AudioBuffer({ length: Math.ceil(sampleRate * 0.15), sampleRate });
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(this.context, { buffer });
    const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency: pitch * 6, Q: 0.8 });
    source.connect(filter).connect(gain);
    return source;
  }
}

function stored() {
  try {
    const found = Number.parseInt(localStorage.getItem(VOLUME) ?? "", 10);
    return found >= 0 && found <= 100 ? found : FIRST_VOLUME;
  } catch {
    return FIRST_VOLUME;
  }
}
