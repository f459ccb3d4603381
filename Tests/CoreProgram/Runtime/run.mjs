// Runs the program that was built for WebAssembly: node run.mjs PROGRAM STEPS
import { readFileSync, writeSync } from 'node:fs';

let line = [];
const env = {
  putchar(character) {
    line.push(character);
    if (character === 10) {
      writeSync(1, Buffer.from(line));
      line = [];
    }
    return character;
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env });
process.exitCode = instance.exports.check_core(Number(process.argv[3])) === 0 ? 0 : 1;
