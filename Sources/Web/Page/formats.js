import { Candidate } from './candidate.js';
import { offers } from './offers.js';

/** @typedef {import('./jobs.js').Jobs} Jobs */

/** The formats that a sound can be downloaded in, and the work on them. Fires `change`, whose detail is the candidate. */
export class Formats extends EventTarget {
  /** @type {Candidate[]} in the order of the list */
  all = [];
  /** What the options ask for; null for the smallest that sounds the same. */
  #chosen = null;
  #jobs;
  #sound;
  #rank;
  #description = null;

  /** @param {Jobs} jobs @param {() => number} rank the sound's among all, below 1 */
  constructor(jobs, sound, rank) {
    super();
    this.#jobs = jobs;
    this.#sound = sound;
    this.#rank = rank;
  }

  get(id) { return this.all.find((each) => each.id === id); }

  /** Offers the formats for an option's values. Returns the candidates that are gone or changed. */
  offer(values, description) {
    this.#description = description;
    const old = this.all;
    this.all = offers(values, description).map((offer) => {
      const same = old.find((each) => JSON.stringify(each.offer) === JSON.stringify(offer));
      if (same) return same;
      const candidate = new Candidate(offer);
      candidate.addEventListener('change', () => this.dispatchEvent(new CustomEvent('change', { detail: candidate })));
      return candidate;
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

  /** Makes a candidate's file. */
  make(candidate, isUrgent = false) { return candidate.make(this.#work(candidate, isUrgent)); }
  /** Makes a candidate's file and measures it. */
  convert(candidate, isUrgent = false) { return candidate.ready(this.#work(candidate, isUrgent)); }
  cancel() { for (const candidate of this.all) candidate.cancel(); }

  /** Finds out what to keep, makes its file, and returns the candidate. */
  async settled() {
    if (!this.#chosen && this.small) await this.convert(this.small, true);
    return this.make(this.kept, true);
  }

  #work(candidate, isUrgent) {
    candidate.isUrgent ||= isUrgent;
    const level = () => (candidate === this.kept ? 2 : candidate === this.small ? 1 : 0);
    const priority = () => (candidate.isUrgent ? 3 : level()) + this.#rank();
    return {
      make: (target, options) => this.#jobs.make(this.#sound, this.#description, target, { ...options, priority }),
      inspect: ({ file, conversion }, target, options) =>
        this.#jobs.inspect(this.#sound, file, conversion, target, { ...options, priority }),
    };
  }
}
