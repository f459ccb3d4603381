// Calls the core: node calls.mjs CORE.wasm. Each line of standard input is JSON with paths:
// {request, file, copy, frames, output}. Each line of standard output is the answer: {status, text,
// progress, memory}, or {trap}. After a trap, the next call gets a new instance.
import { createInterface } from 'node:readline';
import { readFileSync, writeFileSync } from 'node:fs';
import { compiled, Core } from './core.mjs';

const module = compiled(process.argv[2]);
let core = new Core(module);

const read = (path) => (path ? readFileSync(path) : Buffer.alloc(0));

for await (const line of createInterface({ input: process.stdin })) {
  const { request, file, copy, frames, output } = JSON.parse(line);
  let answer;
  try {
    const result = core.call(request, ...[file, frames, copy].map(read));
    if (output) writeFileSync(output, result.bytes);
    answer = { status: result.status, text: result.text, progress: [...core.progress],
      memory: core.memoryByteCount };
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    answer = { trap: error.message };
    core = new Core(module);
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
