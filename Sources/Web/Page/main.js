import { Card } from './card.js';
import { downloadAll } from './download.js';
import { later, part } from './elements.js';
import { example, exampleSong } from './examples.js';
import { soundsAmong, watchFiles } from './files.js';
import { Jobs } from './jobs.js';
import { List } from './list.js';
import { Options } from './options.js';
import { embedded, loadCore, previewed } from './platform.js';
import { Pool } from './pool.js';
import { problem } from './problem.js';
import { undoIn } from './undo.js';
import { changeText, countText, problemText, sizeText, standingText } from './words.js';

// The page: its list of sounds, its settings, and what it says.

/** @returns {any} */
const byIdentifier = (name) => document.getElementById(name);

const core = loadCore().catch(({ message }) => {
  throw problem(`this browser can’t load the converter: ${message}`, 'reload the page, or use a current browser');
});
const jobs = new Jobs(new Pool(async () => (await core)()));
const options = new Options(byIdentifier('options'), byIdentifier('scope'), () => list.cards.map(({ own }) => own), apply);
const list = new List(byIdentifier('sounds-list'), placeSettings);
const undo = undoIn(byIdentifier('toast'));
const preview = previewed();
// They move between cards.
const settings = [byIdentifier('settings'), byIdentifier('format-settings')];
const state = {
  addedCount: 0,
  // How often the list was cleared, and the settings of all sounds changed: work for an earlier state ends.
  clearCount: 0,
  refreshCount: 0,
  /** What was refused while there are no sounds. */
  refusal: '',
  /** A download's progress. */
  progress: '',
  hasChanges: false,
  /** @type {AbortController|null} */
  downloading: null,
  /** The changes of the settings are applied once this is resolved. @type {Promise<any>} */
  refreshing: Promise.resolve(),
};

// Shows the state soon. The line that screen readers speak changes only when reading begins and ends, not for each sound.
const render = later((act) => setTimeout(act, 100), () => {
  const { refusal, downloading, progress } = state;
  const { cards } = list;
  const all = byIdentifier('download-all');
  all.textContent = downloading ? 'Cancel' : 'Download all as ZIP';
  byIdentifier('refusal').textContent = refusal;
  const read = cards.filter((card) => card.stage !== 'reading');
  const needing = read.filter((card) => card.needsWork).length;
  const standing = cards.length === 0 ? '' : read.length < cards.length ? 'Reading…' : standingText(cards.length, needing);
  // A preview's standing is its heading.
  const words = progress || (preview ? '' : standing);
  if (byIdentifier('status').textContent !== words) byIdentifier('status').textContent = words;
  if (preview) showReport(standing, cards);
});

function set(change) {
  Object.assign(state, change);
  render();
}

function showPreview() {
  const { version, date, command, settings, sounds } = preview;
  document.body.classList.add('report');
  const report = byIdentifier('report');
  part(report, 'made').textContent = `alertsound ${version} · ${date} ·`;
  part(report, 'command').textContent = command;
  options.begin(settings);
  const isCompared = sounds.some(({ shipped }) => shipped);
  for (const each of sounds) {
    add({ name: each.name, folder: each.folder, isPreviewed: true, isCompared, source: () => embedded(each) });
  }
  // The heading and the totals need all files.
  for (const card of list.cards) card.measure();
}

function showReport(standing, cards) {
  document.title = document.querySelector('h1').textContent = standing;
  const sizes = cards.map((card) => card.sizes).filter(Boolean);
  const [before, after] = ['before', 'after'].map((key) => sizes.reduce((sum, each) => sum + each[key], 0));
  part(byIdentifier('report'), 'totals').textContent =
    sizes.length > 0 ? `${sizeText(before)} → ${[sizeText(after), changeText(before, after)].filter(Boolean).join(', ')}` : '';
}

/** @param {Partial<import('./card.js').Entry>} entry */
function add(entry) {
  const complete = /** @type {import('./card.js').Entry} */ ({ own: {}, number: state.addedCount, ...entry });
  state.addedCount += 1;
  const card = new Card(complete, jobs, options);
  card.addEventListener('change', render);
  card.addEventListener('remove', () => remove(card));
  card.addEventListener('replace', () => {
    remove(card);
    byIdentifier('file-input').click();
  });
  list.add(card);
}

