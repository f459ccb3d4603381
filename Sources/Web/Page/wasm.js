// The core's code is sorted before it is packed, which makes the download a tenth smaller. .web/wasm.py says how.

const NUMBER = 0;
const LABELS = 255;
const CODE_SECTION = 10;
const [FIRST_PREFIX, LAST_PREFIX] = [0xFC, 0xFD];
const [FIRST_BLOCK, LAST_BLOCK, END] = [0x02, 0x04, 0x0B];

class Stream {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isAtEnd() {
    return this.#at >= this.#bytes.length;
  }

  byte() {
    if (this.isAtEnd) throw new Error('damaged');
    return this.#bytes[this.#at++];
  }

  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
  }

  /** So many bytes, or all that are left. */
  take(count = this.#bytes.length) {
    return this.#bytes.subarray(this.#at, this.#at += count);
  }
}

class Output {
  #bytes;
  #count = 0;

  constructor(capacity) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** What was added since the last call. It is valid until more is added. */
  taken() {
    const bytes = this.#bytes.subarray(0, this.#count);
    this.#count = 0;
    return bytes;
  }

  add(bytes) {
    this.#bytes.set(bytes, this.#count);
    this.#count += bytes.length;
  }

  number(value) {
    let rest = value;
    for (; rest > 0x7F; rest >>>= 7) this.#bytes[this.#count++] = rest & 0x7F | 0x80;
    this.#bytes[this.#count++] = rest;
  }

  /** Copies so many bytes, or a number. @returns {number} the number, or the last byte */
  copy(stream, width) {
    let value = 0;
    for (let count = 1; ; count += 1) {
      const byte = stream.byte();
      this.#bytes[this.#count++] = byte;
      value = width === NUMBER ? value | (byte & 0x7F) << 7 * (count - 1) : byte;
      if (width === NUMBER ? byte < 0x80 : count === width) return value;
    }
  }
}

/** Of each operator that has immediates, their streams and widths. */
function formsOf(stream) {
  const forms = new Map();
  while (!stream.isAtEnd) {
    const operator = stream.number();
    forms.set(operator, Array.from({ length: stream.number() }, () => [stream.byte(), stream.byte()]));
  }
  return forms;
}

/**
 * The module that was sorted.
 * @param {Uint8Array} sorted
 * @returns {Uint8Array}
 */
export function moduleOf(sorted) {
  const all = new Stream(sorted);
  const lengths = Array.from({ length: all.number() }, () => all.number());
  const streams = lengths.map((length) => new Stream(all.take(length)));
  const [before, after, forms, operators, locals] = streams;
  const formOf = formsOf(forms);
  // Functions' sizes come on top of what the streams hold.
  const code = new Output(sorted.length * 2);
  const body = new Output(sorted.length);
  for (let functions = code.copy(operators, NUMBER); functions > 0; functions -= 1) {
    for (let groups = body.copy(locals, NUMBER); groups > 0; groups -= 1) {
      body.copy(locals, NUMBER);
      body.copy(locals, 1);
    }
    for (let depth = 1; depth > 0;) {
      let operator = body.copy(operators, 1);
      if (operator === END) depth -= 1;
      else if (operator >= FIRST_BLOCK && operator <= LAST_BLOCK) depth += 1;
      else if (operator === FIRST_PREFIX || operator === LAST_PREFIX) operator = operator << 8 | body.copy(operators, NUMBER);
      for (const [index, width] of formOf.get(operator) ?? []) {
        if (width !== LABELS) body.copy(streams[index], width);
        else for (let labels = body.copy(streams[index], NUMBER); labels >= 0; labels -= 1) body.copy(streams[index], NUMBER);
      }
    }
    const bytes = body.taken();
    code.number(bytes.length);
    code.add(bytes);
  }
  const content = code.taken();
  const module = new Output(sorted.length * 2);
  module.add(before.take());
  module.add([CODE_SECTION]);
  module.number(content.length);
  module.add(content);
  module.add(after.take());
  return module.taken();
}
