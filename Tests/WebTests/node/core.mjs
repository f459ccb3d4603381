// The page's WebAssembly core for tests. Instantiates and calls it as the page's worker does.
import { readFileSync } from 'node:fs';

export function compiled(path) {
  return new WebAssembly.Module(readFileSync(path));
}

// An instance like a worker's. A trap throws WebAssembly.RuntimeError.
export class Core {
  #answer = null;

  constructor(module) {
    // The progress that the last call reported, from 0 to 1.
    this.progress = [];
    const progress = (part) => this.progress.push(part);
    const answer = (text, textCount, bytes, byteCount) => {
      if (this.#answer) throw new Error('two answers');
      this.#answer = {
        text: new TextDecoder('utf-8', { fatal: true }).decode(this.#copy(text, textCount)), bytes: this.#copy(bytes, byteCount) };
    };
    this.exports = new WebAssembly.Instance(module, { env: { progress, answer } }).exports;
  }

  get memoryByteCount() {
    return this.exports.memory.buffer.byteLength;
  }

  #given(bytes) {
    const pointer = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  #copy(pointer, count) {
    return new Uint8Array(this.exports.memory.buffer).slice(pointer >>> 0, (pointer >>> 0) + (count >>> 0));
  }

  // Returns the call's status, which is 1 if it failed, its text, and a copy of its bytes.
  call(request, file = new Uint8Array(), frames = new Uint8Array(), copy = new Uint8Array()) {
    this.progress.length = 0;
    this.#answer = null;
    const given = [new TextEncoder().encode(request), file, frames, copy].map((bytes) => [this.#given(bytes), bytes.length]);
    this.exports.call(...given.flat());
    for (const [pointer] of given) this.exports.release(pointer);
    return { status: 'error' in JSON.parse(this.#answer.text) ? 1 : 0, ...this.#answer };
  }
}

// Throws unless a result keeps the interface's promises: status 0 or 1, JSON, and a message if the
// status is 1.
export function checked(result) {
  const json = JSON.parse(result.text);
  if (result.status === 1) {
    if (typeof json.error !== 'string' || !json.error) throw new Error('status 1 without an error in words');
    if (result.bytes.length) throw new Error('status 1 with bytes');
  } else if (result.status !== 0) {
    throw new Error(`status ${result.status}`);
  }
  return json;
}
