// The core's interface. Node also runs this file, so it uses no API of pages or workers.

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

  constructor(exports) {
    this.#exports = exports;
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {(fraction: number) => void} [progress] called during long work
   */
  static async start(module, progress = () => {}) {
    const { exports } = await WebAssembly.instantiate(module, { env: { progress } });
    return new Core(exports);
  }

  get memoryByteCount() { return this.#exports.memory.buffer.byteLength; }

  /**
   * @param {string} verb
   * @param {Object<string, string|number|null|undefined>} values null and undefined are left out
   * @param {Uint8Array[]} file the parts of a file, one after the other
   * @param {Uint8Array[]} [frames] the file's frames, if another decoder reads it
   * @returns {{result: object, bytes: Uint8Array}}
   */
  call(verb, values = {}, file = [], frames = []) {
    const texts = [verb];
    for (const [key, value] of Object.entries(values)) {
      // Remove zeros, which would end the value. No file's name contains a zero.
      if (value != null) texts.push(`${key} ${String(value).replaceAll('\0', '')}`);
    }
    const core = this.#exports;
    const request = [new TextEncoder().encode(texts.join('\0'))];
    const given = [file, frames, request].map((parts) => this.#give(parts));
    const status = core.call(...given.flatMap(({ pointer, count }) => [pointer, count]));
    for (const { pointer } of given) if (pointer) core.release(pointer);
    const text = new TextDecoder().decode(this.#view(core.text(), core.text_count()));
    const bytes = this.#view(core.bytes(), core.bytes_count()).slice();
    core.forget();
    const result = JSON.parse(text);
    if (status !== 0) throw new CoreError(result);
    return { result, bytes };
  }

  #give(parts) {
    const count = parts.reduce((sum, part) => sum + part.byteLength, 0);
    if (count === 0) return { pointer: 0, count };
    const pointer = this.#exports.allocate(count) >>> 0;
    if (pointer === 0) throw new CoreError({ error: 'not enough memory for this sound' });
    let offset = pointer;
    for (const part of parts) {
      this.#view(offset, part.byteLength).set(part);
      offset += part.byteLength;
    }
    return { pointer, count };
  }

  // The memory's buffer is replaced when it grows, so a view must not be kept.
  #view(pointer, count) {
    return new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, count);
  }
}
