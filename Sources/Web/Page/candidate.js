/** One way to convert a sound, and its result. States: waiting, working, ready, failed. */
export class Candidate extends EventTarget {
  state = 'waiting';
  fraction = 0;
  /** What `Jobs.convert` returned. */
  result = null;
  error = null;
  isUrgent = false;
  #work = null;
  #abort = null;

  /** @param {{id: string, label: string, note: string, target: object|null}} offer */
  constructor(offer) {
    super();
    this.offer = offer;
  }

  get id() { return this.offer.id; }
  get isReady() { return this.state === 'ready' && this.result.file != null; }

  /** Starts the work at the first call; later calls return the same result. */
  ready(convert) {
    this.#work ??= this.#run(convert);
    return this.#work;
  }

  /** Stops the work; `ready` starts it again. */
  cancel() {
    if (this.state !== 'working') return;
    this.#abort?.abort(new DOMException('cancelled', 'AbortError'));
  }

  async #run(convert) {
    this.#abort = new AbortController();
    this.error = null;
    this.#set('working', 0);
    try {
      this.result = await convert(this.offer.target, {
        signal: this.#abort.signal,
        priority: () => (this.isUrgent ? 3 : this.offer.priority ?? 0),
        progress: (fraction) => this.#set('working', fraction),
      });
      this.#set('ready', 1);
    } catch (error) {
      this.#work = null;
      this.error = error;
      this.#set(error.name === 'AbortError' ? 'waiting' : 'failed', 0);
    }
    return this;
  }

  #set(state, fraction) {
    this.state = state;
    this.fraction = fraction;
    this.dispatchEvent(new Event('change'));
  }
}
