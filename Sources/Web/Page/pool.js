import { problem } from './problem.js';

const memoryLimit = 256 * 1024 * 1024;
const largestKeptByteCount = 16 * 1024 * 1024;

/**
 * Workers that take the most urgent job first.
 *
 * A running job can't be interrupted, so urgent jobs may use additional workers while less urgent jobs run: one more from
 * priority 2, two more from priority 4.
 */
export class Pool {
  #makeWorker;
  #size;
  #idle = [];
  #busy = new Set();
  #waiting = [];

  /** @param {() => Promise<Worker>} makeWorker */
  constructor(makeWorker, size = Math.min(4, Math.max(2, navigator.hardwareConcurrency || 2))) {
    this.#makeWorker = makeWorker;
    // At least two, since the channels of a stereo sound are encoded side by side.
    this.#size = size;
  }

  /**
   * @typedef {{priority?: () => number, progress?: (value: any) => void, signal?: AbortSignal}} Options
   *   `priority` is called whenever a worker is free, `progress` with the fraction done
   * @param {string} task a name in tasks.js
   * @param {Options} options
   * @returns {Promise<any>}
   */
  run(task, input, options = {}) {
    const { priority = () => 0, progress = () => {}, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job = { task, input, priority, progress, signal, resolve, reject };
      job.cancel = () => this.#cancel(job);
      signal?.addEventListener('abort', job.cancel, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async #next() {
    const job = this.#takeMostUrgent();
    if (!job) return;
    this.#busy.add(job);
    let worker;
    try {
      worker = this.#idle.pop() ?? await this.#makeWorker();
    } catch (error) {
      this.#busy.delete(job);
      for (const each of [job, ...this.#waiting.splice(0)]) this.#settle(each, { error: error.message, advice: error.advice });
      return;
    }
    const transfer = [];
    const input = await withBytes(job.input, transfer).catch(() => this.#settle(job, unreadable));
    if (job.signal?.aborted || !input) {
      this.#idle.push(worker);
      this.#busy.delete(job);
      return this.#next();
    }
    job.worker = worker;
    worker.onmessage = ({ data }) => this.#receive(job, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#receive(job, { error: 'the converter failed', isBroken: true });
    };
    try {
      worker.postMessage({ task: job.task, input }, transfer);
    } catch {
      // The input may be too large for the memory.
      this.#free(job, true);
      this.#settle(job, { error: 'there isn’t enough memory' });
    }
    this.#next();
  }

  // Takes the most urgent job, if its priority allows another worker.
  #takeMostUrgent() {
    if (this.#waiting.length === 0) return null;
    const priorities = this.#waiting.map((job) => job.priority());
    const highest = Math.max(...priorities);
    const rivals = [...this.#busy].filter((job) => Math.floor(job.priority()) >= Math.floor(highest));
    if (rivals.length >= this.#size || this.#busy.size >= this.#size + Number(highest >= 2) + Number(highest >= 4)) return null;
    return this.#waiting.splice(priorities.indexOf(highest), 1)[0];
  }

  #receive(job, data) {
    if (data.progress != null) return job.progress(data.progress);
    this.#free(job, !data.isBroken && data.memory <= memoryLimit);
    this.#settle(job, data);
    // Let the page add the sound's next job first.
    setTimeout(() => this.#next());
  }

  #free(job, isUsable) {
    // The handlers would keep the job in memory, and with it a removed card.
    job.worker.onmessage = job.worker.onerror = null;
    if (isUsable) this.#idle.push(job.worker);
    else job.worker.terminate();
    job.worker = null;
    this.#busy.delete(job);
  }

  #settle(job, { result = null, error = null, advice = null }) {
    job.signal?.removeEventListener('abort', job.cancel);
    if (error == null) return job.resolve(result);
    job.reject(problem(error, advice));
  }

  #cancel(job) {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    // A running call can't be interrupted, so end its worker.
    if (job.worker) this.#free(job, false);
    job.reject(job.signal.reason);
    this.#next();
  }
}

const unreadable = { error: 'the file can’t be read any more: it was changed, moved or removed', advice: 'add it again' };

// Replaces the blobs in a task's input by their bytes. In a page from a disk, WebKit's workers can't read blobs. A file is
// read when its task starts, so that few files are in memory.
async function withBytes(value, transfer) {
  if (value instanceof Blob) {
    const bytes = await bytesOf(value);
    transfer.push(bytes);
    return new Uint8Array(bytes);
  }
  if (value?.constructor !== Object) return value;
  const entries = Object.entries(value).map(async ([key, each]) => [key, await withBytes(each, transfer)]);
  return Object.fromEntries(await Promise.all(entries));
}

// A sound's first tasks follow each other, and each needs the file, so the last file's bytes are kept.
let [lastFile, lastBytes] = [null, null];

async function bytesOf(blob) {
  if (!(blob instanceof File) || blob.size > largestKeptByteCount) return blob.arrayBuffer();
  const isKept = lastFile === blob;
  const bytes = isKept ? lastBytes : blob.arrayBuffer();
  [lastFile, lastBytes] = [blob, bytes];
  // This fails if the file was changed, moved or removed.
  if (isKept) await blob.slice(0, 1).arrayBuffer();
  return (await bytes).slice();
}
