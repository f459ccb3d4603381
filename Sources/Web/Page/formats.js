import { Candidate } from './candidate.js';
import { offers } from './options.js';

/** The formats that a sound can be downloaded in, and the work on them. Fires `change`, whose detail is the candidate. */
export class Formats extends EventTarget {
  /** @type {Candidate[]} in the order of the list */
  all = [];
  /** What a download saves. */
  kept = null;
  /** The identifier of what the options ask for. */
  usual = null;
  #jobs;
  #sound;
  #embedded;
  #rank;
  #description = null;

  /**
   * @param {object|null} embedded in a report, the file that `alertsound preview` converted, or why there is none
   * @param {() => number} rank the sound's among all, below 1
   */
  constructor(jobs, sound, embedded, rank) {
    super();
    this.#jobs = jobs;
    this.#sound = sound;
    this.#embedded = embedded;
    this.#rank = rank;
  }

  get(id) { return this.all.find((each) => each.id === id); }

  /** Offers the formats for an option's values, and makes the first file. Returns the candidates that are gone or changed. */
  offer(values, description) {
    this.#description = description;
    const { all, chosen } = this.#offers(values);
    const old = this.all;
    const same = (offer) => old.find((each) => JSON.stringify(each.offer) === JSON.stringify(offer));
    this.all = all.map((offer) => same(offer) ?? this.#watched(new Candidate(offer)));
    this.kept = this.get(values.choice) ?? this.get(chosen);
    this.usual = chosen;
    const { first } = this;
    // A failure of the first file is the chosen format's, too.
    this.make(first).then(() => first.state === 'failed' && this.make(this.kept));
    const gone = old.filter((each) => !this.all.includes(each));
    for (const candidate of gone) candidate.cancel();
    return gone;
  }

  // A report has only the embedded file.
  #offers(values) {
    const { all, chosen } = offers(values, this.#description);
    if (!this.#embedded) return { all, chosen };
    const offer = all.find(({ id }) => id === chosen);
    return { all: [{ ...offer, note: `${offer.note}, as converted`, id: 'converted' }], chosen: 'converted' };
  }

  #watched(candidate) {
    candidate.addEventListener('change', () => this.dispatchEvent(new CustomEvent('change', { detail: candidate })));
    return candidate;
  }

  // A candidate's file of quality 0 is a candidate, too. It is made first, since it takes a small part of the time.
  #quickOf({ offer: { target } }) {
    const key = target.quality > 0 && JSON.stringify({ ...target, quality: 0 });
    return key ? this.all.find(({ offer }) => JSON.stringify(offer.target) === key) : null;
  }

  /** The candidate whose file is made first. */
  get first() { return this.#quickOf(this.kept) ?? this.kept; }
  /** The candidate whose file a download saves now. */
  get offered() { return !this.kept.hasFile && this.first.hasFile ? this.first : this.kept; }

  /**
   * The smallest candidate whose noise is masked, like that of `alertsound compare --formats`, which has no lower rates.
   * Among equally small candidates, that with the least noise. Null during work.
   */
  get recommended() {
    const noise = ({ result: { comparison } }) => comparison.noiseToMask ?? -Infinity;
    const good = this.all.filter((candidate) =>
      candidate.isReady && !candidate.id.includes('@') && candidate.result.comparison.noiseIsMasked);
    const [best] = good.sort((a, b) => a.result.file.size - b.result.file.size || noise(a) - noise(b));
    return best && this.all.every(({ state }) => state !== 'working') ? best : null;
  }

  /** Makes a candidate's file. */
  make(candidate, isUrgent = false) { return candidate.make(this.#work(candidate, isUrgent)); }
  /** Makes a candidate's file and measures it. */
  convert(candidate, isUrgent = false) { return candidate.ready(this.#work(candidate, isUrgent)); }
  cancel() { for (const candidate of this.all) candidate.cancel(); }

  #work(candidate, isUrgent) {
    candidate.isUrgent ||= isUrgent;
    const at = (level) => () => (candidate.isUrgent ? 3 : level()) + this.#rank();
    const level = () => (candidate === this.kept ? 1 : 0);
    const priority = at(() => (candidate === this.first ? 2 : level()));
    return {
      make: async (target, options) => {
        if (this.#embedded) return this.#takeEmbedded(target, { ...options, priority });
        const quick = this.#quickOf(candidate);
        if (quick) await this.make(quick, candidate.isUrgent);
        return this.#jobs.make(this.#sound, this.#description, target, quick?.result, { ...options, priority });
      },
      inspect: ({ file, conversion }, target, options) =>
        this.#jobs.inspect(this.#sound, file, conversion, target, { ...options, priority: at(level) }),
    };
  }

  async #takeEmbedded(target, options) {
    const { file, crc32, isComplete, error, ...conversion } = this.#embedded;
    if (error) throw new Error(error);
    const command = isComplete ? await this.#jobs.command(this.#sound, target, conversion.isTruncated, options) : null;
    return { conversion: { ...conversion, command }, file, crc32 };
  }
}
