import { ABXTest, chanceOfAtLeast } from './abx.js';
import { Card } from './card.js';
import { downloadAll } from './download.js';
import { watchFiles } from './files.js';
import { Jobs } from './jobs.js';
import { Options } from './options.js';
import { loadCore } from './platform.js';
import { Player } from './player.js';
import { Pool } from './pool.js';
import { embeddedSounds, unpacked } from './sounds.js';
import { countText } from './words.js';
import { uniqueNames, zipFile } from './zip.js';

const byIdentifier = (name) => document.getElementById(name);
const core = loadCore();
const jobs = new Jobs(new Pool(async () => (await core)()));
const options = new Options(byIdentifier('options'));
const cards = [];

function add(entry) {
  const card = new Card(entry, jobs, options);
  cards.push(card);
  byIdentifier('sounds-list').append(card.element);
  card.addEventListener('change', tell);
  card.addEventListener('remove', () => {
    const index = cards.indexOf(card);
    cards.splice(index, 1);
    // The focus was on a button that is gone.
    (cards[index] ?? cards[index - 1])?.element.focus();
    if (cards.length === 0) byIdentifier('choose').focus();
    tell();
  });
  tell();
}

function take(found, problem = null) {
  for (const { file, folder } of found) {
    const sound = { name: file.name, file, frames: null };
    add({ name: file.name, folder, source: async () => ({ sound }) });
  }
  notice = problem;
  if (found.length === 0) say(problem ?? 'No sounds were found there.');
  else cards.at(-found.length).element.scrollIntoView({ block: 'nearest' });
}

let notice = null;
let lastWords = '';
let telling = null;

// Spoken by screen readers: only when reading begins and ends, however many sounds there are.
function tell() {
  document.body.classList.toggle('has-sounds', cards.length > 0);
  byIdentifier('download-all').disabled = cards.length === 0;
  clearTimeout(telling);
  telling = setTimeout(() => {
    const read = cards.filter((card) => card.state !== 'reading');
    const silent = read.filter((card) => card.verdict === 'default').length;
    const failed = read.filter((card) => card.state === 'failed').length;
    const words = read.length < cards.length
      ? `Reading ${countText(cards.length, 'sound')}…`
      : [
          cards.length > 0 && `${countText(cards.length, 'sound')}`,
          silent > 0 && `${silent} that iOS doesn’t play`,
          failed > 0 && `${failed} that can’t be read`,
        ].filter(Boolean).join(', ');
    if (words === lastWords) return;
    lastWords = words;
    say([words && !words.endsWith('…') ? `${words}.` : words, notice].filter(Boolean).join(' '));
  }, 250);
}

function say(text) {
  byIdentifier('status').textContent = text;
}

watchFiles({
  target: byIdentifier('drop'),
  inputs: [byIdentifier('file-input'), byIdentifier('folder-input')],
  take,
});
byIdentifier('choose').addEventListener('click', () => byIdentifier('file-input').click());
byIdentifier('choose-folder').addEventListener('click', () => byIdentifier('folder-input').click());
byIdentifier('download-all').addEventListener('click', () => downloadAll([...cards], say));
options.addEventListener('change', () => { for (const card of cards) card.refresh(); });

core.then(
  () => { document.documentElement.dataset.ready = 'yes'; },
  (error) => {
    document.documentElement.dataset.ready = 'failed';
    say(`The converter can’t be loaded (${error.message}). Reload the page, or use a current browser.`);
  });

for (const entry of embeddedSounds()) {
  add({ name: entry.name, folder: '', source: () => unpacked(entry, jobs) });
}

// For the tests.
globalThis.alertsound = Object.freeze({ Player, ABXTest, chanceOfAtLeast, uniqueNames, zipFile });