async function take(given, unread = null) {
  const { found, problem: others } = await soundsAmong(given);
  say([unread, others].filter(Boolean).join(' ') || (found.length === 0 ? 'No sounds were found there.' : ''), found.length === 0);
  const { clearCount } = state;
  await inTurn(found, () => state.clearCount === clearCount, ({ file, folder }) => {
    add({ name: file.name, folder, source: async () => ({ sound: { name: file.name, file, frames: null } }) });
  });
}

// Applies a change of the options.
function apply({ own, restore, words }) {
  if (restore) undo.add(restore, words);
  const refreshing = refresh(own);
  set(own ? { hasChanges: true } : { hasChanges: true, refreshing });
}

// A later change of the options begins again.
async function refresh(own) {
  const { cards } = list;
  if (own) return cards.find((card) => card.own === own)?.refresh();
  const thisTime = state.refreshCount += 1;
  const isLatest = () => thisTime === state.refreshCount;
  await inTurn([...cards], isLatest, (card) => card.refresh());
  if (!isLatest()) return state.refreshing;
}

// Working on hundreds of cards at once would freeze the page, so lets the browser do other work now and then.
async function inTurn(items, isWanted, work) {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since >= 10) {
      await new Promise((resolve) => { setTimeout(resolve); });
      since = performance.now();
    }
    if (!isWanted()) return;
    work(item);
  }
}

function remove(card) {
  list.remove(card);
  afterRemoval([card.entry]);
}

function removeAll() {
  const entries = list.cards.map(({ entry }) => entry);
  state.clearCount += 1;
  state.downloading?.abort();
  list.clear();
  afterRemoval(entries);
}

function afterRemoval(entries) {
  const restore = () => {
    entries.forEach(add);
    // The focus was on the button that undoes.
    list.cards.at(-1)?.element.focus();
  };
  undo.add(restore, `${countText(entries.length, 'sound')} removed.`);
  set({ refusal: '' });
  if (list.cards.length > 0) return;
  scrollTo(0, 0);
  byIdentifier('choose').focus();
}

async function saveAll() {
  if (state.downloading) return state.downloading.abort();
  const downloading = new AbortController();
  set({ downloading });
  await state.refreshing;
  say(await downloadAll([...list.cards], (progress) => set({ progress }), downloading.signal));
  set({ downloading: null, progress: '' });
}

// The settings are beside the open sound.
function placeSettings(card) {
  for (const each of settings) {
    const place = card ? part(card.element, each.id) : byIdentifier('home');
    if (each.parentElement !== place) place.append(each);
  }
  options.edit(card?.own ?? null);
}

// Says something where the user looks: in the drop zone, or over the sounds.
function say(words, isEmpty = list.cards.length === 0) {
  const isInZone = isEmpty && list.cards.length === 0;
  set({ refusal: isInZone ? words : '' });
  if (!isInZone && words) undo.say(words);
}

watchFiles({ target: document.body, inputs: [byIdentifier('file-input'), byIdentifier('folder-input')], take });
for (const [input, ...buttons] of [['file-input', 'choose', 'add'], ['folder-input', 'choose-folder', 'add-folder']]) {
  for (const button of buttons) byIdentifier(button).addEventListener('click', () => byIdentifier(input).click());
}
document.querySelector('.examples').addEventListener('click', async ({ target }) => {
  const name = /** @type {HTMLElement} */ (target).dataset.example;
  if (name) await example(name, jobs).then((file) => take([{ file, folder: '' }]), (error) => say(problemText(error)));
});
byIdentifier('remove-all').addEventListener('click', removeAll);
byIdentifier('download-all').addEventListener('click', saveAll);
addEventListener('beforeunload', (event) => {
  if (!state.hasChanges || list.cards.length === 0) return;
  event.preventDefault();
  // Chromium before version 119 asks only for this.
  event.returnValue = true;
});
core.then(
  () => {
    document.documentElement.dataset.ready = 'yes';
    jobs.warmUp(exampleSong);
  },
  (error) => {
    document.documentElement.dataset.ready = 'failed';
    say(problemText(error));
  });
if (preview) showPreview();
