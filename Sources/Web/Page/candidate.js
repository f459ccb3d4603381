/**
 * One way to convert a sound, and its result. States: waiting, working, made (the file is there, but not measured yet),
 * ready, failed.
 */
export class Candidate {
  state = 'waiting';
  fraction = 0;
  /** What `Jobs.make` returned, later also what `Jobs.inspect` returned. @type {any} */
  result = null;
  /** @type {any} */
  error = null;
  isUrgent = false;
  #making = null;
  #measuring = null;
  #abort = null;
  #work;
  #changed;

  /** @param {import('./offers.js').Offer} offer @param {{make, inspect}} work as in `Jobs` @param {() => void} changed */
  constructor(offer, work, changed) {
    this.offer = offer;
    this.#work = work;
    this.#changed = changed;
  }

  get id() { return this.offer.id; }
  get hasFile() { return this.result?.file != null; }
  get isReady() { return this.state === 'ready' && this.hasFile; }
  /** Whether the built-in chime takes the sound's place. */
  get isReplaced() { return this.hasFile && this.result.conversion.outcome === 'replaced-by-default'; }
  /** What the sound became, once it is measured. */
  get made() { return this.isReady && !this.isReplaced ? this.result.description : null; }
  /** Whether its noise was measured, and isn't heard. */
  get soundsTheSame() {
    const comparison = this.isReady && this.result.comparison;
    return Boolean(comparison?.comparable && (comparison.exact || comparison.noiseIsMasked));
  }

  /** Makes the file at the first call; later calls return the same result. */
  make(isUrgent = false) {
    this.isUrgent ||= isUrgent;
    this.#making ??= this.#run(0, async (options) => {
      this.result = null;
      this.result = await this.#work.make(options);
      this.#set(this.hasFile ? 'made' : 'ready', 0.85);
    });
    return this.#making;
  }

  /** Makes the file and measures it. */
  measure(isUrgent = false) {
    const made = this.make(isUrgent);
    this.#measuring ??= made.then(() => this.state !== 'made' ? this : this.#run(0.85, async (options) => {
      Object.assign(this.result, await this.#work.inspect(this.result, options));
      this.#set('ready', 1);
    }));
    return this.#measuring;
  }

  /** Stops the work, which can be started again. */
  cancel() {
    if (this.state !== 'working') return;
    this.#abort?.abort(new DOMException('cancelled', 'AbortError'));
  }

  async #run(from, step) {
    this.#abort = new AbortController();
    this.error = null;
    this.#set('working', from);
    try {
      const progress = (fraction) => this.#set('working', from + fraction * (from > 0 ? 0.15 : 0.85));
      await step({ signal: this.#abort.signal, progress });
    } catch (error) {
      this.#making = this.#measuring = null;
      this.error = error;
      this.#set(error.name === 'AbortError' ? 'waiting' : 'failed', 0);
    }
    return this;
  }

  #set(state, fraction) {
    this.state = state;
    this.fraction = fraction;
    this.#changed();
  }
}
