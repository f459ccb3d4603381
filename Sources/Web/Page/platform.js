// What the page brings with it, in its two forms: a folder on a server, and one file that also opens from a disk.

// The bytes of base64. `Uint8Array.from` with a function takes 30 times as long.
function bytesOfBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

// The core's code, compressed with gzip, and the worker's script.
async function parts() {
  const [core, worker] = ['core-source', 'worker-source'].map((name) => document.getElementById(name));
  if (!core) return Promise.all(['core.gzip', 'worker.js'].map(fetched));
  // Decode it in a task of its own, so that the page is painted before.
  await new Promise((resolve) => { setTimeout(resolve); });
  return [new Blob([bytesOfBase64(core.textContent)]), worker.textContent];
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.blob();
}

/** @returns {Promise<() => Worker>} makes workers with the core */
export async function loadCore() {
  const [packed, script] = /** @type {any[]} */ (await parts());
  // A worker made from a blob inherits the page's security policy. A worker loaded from an address doesn't.
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  // The browser decompresses and compiles off the main thread.
  const code = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compileStreaming(new Response(code, { headers: { 'Content-Type': 'application/wasm' } }));
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
  };
}

/**
 * What `alertsound preview` wrote into the page; null if the page isn't a preview.
 * @returns {{version: string, date: string, command: string, settings: Record<string, string>,
 *   sounds: {name: string, folder: string, path: string, file: string, frames?: any, shipped?: any, error?: string}[]}|null}
 */
export const previewed = () => JSON.parse(document.getElementById('preview').textContent);

/** One of a preview's sounds, with the file that was shipped before, if there is one. */
export async function embedded({ path, file, frames = null, shipped = null, error = null }) {
  if (error) throw new Error(error);
  const blob = (text) => new Blob([bytesOfBase64(text)]);
  return {
    // With its path, the command can be pasted where the preview was made.
    sound: { name: path, file: blob(file), frames: frames ? { ...frames, blob: blob(frames.data), data: null } : null },
    shipped: shipped && { name: shipped.name, file: blob(shipped.file), frames: null },
  };
}
