import { ABXPanel } from './abx-panel.js';
import { Candidate } from './candidate.js';
import { Choices } from './choices.js';
import { downloadOne } from './download.js';
import { element, newIdentifier, part } from './elements.js';
import { findingList, verdictLine } from './findings.js';
import { Listening } from './listening.js';
import { offers } from './options.js';
import { Transport } from './transport.js';
import { Waveform, waveformWords } from './waveform.js';
import { capitalized, decibelText, secondsText, sizeText } from './words.js';

/** A sound in the page. Fires `change` when its state changes, and `remove`. */
export class Card extends EventTarget {
  #jobs;
  #options;
  #source;
  #sound;
  #description;
  #candidates = new Map();
  #shown = [];
  #kept = null;
  #heard = null;
  #choices;
  #waveform;
  #listening;
  #embedded = null;
  #isVisible = false;
  #reading = new AbortController();

  /** @param {() => Promise<{sound, converted?, error?}>} source gives the sound */
  constructor({ name, folder, source }, jobs, options) {
    super();
    this.name = name;
    this.folder = folder;
    this.#source = source;
    this.#jobs = jobs;
    this.#options = options;
    this.element = document.getElementById('card').content.firstElementChild.cloneNode(true);
    const title = part(this.element, 'name');
    title.textContent = name;
    title.id = newIdentifier('sound');
    this.element.setAttribute('aria-labelledby', title.id);
    part(this.element, 'folder').textContent = folder;
    const remove = part(this.element, 'remove');
    remove.setAttribute('aria-label', `Remove ${name}`);
    remove.addEventListener('click', () => this.#remove());
    this.#state = 'reading';
    this.opened = this.#open();
  }

  get state() { return this.element.dataset.state; }
  set #state(state) {
    this.element.dataset.state = state;
    this.dispatchEvent(new Event('change'));
  }

