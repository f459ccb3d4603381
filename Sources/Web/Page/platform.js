import { bytesOfBase64 } from './base64.js';

// The two forms of the page: a folder on a server, and one file that also opens from a disk.

const isSingleFile = () => document.getElementById('core-source') != null;

async function coreBytes() {
  if (!isSingleFile()) {
    const response = await fetch('core.wasm');
    if (!response.ok) throw new Error(`core.wasm: ${response.status}`);
    return response.arrayBuffer();
  }
  const packed = bytesOfBase64(document.getElementById('core-source').textContent);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}

function workerAddress() {
  if (!isSingleFile()) return 'worker.js';
  const source = document.getElementById('worker-source').textContent;
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

/** @returns {Promise<() => Worker>} makes workers that have the core */
export async function loadCore() {
  const module = await WebAssembly.compile(await coreBytes());
  const address = workerAddress();
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
  };
}
