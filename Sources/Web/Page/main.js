import { Card } from './card.js';
import { downloadAll } from './download.js';
import { later, part } from './elements.js';
import { example, exampleSong } from './examples.js';
import { soundsAmong, watchFiles } from './files.js';
import { Jobs } from './jobs.js';
import { List } from './list.js';
import { defaultQuality } from './offers.js';
import { Options } from './options.js';
import { embedded, loadCore, previewed } from './platform.js';
import { Pool } from './pool.js';
import { Undo, removedText } from './undo.js';
import { changeText, problemText, sizeText, standingText } from './words.js';

/** @returns {any} */
const byIdentifier = (name) => document.getElementById(name);

/** The page: its list of sounds, its settings, and what it says. */
class Page {
  #jobs;
  #options;
  #list;
  #undo = new Undo(byIdentifier('toast'));
  #preview = previewed();
  // They move between cards.
  #settings = [byIdentifier('settings'), byIdentifier('format-settings')];
  #state = {
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
  };
  /** The changes of the settings are applied once this is resolved. */
  #refreshing = Promise.resolve();

  constructor(core) {
    this.#jobs = new Jobs(new Pool(async () => (await core)()));
    this.#options = new Options(byIdentifier('options'), byIdentifier('scope'));
    this.#list = new List(byIdentifier('sounds-list'), (card) => this.#placeSettings(card));
    this.#options.addEventListener('change', (event) => {
      const { own, restore, words } = /** @type {CustomEvent} */ (event).detail;
      if (restore) this.#undo.add(restore, words);
      this.#set({ hasChanges: true });
      const refreshing = this.#refresh(own);
      if (!own) this.#refreshing = refreshing;
    });
    watchFiles({
      target: document.body, inputs: [byIdentifier('file-input'), byIdentifier('folder-input')],
      take: (found, problem) => this.#take(found, problem),
    });
    for (const [input, ...buttons] of [['file-input', 'choose', 'add'], ['folder-input', 'choose-folder', 'add-folder']]) {
      for (const button of buttons) byIdentifier(button).addEventListener('click', () => byIdentifier(input).click());
    }
    document.querySelector('.examples').addEventListener('click', async ({ target }) => {
      const name = /** @type {HTMLElement} */ (target).dataset.example;
      if (name) await example(name, this.#jobs).then((file) => this.#take([{ file, folder: '' }]), (error) => this.#say(problemText(error)));
    });
    byIdentifier('remove-all').addEventListener('click', () => this.#removeAll());
    byIdentifier('download-all').addEventListener('click', () => this.#downloadAll());
    addEventListener('beforeunload', (event) => {
      if (!this.#state.hasChanges || this.#list.cards.length === 0) return;
      event.preventDefault();
      // Chromium before version 119 asks only for this.
      event.returnValue = true;
    });
    core.then(
      () => {
        document.documentElement.dataset.ready = 'yes';
        this.#jobs.warmUp(exampleSong);
      },
      (error) => {
        document.documentElement.dataset.ready = 'failed';
        this.#say(problemText(error));
      });
    if (this.#preview) this.#showPreview();
  }

  #showPreview() {
    const { version, date, command, settings: { format = 'ima4', quality = String(defaultQuality), ...texts }, sounds } = this.#preview;
    document.body.classList.add('report');
    const report = byIdentifier('report');
    report.hidden = false;
    part(report, 'made').textContent = `alertsound ${version} · ${date} ·`;
    part(report, 'command').textContent = command;
    this.#options.begin({ ...texts, format: format === 'ima4' ? `ima4-${quality}` : format });
    const isCompared = sounds.some(({ shipped }) => shipped);
    for (const each of sounds) {
      this.#add({ name: each.name, folder: each.folder, isPreviewed: true, isCompared, source: () => embedded(each) });
    }
    // The heading and the totals need all files.
    for (const card of this.#list.cards) card.measure();
  }

  /** @param {Partial<import('./card.js').Entry>} entry */
  #add(entry) {
    const complete = /** @type {import('./card.js').Entry} */ ({ own: {}, number: this.#state.addedCount, ...entry });
    this.#state.addedCount += 1;
    const card = new Card(complete, this.#jobs, this.#options);
    card.addEventListener('change', () => this.#render());
    card.addEventListener('remove', () => this.#remove(card));
    card.addEventListener('replace', () => {
      this.#remove(card);
      byIdentifier('file-input').click();
    });
    this.#list.add(card);
  }

  async #take(given, unread = null) {
    const { found, problem: others } = await soundsAmong(given);
    this.#say([unread, others].filter(Boolean).join(' ') || (found.length === 0 ? 'No sounds were found there.' : ''), found.length === 0);
    const { clearCount } = this.#state;
    const pause = pauser();
    for (const { file, folder } of found) {
      await pause();
      if (this.#state.clearCount > clearCount) return;
      this.#add({ name: file.name, folder, source: async () => ({ sound: { name: file.name, file, frames: null } }) });
    }
  }

  // A later change of the options begins again.
  async #refresh(own) {
    const { cards } = this.#list;
    if (own) return cards.find((card) => card.own === own)?.refresh();
    const thisTime = this.#state.refreshCount += 1;
    const pause = pauser();
    for (const card of [...cards]) {
      await pause();
      if (thisTime !== this.#state.refreshCount) return this.#refreshing;
      card.refresh();
    }
  }

  #remove(card) {
    const { entry } = card;
    this.#list.remove(card);
    this.#undo.add(() => this.#restore([entry]), removedText(1));
    this.#afterRemoval();
  }

  #removeAll() {
    const entries = this.#list.cards.map(({ entry }) => entry);
    this.#state.clearCount += 1;
    this.#state.downloading?.abort();
    this.#list.clear();
    this.#undo.add(() => this.#restore(entries), removedText(entries.length));
    this.#afterRemoval();
  }

  // The focus was on the button that undoes.
  #restore(entries) {
    for (const entry of entries) this.#add(entry);
    this.#list.cards.at(-1)?.element.focus();
  }

  #afterRemoval() {
    this.#set({ refusal: '' });
    if (this.#list.cards.length > 0) return;
    scrollTo(0, 0);
    byIdentifier('choose').focus();
  }

  async #downloadAll() {
    if (this.#state.downloading) return this.#state.downloading.abort();
    const downloading = new AbortController();
    this.#set({ downloading });
    await this.#refreshing;
    this.#say(await downloadAll([...this.#list.cards], (progress) => this.#set({ progress }), downloading.signal));
    this.#set({ downloading: null, progress: '' });
  }

  // The settings are beside the open sound.
  #placeSettings(card) {
    for (const settings of this.#settings) {
      const place = card ? part(card.element, settings.id) : byIdentifier('home');
      if (settings.parentElement !== place) place.append(settings);
    }
    this.#options.edit(card?.own ?? null);
  }

  // Says something where the user looks: in the drop zone, or over the sounds.
  #say(words, isEmpty = this.#list.cards.length === 0) {
    const isInZone = isEmpty && this.#list.cards.length === 0;
    this.#set({ refusal: isInZone ? words : '' });
    if (!isInZone && words) this.#undo.say(words);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#render();
  }

  // Shows the state soon. The line that screen readers speak changes only when reading begins and ends, not for each sound.
  #render = later((show) => setTimeout(show, 100), () => this.#show());

  #show() {
    const { refusal, downloading, progress } = this.#state;
    const { cards } = this.#list;
    const all = byIdentifier('download-all');
    all.disabled = cards.length === 0;
    all.textContent = downloading ? 'Cancel' : 'Download all as ZIP';
    byIdentifier('refusal').textContent = refusal;
    const read = cards.filter((card) => card.stage !== 'reading');
    const needing = read.filter((card) => card.needsWork).length;
    const standing = cards.length === 0 ? '' : read.length < cards.length ? 'Reading…' : standingText(cards.length, needing);
    // A preview's standing is its heading.
    const words = progress || (this.#preview ? '' : standing);
    if (byIdentifier('status').textContent !== words) byIdentifier('status').textContent = words;
    if (this.#preview) this.#showReport(standing, cards);
  }

  #showReport(standing, cards) {
    document.title = document.querySelector('h1').textContent = standing;
    const sizes = cards.map((card) => card.sizes).filter(Boolean);
    const [before, after] = ['before', 'after'].map((key) => sizes.reduce((sum, each) => sum + each[key], 0));
    part(byIdentifier('report'), 'totals').textContent =
      sizes.length > 0 ? `${sizeText(before)} → ${[sizeText(after), changeText(before, after)].filter(Boolean).join(', ')}` : '';
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

new Page(loadCore());
