const memoryLimit = 256 * 1024 * 1024;

/** Workers that take the most urgent job first. */
export class Pool {
  #makeWorker;
  #size;
  #idle = [];
  #workerCount = 0;
  #waiting = [];
  #nextID = 1;

  /** @param {() => Promise<Worker>} makeWorker */
  constructor(makeWorker, size = Pool.size()) {
    this.#makeWorker = makeWorker;
    this.#size = size;
  }

  /** Two at least, since the channels of a stereo sound are encoded side by side. */
  static size(cores = navigator.hardwareConcurrency || 2) {
    return Math.min(4, Math.max(2, cores));
  }

  /**
   * @param {string} task a name in tasks.js
   * @param {{priority?: () => number, progress?: (fraction: number) => void, signal?: AbortSignal,
   *   transfer?: Transferable[]}} [options] the priority is asked for when a worker is free
   */
  run(task, input, { priority = () => 0, progress = () => {}, signal, transfer = [] } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job = { id: this.#nextID++, task, input, priority, progress, signal, transfer, resolve, reject };
      job.cancel = () => this.#cancel(job);
      signal?.addEventListener('abort', job.cancel, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async #next() {
    if (this.#waiting.length === 0) return;
    if (this.#idle.length === 0) {
      if (this.#workerCount >= this.#size) return;
      this.#workerCount += 1;
      try {
        this.#idle.push(await this.#makeWorker());
      } catch (error) {
        this.#workerCount -= 1;
        for (const job of this.#waiting.splice(0)) this.#settle(job, { error: error.message });
        return;
      }
    }
    const worker = this.#idle.pop();
    const job = this.#takeMostUrgent();
    if (!worker) return;
    if (!job) return void this.#idle.push(worker);
    job.worker = worker;
    worker.onmessage = ({ data }) => this.#receive(job, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#receive(job, { id: job.id, error: 'the converter failed', isBroken: true });
    };
    worker.postMessage({ id: job.id, task: job.task, input: job.input }, job.transfer);
    this.#next();
  }

  #takeMostUrgent() {
    let best = 0;
    this.#waiting.forEach((job, index) => {
      if (job.priority() > this.#waiting[best].priority()) best = index;
    });
    return this.#waiting.splice(best, 1)[0];
  }

  #receive(job, data) {
    if (data.id !== job.id) return;
    if (data.progress != null) return job.progress(data.progress);
    if (data.isBroken || data.memory > memoryLimit) this.#discard(job.worker);
    else this.#idle.push(job.worker);
    job.worker = null;
    this.#settle(job, data);
    this.#next();
  }

  #settle(job, { result, error, advice }) {
    job.signal?.removeEventListener('abort', job.cancel);
    if (error == null) return job.resolve(result);
    job.reject(Object.assign(new Error(error), { advice: advice ?? null }));
  }

  #cancel(job) {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    // A running call can't be interrupted, so its worker ends with it.
    if (job.worker) this.#discard(job.worker);
    job.worker = null;
    job.reject(job.signal.reason);
    this.#next();
  }

  #discard(worker) {
    worker.terminate();
    this.#workerCount -= 1;
  }
}
