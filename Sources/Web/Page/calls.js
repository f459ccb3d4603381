import { problem } from './problem.js';

/** An instance of the core, with memory of its own. */
export class Core {
  #exports;
  #answer = { text: '', bytes: new Uint8Array() };

  /**
   * @param {WebAssembly.Module} module
   * @param {(fraction: number) => void} progress called during long work
   */
  static async start(module, progress) {
    const core = new Core();
    const answer = (...places) => core.#take(...places);
    const { exports } = await WebAssembly.instantiate(module, { env: { progress, answer } });
    core.#exports = exports;
    return core;
  }

  get memoryByteCount() { return this.#exports.memory.buffer.byteLength; }

  /**
   * @param {string} verb
   * @param {Object<string, string|number|null|undefined>} values null and undefined are left out
   * @param {...(Uint8Array|null|undefined)} sound a file, its frames if the browser decoded it, and its copy
   * @returns {{result: any, bytes: Uint8Array}}
   * @throws {Error} with `advice`, after which the core is still usable
   */
  call(verb, values, ...sound) {
    const texts = [verb];
    for (const [key, value] of Object.entries(values)) {
      // Remove zeros, which would end the value. No file's name contains a zero. The core takes numbers in millionths.
      const text = typeof value === 'number' ? Math.round(value * 1e6) : value?.replaceAll('\0', '');
      if (text != null) texts.push(`${key} ${text}`);
    }
    const given = [new TextEncoder().encode(texts.join('\0')), ...sound].map((bytes) => this.#give(bytes ?? new Uint8Array()));
    this.#exports.call(...given.flat());
    for (const [pointer] of given) this.#exports.release(pointer);
    const { text, bytes } = this.#answer;
    const result = JSON.parse(text);
    if (result.error) throw problem(result.error, result.advice);
    return { result, bytes };
  }

  #give(bytes) {
    const pointer = this.#exports.allocate(bytes.length) >>> 0;
    if (pointer === 0) throw problem('not enough memory for this sound');
    this.#view(pointer, bytes.length).set(bytes);
    return [pointer, bytes.length];
  }

  // Copies the answer, which the core keeps only until this returns.
  #take(text, textCount, bytes, byteCount) {
    this.#answer = { text: new TextDecoder().decode(this.#view(text, textCount)), bytes: this.#view(bytes, byteCount).slice() };
  }

  // The memory's buffer is replaced when it grows, so a view must not be kept.
  #view(pointer, count) {
    return new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, count >>> 0);
  }
}
