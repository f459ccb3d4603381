import { save } from './elements.js';
import { uniqueNames, zipFile } from './zip.js';
import { countText } from './words.js';

/** Saves one converted sound. */
export function downloadOne({ result: { conversion, file } }) {
  save(new Blob([file], { type: 'application/octet-stream' }), conversion.name);
}

/** Saves what is chosen of each card, in the order of the page. */
export async function downloadAll(cards, say) {
  say(`Converting ${countText(cards.length, 'sound')}…`);
  const kept = await Promise.all(cards.map(async (card) => ({ card, candidate: await card.kept() })));
  const ready = kept.filter(({ candidate }) => candidate?.isReady);
  if (ready.length === 0) return say('There is nothing to download: no sound was converted.');
  const names = uniqueNames(ready.map(({ card, candidate }) =>
    ({ name: candidate.result.conversion.name, folder: card.folder })));
  const entries = ready.map(({ candidate: { result } }, index) =>
    ({ name: names[index], blob: result.file, crc32: result.crc32 }));
  save(zipFile(entries), 'alert-sounds.zip');
  const missing = cards.length - ready.length;
  say(`Saved ${countText(ready.length, 'sound')} in alert-sounds.zip.`
    + (missing > 0 ? ` ${countText(missing, 'sound')} couldn’t be converted.` : ''));
}
