import { preparationOf } from './jobs.js';
import { Player } from './player.js';
import { problem } from './problem.js';

const difference = (id) => `difference of ${id}`;
/** The highest gain for a difference, in decibels. Without a gain, most differences are hardly audible. */
const largestBoost = 24;
// Both loudspeakers play a mono sound, so it is this much louder than its measured loudness.
const monoDecibels = 10 * Math.log10(2);
let current = null;
let output = null;

/** The player of a card. Only one card plays at a time, and only that card keeps decoded sounds. */
export class Listening extends EventTarget {
  #jobs;
  // What was read, and what was shipped before or null: { sound, description }.
  #original;
  #shipped;
  // What the original is prepared by, as the chosen target asks for.
  #target = null;
  /** The description of the prepared original; null until it is known, or if the original needs no preparation. */
  prepared = null;
  /** @type {import('./formats.js').Formats} */ #formats;
  #player = null;
  #loads = new Map();
  /** The way of playing. */
  way = { heard: 'kept', isMatched: true, isPhone: false, isDifference: false, isLooping: false };
  isBlind = false;
  #boosts = new Map();
  #followed = 'original';
  #originalLevel = null;

  constructor(jobs, original, shipped, formats) {
    super();
    this.#jobs = jobs;
    this.#original = original;
    this.#shipped = shipped;
    this.#formats = formats;
  }