  get verdict() { return this.#description?.verdict.outcome ?? null; }

  /** The candidate that a download gives, converted. */
  async kept() {
    await this.opened;
    return this.#kept && this.#convert(this.#kept, true);
  }

  /** Follows the page's options. */
  refresh() {
    if (this.state !== 'ready') return;
    this.#showOffers();
    this.#showDescription();
  }

  async #open() {
    try {
      const { sound, converted, error } = await this.#source();
      this.#sound = sound;
      this.#embedded = converted;
      const options = { signal: this.#reading.signal, priority: () => 2 };
      this.#description = await this.#jobs.read(sound, this.#options.values, options);
      this.#build();
      this.#state = 'ready';
      if (error) this.#fail({ message: error });
    } catch (error) {
      if (this.#reading.signal.aborted) return;
      this.#state = 'failed';
      this.#fail(error);
    }
  }

  #build() {
    const root = this.element;
    this.#waveform = new Waveform(part(root, 'position'));
    part(root, 'position').setAttribute('aria-label', `Position in ${this.name}`);
    this.#showDescription();
    this.#choices = new Choices(part(root, 'choices'));
    this.#listening = new Listening(this.#jobs, this.#sound, this.#description, async (id) => {
      const candidate = await this.#convert(this.#candidates.get(id), true);
      if (!candidate.isReady) throw candidate.error ?? new Error('this format has no sound');
      return candidate;
    });
    this.#listening.readyIDs = () => this.#shown.filter((each) => each.isReady).map(({ id }) => id);
    const fail = (error) => this.#fail(error);
    this.#waveform.show(this.#description, this.#options.values.limit);
    new Transport(root, this.#listening, this.#waveform, this.#description.seconds, fail);
    new ABXPanel(part(root, 'abx'), this.#listening, {
      offers: () => ({
        all: [{ id: 'original', label: 'Original' }, ...this.#shown.map(({ id, offer }) =>
          ({ id, label: `${offer.label}${offer.note ? ` (${offer.note})` : ''}` }))],
        kept: this.#kept.id,
      }),
      blind: (isOn) => { this.#choices.isBlind = isOn; },
      fail,
    });
    this.#choices.addEventListener('choose', ({ detail }) => this.#choose(detail));
    this.#choices.addEventListener('cancel', ({ detail }) => this.#candidates.get(detail).cancel());
    part(root, 'download').addEventListener('click', () => this.#download());
    part(root, 'copy').addEventListener('click', () => this.#copyCommand());
    this.#showOffers();
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#isVisible = isIntersecting;
      if (isIntersecting) this.#convertShown();
    }).observe(part(root, 'choices'));
  }

  #showDescription() {
    const { limit } = this.#options.values;
    const root = this.element;
    const it = this.#description;
    this.#waveform.show(it, limit);
    part(root, 'picture').textContent = waveformWords(it, limit);
    part(root, 'summary').textContent =
      [it.container, it.format, it.rateAndChannels, secondsText(it.seconds), sizeText(it.byteCount)]
        // What the browser decodes has no container here, and not always a known format.
        .filter((words) => !/^another|\?\?/.test(words)).join(' · ');
    part(root, 'loudness').textContent = decibelText(it.levels.loudness, 'LUFS');
    part(root, 'peak').textContent = decibelText(it.levels.peak, 'dBFS');
    part(root, 'true-peak').textContent = decibelText(it.levels.truePeak, 'dBTP');
    part(root, 'verdict').replaceChildren(verdictLine(it.verdict));
    part(root, 'findings').replaceChildren(
      ...findingList(it.verdict.findings),
      ...it.notes.filter((note) => it.verdict.findings.every(({ fact }) => fact !== note))
        .map((note) => element('li', { class: 'advice' }, element('p', {}, `${capitalized(note)}.`))));
  }

  #showOffers() {
    const { all, chosen } = offers(this.#options.values, this.#description);
    const old = this.#candidates;
    this.#candidates = new Map();
    if (this.#embedded) this.#add(old.get('converted') ?? this.#asConverted());
    for (const offer of all) {
      const before = old.get(offer.id);
      const isSame = before && JSON.stringify(before.offer.target) === JSON.stringify(offer.target);
      if (before && !isSame) {
        before.cancel();
        this.#listening.forget(offer.id);
      }
      this.#add(isSame ? before : this.#watched(new Candidate(offer)));
    }
    for (const [id, candidate] of old) if (!this.#candidates.has(id)) candidate.cancel();
    this.#shown = [...this.#candidates.values()];
    this.#kept = this.#candidates.get(this.#embedded ? 'converted' : chosen);
    this.#heard = this.#kept.id;
    this.#choices.show(this.#description, this.#shown, this.#kept.id);
    this.#listening.set({ heard: this.#heard, kept: this.#kept.id }).catch(() => {});
    this.#kept.offer.priority = 1;
    this.#convert(this.#kept);
    if (this.#isVisible) this.#convertShown();
    this.#showResult();
  }

  #add(candidate) { this.#candidates.set(candidate.id, candidate); }

  #watched(candidate) {
    candidate.addEventListener('change', () => {
      if (candidate === this.#kept) this.#showResult();
      this.dispatchEvent(new Event('change'));
    });
    return candidate;
  }

  // What the command wrote is one more candidate, and has no target.
  #asConverted() {
    return this.#watched(new Candidate({ id: 'converted', label: 'As converted', note: '', target: null }));
  }

  #convert(candidate, isUrgent = false) {
    candidate.isUrgent ||= isUrgent;
    return candidate.ready(async (target, options) => {
      if (target) return this.#jobs.convert(this.#sound, this.#description, target, options);
      const { name, file, outcome, warning } = this.#embedded;
      const inspected = await this.#jobs.inspect(this.#sound, file, this.#embedded, undefined, options);
      return { conversion: { name, outcome, warning, command: null }, file, ...inspected };
    });
  }

  async #convertShown() {
    // Until the chosen one is ready, it gets every worker.
    const shown = this.#shown;
    if (!this.#kept.error) await this.#convert(this.#kept);
    if (shown !== this.#shown || !this.element.isConnected) return;
    for (const candidate of this.#shown) {
      // What was cancelled or failed waits until it is asked for.
      if (candidate.state === 'waiting' && !candidate.error) this.#convert(candidate);
    }
  }

  async #choose(id) {
    this.#heard = id;
    const candidate = this.#candidates.get(id);
    if (candidate) {
      this.#kept = candidate;
      this.#convert(candidate, true);
    }
    this.#choices.mark(id, this.#kept.id);
    this.#showResult();
    try {
      await this.#listening.set({ heard: id, kept: this.#kept.id });
    } catch (error) {
      if (error.name !== 'AbortError') this.#fail(error);
    }
  }

  #showResult() {
    const root = this.element;
    const { state, result, offer } = this.#kept;
    const button = part(root, 'download');
    button.disabled = !this.#kept.isReady;
    button.textContent = this.#kept.isReady
      ? `Download ${result.conversion.name}`
      : state === 'working' ? 'Converting…' : 'Nothing to download';
    part(root, 'result').textContent = this.#kept.isReady
      ? `${offer.label}, ${sizeText(result.file.size)}` : '';
    const warning = result?.conversion.warning ?? '';
    part(root, 'warning').textContent = warning ? `${capitalized(warning)}.` : '';
    part(root, 'output').replaceChildren(
      ...(this.#kept.isReady ? ['The converted file: ', verdictLine(result.description.verdict)] : []));
    const command = result?.conversion.command ?? '';
    part(root, 'command').textContent = command;
    part(root, 'command-line').hidden = !command;
  }

  #download() {
    if (this.#kept.isReady) downloadOne(this.#kept);
  }

  async #copyCommand() {
    const button = part(this.element, 'copy');
    const command = part(this.element, 'command');
    try {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = 'Copied';
    } catch {
      // Without the permission, the text is selected for the person to copy.
      getSelection().selectAllChildren(command);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  }

  #fail({ message, advice }) {
    part(this.element, 'error').textContent =
      [capitalized(message), advice].filter(Boolean).join('; ') + '.';
  }

  #remove() {
    this.#reading.abort(new DOMException('removed', 'AbortError'));
    for (const candidate of this.#candidates.values()) candidate.cancel();
    this.#listening?.close();
    this.element.remove();
    this.dispatchEvent(new Event('remove'));
  }
}
