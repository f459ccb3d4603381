import { bytesOfBase64 } from './base64.js';
import { expanded } from './lzma.js';
import { moduleOf } from './wasm.js';

// The two forms of the page: a folder on a server, and one file that also opens from a disk.

const isSingleFile = () => document.getElementById('core-source') != null;

async function packedCore() {
  if (isSingleFile()) return bytesOfBase64(document.getElementById('core-source').textContent);
  return new Uint8Array(await (await asked('core.lzma')).arrayBuffer());
}

async function asked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// A worker that is made of a blob has the page's policy. One that is loaded from an address has none.
async function workerAddress() {
  const source = isSingleFile() ? document.getElementById('worker-source').textContent : await (await asked('worker.js')).text();
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

/** @returns {Promise<() => Worker>} makes workers that have the core */
export async function loadCore() {
  const [packed, address] = await Promise.all([packedCore(), workerAddress()]);
  const module = await WebAssembly.compile(moduleOf(expanded(packed)));
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
  };
}