  /** The length of the prepared original. */
  get seconds() { return (this.prepared ?? this.#original.description).seconds; }

  /** Takes the original as the chosen target prepares it. The old one plays until the new one is loaded. */
  async prepare(options) {
    const target = preparationOf(this.#formats.kept.offer.target, this.#original.description);
    if (JSON.stringify(target) === JSON.stringify(this.#target)) return;
    this.#target = target;
    this.prepared = null;
    this.#loads.delete('original');
    if (this.#player?.has('original')) this.#load('original').catch(() => {});
    this.#announce();
    // If the options don't fit the sound, the conversions say so.
    const prepared = target && await this.#jobs.prepared(this.#original.sound, target, options).catch(() => null);
    if (target !== this.#target) return;
    this.prepared = prepared;
    this.#announce();
  }

  get isPlaying() { return this.#player?.isPlaying ?? false; }
  get position() { return this.#player?.position ?? 0; }

  /** The sound that is requested and not loaded yet, or null. */
  get awaited() {
    const id = this.#player && this.#audible();
    return id && !this.#player.has(id) && this.#loads.has(id) ? id : null;
  }

  /** The gain of the difference in decibels; null if no difference is played. */
  get boost() { return this.way.isDifference ? this.#boosts.get(this.#audible()) ?? null : null; }

  /** Plays the requested sound; until it is converted, the original. */
  async play() {
    await this.#open();
    const wanted = this.#audible();
    if (wanted !== this.#formats.kept.id || this.#formats.kept.isReady) await this.#load(wanted);
    else {
      this.#load(wanted).then(() => this.#apply()).catch(() => this.#announce());
      await this.#load('original');
    }
    this.#apply();
    this.#player?.play();
    this.#loadRest();
  }

  pause() { this.#player?.pause(); }

  async toggle() {
    if (this.isPlaying) this.pause();
    else await this.play();
  }

  async seek(seconds) {
    await this.#open();
    if (!this.isPlaying) await this.#load('original');
    this.#apply();
    this.#player?.seek(seconds);
  }

  /** Switches to another sound, or to another way of playing it. Switches at once if the sound is loaded. */
  async set(change) {
    Object.assign(this.way, change);
    const loading = this.#player && this.#load(this.#audible());
    this.#apply();
    await loading?.finally(() => this.#apply());
  }

  /** Plays the original, what was shipped, or what is kept, which may have changed. */
  follow(heard) {
    const wanted = heard === 'kept' ? this.#formats.kept.id : heard;
    if (wanted === this.#followed) return;
    this.#followed = wanted;
    this.set({ heard }).catch(() => {});
  }

  /** Loads the original and a copy for a blind test, and makes all passes equally long: a shorter one would be recognised. */
  async beginBlind(id) {
    await this.#open();
    await Promise.all(['original', id].map((each) => this.#load(each)));
    this.isBlind = true;
    this.#player.set({ isMatched: true, span: this.seconds });
    this.#announce();
  }

  #announce() { this.dispatchEvent(new Event('change')); }

  playBlind(id) {
    this.#player.set({ heard: id });
    if (!this.isPlaying) this.#player.play();
  }

  endBlind() {
    if (!this.isBlind) return;
    this.isBlind = false;
    this.#player?.pause();
    this.#apply();
  }

  /** Forgets a copy, since its candidate changed. */
  forget(id) {
    if (id === this.#followed) this.#followed = '';
    for (const each of [id, difference(id)]) {
      this.#loads.delete(each);
      this.#player?.remove(each);
    }
  }

  close() {
    const player = this.#player;
    this.#player = null;
    this.isBlind = false;
    player?.pause();
    this.#loads.clear();
    this.#boosts.clear();
    if (current === this) current = null;
    this.#announce();
  }

  #audible() {
    const { heard, isDifference } = this.way;
    const { id } = this.#formats.kept;
    return isDifference ? difference(id) : heard === 'kept' ? id : heard;
  }

  async #open() {
    await startOutput();
    if (current !== this) current?.close();
    current = this;
    this.#player ??= new Player(output, () => this.#announce());
  }

  #apply() {
    if (this.#player && !this.isBlind) {
      const { isMatched, isPhone, isLooping } = this.way;
      // While the wanted sound is loading, the last sound goes on playing.
      const heard = [this.#audible(), this.#player.heard].find((id) => this.#player.has(id)) ?? 'original';
      this.#player.set({ heard, isMatched, isPhone, isLooping, span: null });
    }
    this.#announce();
  }

  #load(id) {
    if (!this.#loads.has(id)) {
      const loading = this.#decode(id).catch((error) => {
        this.#loads.delete(id);
        throw error;
      });
      this.#loads.set(id, loading);
    }
    return this.#loads.get(id);
  }

  async #decode(id) {
    const { sampleRate } = output;
    const options = { priority: () => 4 };
    const target = this.#target;
    const isDifference = id.startsWith(difference(''));
    const name = isDifference ? id.slice(difference('').length) : id;
    const isOriginal = name === 'original';
    const copy = await this.#formats.get(name)?.measure(true);
    if (copy?.isReady === false) throw copy.error ?? new Error('this format has no sound');
    const { sound, description } = copy ? { sound: { name, file: copy.result.file }, description: copy.result.description }
      : isOriginal ? this.#original : this.#shipped;
    const decoded = isDifference
      ? await this.#jobs.difference(this.#original.sound, copy, sampleRate, options)
      : await this.#jobs.listen(sound, isOriginal ? target : null, sampleRate, options);
    const { planes, rate, level, peak } = decoded;
    if (!this.#player) return;
    // The options changed meanwhile.
    if (isOriginal && target !== this.#target) return this.#load(id);
    // Whole decibels, as shown in the page.
    const boost = isDifference && peak > 0 ? Math.floor(Math.min(largestBoost, Math.max(0, -20 * Math.log10(peak)))) : 0;
    if (boost > 0) for (const plane of planes) plane.forEach((value, i) => { plane[i] = value * 10 ** (boost / 20); });
    if (isDifference) this.#boosts.set(id, boost);
    const buffer = output.createBuffer(planes.length, Math.max(1, planes[0].length), rate);
    planes.forEach((plane, channel) => buffer.copyToChannel(plane, channel));
    if (isOriginal) this.#originalLevel = level;
    this.#player.setCandidate(id, buffer, isDifference ? null : isOriginal ? 0 : this.#gain(description, level));
  }

  // The gain that makes a copy as loud as the original, in decibels. Less than 0.1 dB is inaudible, and becomes 0.
  #gain({ levels, channels }, level) {
    const original = this.prepared ?? this.#original.description;
    const extra = (count) => (count === 1 ? monoDecibels : 0);
    const [from, to] = [levels.loudness, original.levels.loudness];
    const gain = from != null && to != null ? to + extra(original.channels) - from - extra(channels)
      : level != null && this.#originalLevel != null ? this.#originalLevel - level : 0;
    return Math.abs(gain) < 0.1 ? 0 : gain;
  }

  // Loads the other copies that are already converted, so that switching to them takes no time.
  async #loadRest() {
    for (const { id, isReady } of [{ id: 'original', isReady: true }, ...this.#formats.all]) {
      if (current !== this) return;
      if (isReady) await this.#load(id).catch(() => {});
    }
  }
}

// Has the page's sound output run. It is made at the first click on “Play”, since browsers don't allow it earlier.
async function startOutput() {
  const refusal = problem('This browser gives no sound output', 'check its permissions and the system’s output');
  try {
    output ??= new AudioContext();
  } catch {
    throw refusal;
  }
  if (output.state === 'running') return;
  // Without an output device, some browsers never answer.
  const waiting = new Promise((_, reject) => { setTimeout(reject, 10_000, refusal); });
  await Promise.race([output.resume(), waiting]).catch(() => { throw refusal; });
  if (output.state !== 'running') throw refusal;
}
