// The core's interface.

/** Why the core can’t carry out a request, and what helps. The core stays usable. */
export class CoreError extends Error {
  constructor({ error, advice = null }) {
    super(error);
    this.advice = advice;
  }
}

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
   * @param {Uint8Array[]} file the parts of a file, one after the other
   * @param {Uint8Array[]} frames the file's frames, if another decoder reads it
   * @returns {{result: any, bytes: Uint8Array}}
   */
  call(verb, values, file, frames) {
    const texts = [verb];
    for (const [key, value] of Object.entries(values)) {
      // Remove zeros, which would end the value. No file's name contains a zero. The core takes numbers in millionths.
      const text = typeof value === 'number' ? Math.round(value * 1e6) : value?.replaceAll('\0', '');
      if (text != null) texts.push(`${key} ${text}`);
    }
    const request = [new TextEncoder().encode(texts.join('\0'))];
    const given = [file, frames, request].map((parts) => this.#give(parts));
    this.#exports.call(...given.flatMap(({ pointer, count }) => [pointer, count]));
    for (const { pointer } of given) this.#exports.release(pointer);
    const { text, bytes } = this.#answer;
    const result = JSON.parse(text);
    if (result.error) throw new CoreError(result);
    return { result, bytes };
  }

  #give(parts) {
    const count = parts.reduce((sum, part) => sum + part.byteLength, 0);
    const pointer = this.#exports.allocate(count) >>> 0;
    if (pointer === 0) throw new CoreError({ error: 'not enough memory for this sound' });
    let offset = pointer;
    for (const part of parts) {
      this.#view(offset, part.byteLength).set(part);
      offset += part.byteLength;
    }
    return { pointer, count };
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
