import { save } from './elements.js';
import { cleanName, uniqueNames, zipFile } from './zip.js';
import { countText, problemText } from './words.js';

const namedCount = 3;

/**
 * Saves the file of each card in an archive, in the order of the page.
 * @param {import('./card.js').Card[]} cards
 * @param {(words: string) => void} say shows the progress
 * @param {AbortSignal} signal stops waiting for conversions
 * @returns {Promise<string>} the result, as a sentence
 */
export async function downloadAll(cards, say, signal) {
  let doneCount = 0;
  const tell = () => say(`Converting: ${doneCount} of ${countText(cards.length, 'sound')} done.`);
  tell();
  const cancelled = new Promise((resolve) => { signal.addEventListener('abort', () => resolve(null), { once: true }); });
  const all = Promise.all(cards.map(async (card) => {
    const file = await card.file().catch(() => null);
    doneCount += 1;
    if (!signal.aborted) tell();
    return file && { ...file, folder: card.entry.folder };
  }));
  const files = await Promise.race([all, cancelled]);
  if (!files) return 'The download was cancelled.';
  const ready = files.filter(Boolean);
  if (ready.length === 0) return 'There is nothing to download: no sound was converted.';
  const names = uniqueNames(ready);
  try {
    save(zipFile(ready.map(({ file, crc32 }, index) => ({ name: names[index], blob: file, crc32 }))), 'alert-sounds.zip');
  } catch (error) {
    return problemText(error);
  }
  const missing = cards.filter((_, index) => !files[index]).map(({ name }) => name);
  const renamed = names.filter((name, index) => name.split('/').at(-1) !== cleanName(ready[index].name));
  return `Saved ${countText(ready.length, 'sound')} in alert-sounds.zip.`
    + (renamed.length > 0 ? ` ${countText(renamed.length, 'name has', 'names have')} a number, since two were alike: ${someOf(renamed)}.` : '')
    + (missing.length > 0 ? ` ${countText(missing.length, 'sound')} couldn’t be converted: ${someOf(missing)}.` : '');
}

function someOf(names) {
  return names.slice(0, namedCount).join(', ') + (names.length > namedCount ? ', …' : '');
}
