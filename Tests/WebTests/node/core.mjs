// The page's WebAssembly core for tests. Instantiates and calls it as the page's worker does.
import { readFileSync } from 'node:fs';

export function compiled(path) {
  return new WebAssembly.Module(readFileSync(path));
}

// An instance like a worker's. A trap throws WebAssembly.RuntimeError.
export class Core {
  constructor(module) {
    // The progress that the last call reported, from 0 to 1.
    this.progress = [];
    const env = { progress: (part) => this.progress.push(part) };
    this.exports = new WebAssembly.Instance(module, { env }).exports;
  }

  get memoryByteCount() {
    return this.exports.memory.buffer.byteLength;
  }

  #copied(bytes) {
    if (!bytes.length) return 0;
    const pointer = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  // Returns the call's status, its text, and a copy of its bytes.
  call(request, file = new Uint8Array(), frames = new Uint8Array()) {
    this.progress.length = 0;
    const text = new TextEncoder().encode(request);
    const pointers = [file, frames, text].map((bytes) => this.#copied(bytes));
    const status = this.exports.call(
      pointers[0], file.length, pointers[1], frames.length, pointers[2], text.length);
    for (const pointer of pointers) if (pointer) this.exports.release(pointer);
    const result = {
      status,
      text: new TextDecoder('utf-8', { fatal: true }).decode(
        this.#result(this.exports.text(), this.exports.text_count())),
      bytes: this.#result(this.exports.bytes(), this.exports.bytes_count()),
    };
    this.exports.forget();
    return result;
  }

  #result(pointer, count) {
    return new Uint8Array(this.exports.memory.buffer).slice(pointer >>> 0, (pointer >>> 0) + (count >>> 0));
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
