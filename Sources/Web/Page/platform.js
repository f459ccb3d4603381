import { bytesOfBase64 } from './base64.js';
import { expanded } from './lzma.js';

// The two forms of the page: a folder on a server, and one file that also opens from a disk.

const isSingleFile = () => document.getElementById('core-source') != null;

async function packedCore() {
  if (isSingleFile()) return bytesOfBase64(document.getElementById('core-source').textContent);
  const response = await fetch('core.lzma');
  if (!response.ok) throw new Error(`core.lzma: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function workerAddress() {
  if (!isSingleFile()) return 'worker.js';
  const source = document.getElementById('worker-source').textContent;
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

/** @returns {Promise<() => Worker>} makes workers that have the core */
export async function loadCore() {
  const module = await WebAssembly.compile(expanded(await packedCore()));
  const address = workerAddress();
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
  };
}
