import { Card } from './card.js';
import { downloadAll } from './download.js';
import { part } from './elements.js';
import { soundsAmong, watchFiles } from './files.js';
import { Jobs } from './jobs.js';
import { List } from './list.js';
import { Options } from './options.js';
import { loadCore } from './platform.js';
import { Pool } from './pool.js';
import { previewed, unpacked } from './sounds.js';
import { standingText } from './words.js';

const byIdentifier = (name) => document.getElementById(name);
const core = loadCore();
const jobs = new Jobs(new Pool(async () => (await core)()));
// The page is a report if `alertsound preview` wrote it.
const preview = previewed();
const options = new Options(byIdentifier('options'), byIdentifier('scope'), preview?.options);
const settings = byIdentifier('settings');
const home = settings.parentElement;
const list = new List(byIdentifier('sounds-list'), (card) => {
  // The settings are beside the open sound.
  const place = card ? part(card.element, 'settings') : home;
  if (settings.parentElement !== place) place.append(settings);
  options.edit(card?.own ?? null);
  if (card && matchMedia('(min-width: 900px)').matches) place.open = true;
});

function add(entry) {
  const card = new Card(entry, jobs, options);
  list.add(card);
  card.addEventListener('change', tell);
  card.addEventListener('remove', () => {
    if (!list.remove(card)) return;
    if (list.cards.length === 0) byIdentifier('choose').focus();
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
  const pause = pauser();
  for (const { file, folder } of found) {
    await pause();
    if (clearCount > clearedBefore) return;
    const sound = { name: file.name, file, frames: null };
    add({ name: file.name, folder, source: async () => ({ sound }) });
  }
}

// A later change of the options begins again.
async function refresh(own) {
  if (own) return list.cards.find((card) => card.own === own)?.refresh();
  const thisTime = refreshCount += 1;
  const pause = pauser();
  for (const card of [...list.cards]) {
    await pause();
    if (thisTime !== refreshCount) return refreshing;
    card.refresh();
  }
}

// Working on hundreds of cards at once would freeze the page: returns a function that lets the browser do other work now and
// then.
function pauser() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await new Promise((resolve) => { setTimeout(resolve); });
    since = performance.now();
  };
}

function removeAll() {
  clearCount += 1;
  list.clear();
  notice = null;
  tell();
  byIdentifier('choose').focus();
}

let clearCount = 0;
let refreshCount = 0;
let refreshing = null;
let notice = null;
let lastWords = '';
let telling = null;
let downloading = null;

// Changes the line that screen readers speak only when reading begins and ends, not for each sound.
function tell() {
  const { cards } = list;
  byIdentifier('download-all').disabled = cards.length === 0;
  telling ??= setTimeout(() => {
    telling = null;
    // The download shows its own progress.
    if (downloading) return;
    const read = cards.filter((card) => card.state !== 'reading');
    const count = read.filter((card) => card.needsWork).length;
    const words = read.length < cards.length ? 'Reading…' : cards.length > 0 ? standingText(cards.length, count) : '';
    if (words === lastWords) return;
    lastWords = words;
    say([words && !words.endsWith('…') ? `${words}.` : words, notice].filter(Boolean).join(' '));
  }, 250);
}

const say = (text) => { byIdentifier('status').textContent = text; };

watchFiles({ target: document.body, inputs: [byIdentifier('file-input'), byIdentifier('folder-input')], take });
for (const [input, ...buttons] of [['file-input', 'choose', 'add'], ['folder-input', 'choose-folder', 'add-folder']]) {
  for (const button of buttons) byIdentifier(button).addEventListener('click', () => byIdentifier(input).click());
}

byIdentifier('remove-all').addEventListener('click', removeAll);
byIdentifier('download-all').addEventListener('click', async ({ target }) => {
  if (downloading) return downloading.abort();
  downloading = new AbortController();
  const words = target.textContent;
  target.textContent = 'Cancel';
  // Keep the list of missing files until the next download.
  await refreshing;
  notice = await downloadAll([...list.cards], say, downloading.signal);
  target.textContent = words;
  downloading = null;
  say(notice);
  tell();
});
options.addEventListener('change', ({ detail }) => { refreshing = refresh(detail); });

core.then(
  () => { document.documentElement.dataset.ready = 'yes'; },
  (error) => {
    document.documentElement.dataset.ready = 'failed';
    say(`The converter can’t be loaded (${error.message}). Reload the page, or use a current browser.`);
  });

if (preview) {
  const { options: used, sounds } = preview;
  const title = standingText(sounds.length, sounds.filter(({ needsWork }) => needsWork).length);
  document.title = title;
  document.querySelector('h1').textContent = title;
  document.body.classList.add('report');
  for (const entry of sounds) {
    add({ name: entry.name, folder: '', source: () => unpacked(entry, used, jobs) });
  }
}
