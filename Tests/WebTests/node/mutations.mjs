// Gives the core damaged headers: node mutations.mjs CORE.wasm SEED COUNT FILE... Prints JSON: the
// number of calls, the largest memory in bytes, and each failure with the arguments that repeat it.
//
// A header is a file's first 4096 bytes. The mutations set a byte to its extremes, set a size to
// powers of two, or repeat or cut a range. A quarter of them damage two places. All requests are
// called. Afterwards the first file's description must be unchanged.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checked, compiled, Core } from './core.mjs';

const [wasm, seedText, countText, ...paths] = process.argv.slice(2);
const seed = Number(seedText);
const module = compiled(wasm);

// Mulberry32, a small generator that gives equal numbers on every machine.
function randomNumbers(state) {
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const headerByteCount = 4096;

function damage(file, random) {
  const limit = Math.min(file.length, random(4) ? 160 : headerByteCount);
  const at = random(limit);
  switch (random(6)) {
    case 0: case 1:
      file[at] = [0x00, 0xff, 0x7f, 0x80, 0x01, 0xfe][random(6)];
      return file;
    case 2: case 3: {
      // Set a size of 2, 4 or 8 bytes, in either byte order, to a power of two or one less.
      const width = [2, 4, 4, 8][random(4)];
      let value = (1n << BigInt(random(width * 8))) - BigInt(random(2));
      const isBig = random(2);
      for (let i = 0; i < width; i++, value >>= 8n) {
        const index = at + (isBig ? width - 1 - i : i);
        if (index < file.length) file[index] = Number(value & 255n);
      }
      return file;
    }
    case 4:
      return file.slice(0, random(file.length));
    default: {
      const count = 1 + random(64);
      return Buffer.concat([file.subarray(0, at), file.subarray(at, at + count), file.subarray(at)]);
    }
  }
}

const requests = [
  ['describe', { columns: 20 }],
  ['decode', {}],
  ['convert', { container: 'caff', format: 'ima4', quality: 0, 'over-limit': 'trim' }],
  ['convert', { container: 'WAVE', format: 'LEI16', 'over-limit': 'warn' }],
  ['convert', { container: 'caff', format: 'ulaw', rate: 8000, channels: 1, 'over-limit': 'omit' }],
  ['convert', { container: 'caff', format: 'alaw', 'only-channel': 1, 'over-limit': 'default' }],
  ['compare', {}],
  ['convert', {
    container: 'caff', format: 'ulaw', 'silence-threshold': -50, repeat: 0.2, gap: 0.1, 'fade-out': 0.01, loudness: -16 }],
  ['compare', { 'trim-start': 0.01, repeat: 1, levelling: '4618441417868443648' }],
  ['decode', { rate: 16000, levelling: '4618441417868443648' }],
].map(([verb, keys]) => [verb, 'name a.caf', ...Object.entries(keys).map(([key, value]) =>
  `${key} ${typeof value === 'number' ? Math.round(value * 1e6) : value}`)].join('\0'));

const files = paths.map((path) => readFileSync(path));
const report = { calls: 0, succeeded: 0, memory: 0, failures: [] };
let core = new Core(module);
const expected = core.call(requests[0], files[0]).text;

for (let number = 0; number < Number(countText) && report.failures.length < 20; number++) {
  const random = randomNumbers(seed + number * 7919);
  const which = random(files.length);
  let file = Buffer.from(files[which]);
  for (let times = random(4) ? 1 : 2; times > 0 && file.length; times--) file = damage(file, random);
  // Describe every damaged file, and then make one other request for it.
  for (const request of [requests[0], requests[1 + random(requests.length - 1)]]) {
    report.calls++;
    try {
      // The last bytes are the copy of what has one.
      const end = /^compare|levelling/.test(request) ? Math.max(0, file.length - 200) : file.length;
      const result = core.call(request, file.subarray(0, end), undefined, file.subarray(end));
      checked(result);
      if (result.status === 0) report.succeeded++;
      report.memory = Math.max(report.memory, core.memoryByteCount);
    } catch (error) {
      report.failures.push(`${basename(paths[which])}, mutation ${number} of seed ${seed}, ` +
        `${request.split('\0').join('; ')}: ${error.message}`);
      core = new Core(module);
    }
  }
}
const last = core.call(requests[0], files[0]).text;
if (last !== expected) report.failures.push('the first file is described with other words than before');
process.stdout.write(JSON.stringify(report));
