import { bytesOfBase64 } from './base64.js';

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
