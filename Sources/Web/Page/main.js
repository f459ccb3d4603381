import { Card } from './card.js';
import { downloadAll } from './download.js';
import { soundsAmong, watchFiles } from './files.js';
import { Jobs } from './jobs.js';
import { Options } from './options.js';
import { loadCore } from './platform.js';
import { Pool } from './pool.js';
import { previewed, unpacked } from './sounds.js';
import { countText } from './words.js';

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
    if (index < 0) return; // all were removed
    cards.splice(index, 1);
    // Move the focus, which was on the removed card's button.
    (cards[index] ?? cards[index - 1])?.element.focus();
    if (cards.length === 0) byIdentifier('choose').focus();
    tell();
  });
  tell();
}

async function take(given, unread = null) {
  const { found, problem: others } = soundsAmong(given);
  const problem = [unread, others].filter(Boolean).join(' ') || null;
  notice = problem;
  if (found.length === 0) return say(problem ?? 'No sounds were found there.');
  const clearedBefore = clearCount;
  for (const [index, { file, folder }] of found.entries()) {
    // Adding hundreds of cards at once would freeze the page.
    if (index > 0 && index % addedAtOnce === 0) await new Promise((resolve) => { setTimeout(resolve); });
    if (clearCount > clearedBefore) return;
    const sound = { name: file.name, file, frames: null };
    add({ name: file.name, folder, source: async () => ({ sound }) });
    if (index === 0) cards.at(-1).element.scrollIntoView({ block: 'nearest' });
  }
}

function removeAll() {
  clearCount += 1;
  for (const card of cards.splice(0)) card.remove();
  notice = null;
  tell();
  byIdentifier('choose').focus();
}

const addedAtOnce = 20;
let clearCount = 0;
let notice = null;
let lastWords = '';
let telling = null;
let downloading = null;

// Changes the line that screen readers speak only when reading begins and ends, not for each sound.
function tell() {
  document.body.classList.toggle('has-sounds', cards.length > 0);
  byIdentifier('download-all').disabled = cards.length === 0;
  clearTimeout(telling);
  telling = setTimeout(() => {
    // The download shows its own progress.
    if (downloading) return;
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

byIdentifier('remove-all').addEventListener('click', removeAll);
byIdentifier('download-all').addEventListener('click', async ({ target }) => {
  if (downloading) return downloading.abort();
  downloading = new AbortController();
  const words = target.textContent;
  target.textContent = 'Cancel';
  // Keep the list of missing files until the next download.
  notice = await downloadAll([...cards], say, downloading.signal);
  target.textContent = words;
  downloading = null;
  say(notice);
  tell();
});
options.addEventListener('change', () => { for (const card of cards) card.refresh(); });

core.then(
  () => { document.documentElement.dataset.ready = 'yes'; },
  (error) => {
    document.documentElement.dataset.ready = 'failed';
    say(`The converter can’t be loaded (${error.message}). Reload the page, or use a current browser.`);
  });

const preview = previewed();
if (preview) {
  const { options: used, sounds, list } = preview;
  const count = sounds.filter(({ needsWork }) => needsWork).length;
  const title = `${countText(sounds.length, 'sound')}, ${count === 0 ? 'nothing to do' : `${count} ${count === 1 ? 'needs' : 'need'} work`}`;
  document.title = title;
  document.querySelector('h1').textContent = title;
  document.querySelector('.lead').textContent = 'Each sound as it is and converted: listen, compare, download. Nothing leaves this page.';
  byIdentifier('drop-title').textContent = 'Add sounds';
  // In a preview, the sounds come first.
  document.querySelector('main').append(document.querySelector('.panel'), byIdentifier('drop'));
  const link = byIdentifier('list');
  link.hidden = !list;
  link.href = list ?? '';
  options.preset(used);
  for (const entry of sounds) {
    add({ name: entry.name, folder: '', source: () => unpacked(entry, used, jobs) });
  }
}
