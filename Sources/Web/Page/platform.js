import { bytesOfBase64 } from './base64.js';
import { problem } from './decoder.js';

// The two forms of the page: a folder on a server, and one file that also opens from a disk.

const isSingleFile = () => document.getElementById('core-source') != null;

/** The core's code, compressed with gzip. */
async function packedCore() {
  // Decode it in a task of its own, so that the page is painted before.
  await new Promise((resolve) => { setTimeout(resolve); });
  if (isSingleFile()) return new Blob([bytesOfBase64(document.getElementById('core-source').textContent)]);
  return (await asked('core.gzip')).blob();
}

async function asked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// A worker made from a blob inherits the page's security policy. A worker loaded from an address doesn't.
async function workerAddress() {
  const source = isSingleFile() ? document.getElementById('worker-source').textContent : await (await asked('worker.js')).text();
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

/** @returns {Promise<() => Worker>} makes workers with the core */
export const loadCore = () => load().catch((error) => {
  throw problem(`this browser can’t load the converter: ${error.message}`, 'reload the page, or use a current browser');
});

async function load() {
  const [packed, address] = await Promise.all([packedCore(), workerAddress()]);
  // The browser decompresses and compiles off the main thread.
  const code = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compileStreaming(new Response(code, { headers: { 'Content-Type': 'application/wasm' } }));
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
  };
}
