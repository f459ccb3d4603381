// LZMA, with which the core is packed. Gzip finds only what repeats within 32 KB and leaves it 38 % larger, and some servers
// don't compress at all. As in Igor Pavlov's "LZMA specification" of 2015, but only with the properties that
// .web/build.py chooses.

const PROPERTIES = 3; // lc = 3, lp = 0, pb = 0
const HEADER = 13;
const STATES = 12;

/** Probabilities that a bit is 0, in 2048ths. */
const halves = (count) => new Uint16Array(count).fill(1024);

/** The range decoder: bits, each by a probability that it corrects. */
class Bits {
  #packed;
  #at;
  // Range and code, of 32 bits. As fields they would be floating point numbers, which are slower.
  #numbers = new Uint32Array([0xFFFFFFFF, 0]);

  constructor(packed, at) {
    this.#packed = packed;
    this.#at = at;
    for (let count = 0; count < 5; count += 1) this.#shift();
    this.#numbers[0] = 0xFFFFFFFF;
  }

  #shift() {
    this.#numbers[0] <<= 8;
    this.#numbers[1] = this.#numbers[1] << 8 | this.#packed[this.#at++];
  }

  next(odds, index) {
    const numbers = this.#numbers;
    const bound = (numbers[0] >>> 11) * odds[index];
    const bit = numbers[1] < bound ? 0 : 1;
    if (bit === 0) {
      numbers[0] = bound;
      odds[index] += 2048 - odds[index] >> 5;
    } else {
      numbers[0] -= bound;
      numbers[1] -= bound;
      odds[index] -= odds[index] >> 5;
    }
    if (numbers[0] < 0x1000000) this.#shift();
    return bit;
  }

  /** A number of so many bits that are 0 or 1 equally often. */
  even(count) {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      this.#numbers[0] >>>= 1;
      const bit = this.#numbers[1] < this.#numbers[0] ? 0 : 1;
      if (bit) this.#numbers[1] -= this.#numbers[0];
      if (this.#numbers[0] < 0x1000000) this.#shift();
      value = value << 1 | bit;
    }
    return value;
  }

  /** A number of so many bits, the highest first. */
  tree(odds, count) {
    let node = 1;
    for (let index = 0; index < count; index += 1) node = node << 1 | this.next(odds, node);
    return node - (1 << count);
  }

  /** A number of so many bits, the lowest first. */
  reversedTree(odds, from, count) {
    let node = 1;
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const bit = this.next(odds, from + node);
      node = node << 1 | bit;
      value |= bit << index;
    }
    return value;
  }
}

class Lengths {
  #choices = halves(2);
  #short = halves(8);
  #middle = halves(8);
  #long = halves(256);

  next(bits) {
    if (!bits.next(this.#choices, 0)) return 2 + bits.tree(this.#short, 3);
    if (!bits.next(this.#choices, 1)) return 10 + bits.tree(this.#middle, 3);
    return 18 + bits.tree(this.#long, 8);
  }
}

class Distances {
  #slots = [0, 1, 2, 3].map(() => halves(64));
  #near = halves(115);
  #low = halves(16);

  next(bits, length) {
    const slot = bits.tree(this.#slots[Math.min(length - 2, 3)], 6);
    if (slot < 4) return slot + 1;
    const count = (slot >> 1) - 1;
    const distance = (2 | slot & 1) << count;
    if (slot < 14) return distance + bits.reversedTree(this.#near, distance - slot, count) + 1;
    return distance + (bits.even(count - 4) << 4) + bits.reversedTree(this.#low, 0, 4) + 1;
  }
}

/**
 * What a .lzma file holds.
 * @param {Uint8Array} packed a file whose header has the size of its content
 * @returns {Uint8Array}
 */
export function expanded(packed) {
  if (packed[0] !== PROPERTIES) throw new Error('not packed as expected');
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  const content = new Uint8Array(size);
  const bits = new Bits(packed, HEADER);
  const literals = halves(0x300 << 3);
  const [isMatch, isRepeated, isOlder, isThird, isFourth, isLong] = [1, 2, 3, 4, 5, 6].map(() => halves(STATES));
  const lengths = new Lengths();
  const repeatedLengths = new Lengths();
  const distances = new Distances();
  // The last four distances, and what the last steps were.
  let [first, second, third, fourth] = [1, 1, 1, 1];
  let state = 0;
  let at = 0;
  while (at < size) {
    if (!bits.next(isMatch, state)) {
      const from = 0x300 * (at > 0 ? content[at - 1] >> 5 : 0);
      let node = 1;
      if (state >= 7) {
        // After a match, the byte that would have continued it helps until the two differ.
        for (let likely = content[at - first] | 0x100; node < 0x100;) {
          likely <<= 1;
          const expected = likely >> 8 & 1;
          const bit = bits.next(literals, from + (1 + expected << 8) + node);
          node = node << 1 | bit;
          if (bit !== expected) break;
        }
      }
      while (node < 0x100) node = node << 1 | bits.next(literals, from + node);
      content[at++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (!bits.next(isRepeated, state)) {
      length = lengths.next(bits);
      [second, third, fourth] = [first, second, third];
      first = distances.next(bits, length);
      state = state < 7 ? 7 : 10;
    } else {
      let isByte = false;
      if (!bits.next(isOlder, state)) isByte = !bits.next(isLong, state);
      else if (!bits.next(isThird, state)) [first, second] = [second, first];
      else if (!bits.next(isFourth, state)) [first, second, third] = [third, first, second];
      else [first, second, third, fourth] = [fourth, first, second, third];
      length = isByte ? 1 : repeatedLengths.next(bits);
      state = state >= 7 ? 11 : isByte ? 9 : 8;
    }
    if (first > at || length > size - at) throw new Error('damaged');
    for (const end = at + length; at < end; at += 1) content[at] = content[at - first];
  }
  return content;
}
