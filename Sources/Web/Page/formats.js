import { Candidate } from './candidate.js';
import { offers } from './offers.js';

/** The formats that a sound can be downloaded in, and the work on them. */
export class Formats {
  /** @type {Candidate[]} in the order of the list */
  all = [];
  /** What the options ask for; null for the smallest that sounds the same. */
  #chosen = null;
  #jobs;
  #sound;
  #rank;
  #changed;

  /** @param {import('./jobs.js').Jobs} jobs @param {() => number} rank the sound's among all, below 1 @param {(candidate: Candidate) => void} changed */
  constructor(jobs, sound, rank, changed) {
    this.#jobs = jobs;
    this.#sound = sound;
    this.#rank = rank;
    this.#changed = changed;
  }

  get(id) { return this.all.find((each) => each.id === id); }

  /** Offers the formats for an option's values. Returns the candidates that are gone or changed. */
  offer(values, description) {
    const old = this.all;
    this.all = offers(values, description).map((offer) => {
      const same = old.find((each) => JSON.stringify(each.offer) === JSON.stringify(offer));
      return same ?? this.#candidate(offer, description);
    });
    this.#chosen = values.format;
    const gone = old.filter((each) => !this.all.includes(each));
    for (const candidate of gone) candidate.cancel();
    return gone;
  }

  /** The small format, whose noise may be heard; undefined if the container holds none. */
  get small() { return this.all.find(({ offer }) => offer.kind === 'small'); }

  /** The smallest linear PCM whose noise isn't heard: 16 bits, as far as is known. */
  get clean() {
    const all = this.all.filter(({ offer }) => offer.kind === 'clean');
    return all.find((each) => !each.isReady || each.soundsTheSame || !each.result.comparison.comparable) ?? all.at(-1);
  }

  /** What a download saves. */
  get kept() { return this.get(this.#chosen) ?? (this.small?.soundsTheSame ? this.small : this.clean); }

  /** Whether it is known what to keep. */
  get isSettled() { return Boolean(this.get(this.#chosen)) || !this.small || ['ready', 'failed'].includes(this.small.state); }

  cancel() { for (const candidate of this.all) candidate.cancel(); }

  /** Finds out what to keep, makes its file, and returns the candidate. */
  async settled() {
    if (!this.#chosen && this.small) await this.small.measure(true);
    return this.kept.make(true);
  }

  #candidate(offer, description) {
    const level = () => (candidate.isUrgent ? 3 : candidate === this.kept ? 2 : candidate === this.small ? 1 : 0);
    const priority = () => level() + this.#rank();
    const candidate = new Candidate(offer, {
      make: (options) => this.#jobs.make(this.#sound, description, offer.target, { ...options, priority }),
      inspect: (made, options) => this.#jobs.inspect(this.#sound, made, offer.target, { ...options, priority }),
    }, () => this.#changed(candidate));
    return candidate;
  }
}
