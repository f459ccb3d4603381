import { connectTest } from './abx.js';
import { later, part, save } from './elements.js';
import { findingList, showVerdict } from './findings.js';
import { Formats } from './formats.js';
import { addHandles } from './handles.js';
import { Listening } from './listening.js';
import { copyText, formatRows, placeSteps, showOutcome } from './outcome.js';
import { connectTransport } from './transport.js';
import { drawThumb, shapeOf, waveformOn, waveformWords } from './waveform.js';
import { decibelText, headlineText, problemText, sentenceOf, shownName, toneOf } from './words.js';

/**
 * @typedef {{name: string, file: Blob, frames: object|null}} Sound
 * @typedef {{name: string, folder: string, number: number, own: Record<string, string>, isPreviewed?: boolean, isCompared?: boolean,
 *   source: () => Promise<{sound: Sound, shipped?: Sound}>}} Entry what the page knows of a sound before it is read
 */

const choosing = ['tiles', 'choices', 'hear'].map((name) => `[data-part=${name}] input`).join();

/** A sound in the page: a row, and what is below or beside it when it is open. Fires `change`, `open`, `remove` and `replace`. */
export class Card extends EventTarget {
  #jobs;
  #options;
  #state = {
    /** `reading`, `ready` or `failed` */
    stage: 'reading',
    isOpen: false,
    error: null,
    sound: null,
    description: null,
    // What the user chose to hear: `original`, `shipped` or `kept`.
    hears: null,
    // In a preview, what was shipped before, as { sound, description }. It has no description if it can't be read.
    shipped: null,
  };
  // The use that the sound is judged for.
  #use = null;
  // What was drawn.
  #drawn = '';
  #wasLevelled = false;
  /** @type {Formats} */ #formats;
  /** @type {Listening} */ #listening;
  // What shows parts of the card, once the sound is read.
  #views;
  // What of the card is on the screen: the card, its body, the list of formats.
  #visible = new Set();
  #view;
  #removal = new AbortController();

  /** @param {Entry} entry @param {import('./jobs.js').Jobs} jobs @param {import('./options.js').Options} options */
  constructor(entry, jobs, options) {
    super();
    this.entry = entry;
    this.name = shownName(entry.name);
    this.#jobs = jobs;
    this.#options = options;
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById('card'));
    this.element = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
    const root = this.element;
    root.dataset.number = String(entry.number);
    const title = part(root, 'name');
    title.textContent = title.title = this.name;
    title.id = `sound-${entry.number}`;
    root.setAttribute('aria-labelledby', title.id);
    part(root, 'folder').textContent = part(root, 'folder').title = shownName(entry.folder);
    part(root, 'remove').setAttribute('aria-label', `Remove ${this.name}`);
    part(root, 'row-play').setAttribute('aria-label', `Play ${this.name}`);
    root.addEventListener('click', (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    this.#view = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) this.#visible[isIntersecting ? 'add' : 'delete'](target);
      this.#convertShown();
    });
    // Chromium never frees an observer of an element that wasn't in the page at first.
    queueMicrotask(() => this.#view.observe(root));
    this.#removal.signal.addEventListener('abort', () => this.#view.disconnect());
    this.#render();
    this.opened = this.#open();
  }

  get own() { return this.entry.own; }
  get #values() { return this.#options.values(this.own); }
  get stage() { return this.#state.stage; }
  get isOpen() { return this.#state.isOpen; }
  set isOpen(isOpen) { this.#set({ isOpen }); }
  get isPlaying() { return this.#listening?.isPlaying ?? false; }

  /** Whether the sound doesn't surely play as it is, or in a preview as it is converted: what the page counts, and shows first. */
  get needsWork() {
    const { stage, description } = this.#state;
    if (stage !== 'ready') return stage === 'failed';
    const converted = this.entry.isPreviewed && ['ready', 'failed'].includes(this.#formats.kept?.state);
    return (converted ? this.#formats.kept.made?.verdict : description.verdict)?.outcome !== 'plays';
  }

  /** The sizes in bytes of the original, or of what was shipped before, and of the file to use; null until they are known. */
  get sizes() {
    const { stage, description, shipped } = this.#state;
    // The search may end before the sound is described.
    const after = stage === 'ready' && this.#formats.kept?.result?.file?.size;
    if (!after) return null;
    const before = this.entry.isCompared ? shipped?.description?.byteCount ?? 0 : description.byteCount;
    return { before, after: this.#isAsItIs ? description.byteCount : after };
  }

  play() { this.#do(async () => this.#listening?.toggle()); }

  /** The file to use, under its name, with its checksum; null if there is none. */
  async file() {
    await this.opened;
    if (this.stage !== 'ready') return null;
    const { result } = await this.#formats.settled();
    if (!result?.file || this.#removal.signal.aborted) return null;
    const isAsItIs = this.#isAsItIs;
    const file = isAsItIs ? this.#state.sound.file : result.file;
    return { name: isAsItIs ? this.entry.name : result.conversion.name, file, crc32: await this.#jobs.checksum(file) };
  }

  /** Makes and measures the chosen format, even if the card isn't open. */
  async measure() {
    await this.opened;
    if (this.stage === 'ready') await this.#formats.kept.measure();
  }

  // Below 1: work on visible cards comes first, then in the list's order.
  get #rank() { return (this.#visible.has(this.element) ? 0.5 : 0) + 0.5 / (2 + this.entry.number); }

  /** Applies changed options. */
  refresh() {
    if (this.stage !== 'ready' || this.#removal.signal.aborted) return;
    this.#set({ error: null });
    this.#views.endTest();
    this.#offer();
    if (this.#values.use !== this.#use) this.#describe().catch(this.#fail);
  }

  async #open() {
    try {
      const { sound, shipped } = await this.entry.source();
      this.#set({ sound });
      this.#formats = new Formats(this.#jobs, sound, () => this.#rank, ({ state }) => {
        if (state !== 'working') this.#convertShown();
        this.#render();
      });
      do await this.#describe(); while (this.#use !== this.#values.use);
      if (shipped) {
        const options = { signal: this.#removal.signal, priority: () => 1 };
        const description = await this.#jobs.read(shipped, this.#values.use, options).catch(() => null);
        this.#set({ shipped: { sound: shipped, description } });
      }
      this.#build();
      this.#set({ stage: 'ready' });
      this.#offer();
      for (const each of [this.element.querySelector('.body'), part(this.element, 'choices')]) this.#view.observe(each);
    } catch (error) {
      this.#formats?.cancel();
      if (!this.#removal.signal.aborted) this.#set({ stage: 'failed', error });
    }
  }

  // Describes the sound, and judges it by the rules that the current options ask for.
  async #describe() {
    const values = this.#values;
    this.#use = values.use;
    // Begins to convert while the open sound is measured: first what can be downloaded soonest.
    const progress = (head) => {
      if (this.stage !== 'reading' || !this.isOpen || !head.channels) return;
      this.#formats.offer(this.#values, head);
      this.#formats.kept.make();
      this.#formats.small?.make();
    };
    const options = { signal: this.#removal.signal, priority: () => 2 + this.#rank, progress };
    const description = await this.#jobs.read(this.#state.sound, values.use, options);
    // The options may have changed again while the core worked.
    if (this.#use === values.use) this.#set({ description });
  }

  #build() {
    const root = this.element;
    const { sound, description, shipped } = this.#state;
    part(root, 'position').setAttribute('aria-label', `Position in ${this.name}`);
    part(root, 'command-line').open = this.entry.isPreviewed === true;
    for (const name of ['tiles', 'hear']) {
      for (const input of part(root, name).querySelectorAll('input')) input.name = `${name}-${this.entry.number}`;
    }
    const listening = new Listening(this.#jobs, { sound, description }, shipped, this.#formats);
    listening.addEventListener('change', () => this.#render());
    this.#listening = listening;
    const act = (action) => this.#do(action);
    const waveform = waveformOn(
      part(root, 'position'), this.#removal.signal, (seconds) => act(() => listening.seek(seconds)), () => this.play());
    connectTransport(root, listening, waveform, act);
    this.#views = {
      waveform,
      showHandles: addHandles(
        root.querySelector('.wave'), this.name, (name, value) => this.#options.set(this.own, { [name]: value }),
        (shape) => waveform.show(description, null, shape, this.#values.limit)),
      showFindings: findingList(part(root, 'findings'), (name, value) => act(() => this.#fix(name, value))),
      showFormats: formatRows(part(root, 'choices'), `format-${this.entry.number}`),
      showPlace: placeSteps(root, this.#jobs),
      endTest: connectTest(part(root, 'abx'), listening, this.#formats, this.#fail),
    };
    drawThumb(part(root, 'thumb'), description.waveform);
  }

  // Offers the formats that the options ask for.
  #offer() {
    const formats = this.#formats;
    for (const { id } of formats.offer(this.#values, this.#state.description)) this.#listening.forget(id);
    this.#listening.prepare({ signal: this.#removal.signal, priority: () => 1 + this.#rank });
    formats.kept.make();
    this.#convertShown();
    this.#render();
  }

  // Converts what is on the screen. What to keep is measured once it is known. A failed conversion waits until it is requested.
  #convertShown() {
    if (this.stage !== 'ready' || !this.#sees('.body')) return;
    const { all, kept, small, clean, isSettled } = this.#formats;
    const measure = (candidates) => candidates.forEach((each) => each && !each.error && each.measure());
    if (!clean.error) clean.make();
    measure(isSettled || small.error ? [kept, small] : [small]);
    if (isSettled && kept.isReady) measure([clean]);
    if (this.#sees('[data-part=choices]')) measure(all);
  }

  #sees(selector) { return this.#visible.has(this.element.querySelector(selector)) && this.element.isConnected; }

  #set(change) {
    Object.assign(this.#state, change);
    this.#render();
  }

  // Shows the state once the current task is done.
  #render = later(queueMicrotask, () => {
    if (!this.#removal.signal.aborted) this.#show();
  });

  #show() {
    const root = this.element;
    const { stage, isOpen, error, description } = this.#state;
    root.dataset.state = stage;
    root.classList.toggle('open', isOpen);
    part(root, 'open').setAttribute('aria-expanded', String(isOpen));
    if (stage === 'failed') {
      part(root, 'cause').textContent = sentenceOf(error.message);
      part(root, 'next').textContent = sentenceOf(error.advice ?? 'check that this is the file you meant, or export the sound again as WAV');
    } else part(root, 'error').textContent = error ? problemText(error) : '';
    if (stage === 'ready' && this.#formats.all.length > 0) {
      const values = this.#values;
      const judged = this.entry.isPreviewed && this.#formats.kept.made || description;
      showVerdict(part(root, 'verdict'), toneOf(judged), headlineText(judged, values.use));
      this.#showResult(values);
      this.#showSound(values);
      const play = part(root, 'row-play');
      play.disabled = false;
      play.dataset.playing = this.isPlaying;
      part(root, 'undo').hidden = Object.keys(this.own).length === 0;
    }
    this.dispatchEvent(new Event('change'));
  }

  #showResult(values) {
    const { description, hears } = this.#state;
    const { kept } = this.#formats;
    const { isReplaced } = kept;
    const isAsItIs = this.#isAsItIs;
    showOutcome(this.element, this.#formats, { ...this.#state, isAsItIs, isCompared: this.entry.isCompared, use: values.use });
    const name = isAsItIs ? this.entry.name : kept.hasFile && !isReplaced ? kept.result.conversion.name : '';
    this.#views.showPlace(this.isOpen && !this.entry.isPreviewed ? name : '');
    this.#views.showFindings(description, kept.made, this.own, (setting) => this.#options.text(this.own, setting));
    // A new loudness should be heard, and the chime has no difference to the sound.
    const isLevelled = kept.offer.target.loudness != null;
    if (isLevelled !== this.#wasLevelled) this.#listening.set({ isMatched: !isLevelled }).catch(() => {});
    if (isReplaced && this.#listening.way.isDifference) this.#listening.set({ isDifference: false }).catch(() => {});
    this.#wasLevelled = isLevelled;
    part(this.element, 'difference').disabled = isReplaced;
    // For a sound that is too long, “Play” plays the original, not its replacement.
    const heard = hears ?? (isReplaced ? 'original' : 'kept');
    const [choices, hear] = ['choices', 'hear'].map((name) => part(this.element, name));
    hear.querySelector(`[value=${heard}]`).checked = true;
    choices.disabled = hear.disabled = this.#listening.isBlind;
    this.#views.showFormats(this.#formats);
    this.#listening.follow(heard);
  }

  // Whether the original plays, the settings ask for no more than that, and no file that sounds the same is smaller.
  get #isAsItIs() {
    const { container, use: _use, limit: _limit, 'over-limit': _policy, ...changes } = this.#values;
    const asksForMore = container !== 'caff' || Object.values(changes).some((value) => value != null);
    const { kept, isSettled } = this.#formats;
    const { verdict, byteCount } = this.#state.description;
    return verdict.outcome === 'plays' && !asksForMore && isSettled && kept.hasFile && kept.result.file.size > 0.995 * byteCount;
  }

  // Shows what is played, the conversion's limit, which doesn't affect the verdict, and what the converted file has.
  #showSound(values) {
    const { description } = this.#state;
    const { prepared } = this.#listening;
    const { made } = this.#formats.kept;
    const shape = shapeOf(description, prepared, values, made);
    const drawn = JSON.stringify([shape, values.limit, prepared?.seconds, description.seconds]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#views.waveform.show(description, prepared, shape, values.limit);
      this.#views.showHandles(shape);
      part(this.element, 'picture').textContent = waveformWords(prepared ?? description, values.limit);
    }
    const { levels } = prepared ?? description;
    for (const [key, unit] of [['loudness', 'LUFS'], ['peak', 'dBFS'], ['truePeak', 'dBTP']]) {
      const texts = [levels, made?.levels ?? levels].map((each) => decibelText(each[key], unit));
      part(this.element, key).textContent = [...new Set(texts)].join(' → ');
    }
  }

  #click(target) {
    const button = target.closest('button');
    const { part: name, copy } = button?.dataset ?? {};
    if (name === 'remove' || name === 'replace') this.dispatchEvent(new Event(name));
    else if (name === 'row-play' || name === 'play') this.play();
    else if (name === 'download') {
      if (!this.#formats.kept.hasFile) return;
      const { file, conversion } = this.#formats.kept.result;
      save(new Blob([file], { type: 'application/octet-stream' }), conversion.name);
    } else if (name === 'undo') {
      this.#options.set(this.own, null);
      part(this.element, 'play').focus();
    } else if (copy) copyText(part(this.element, copy), button);
    // The format that is already chosen can be chosen again, to hear it.
    else if (target.matches(choosing)) this.#choose(target.value);
    else if (target.closest('[data-part=row]')) this.dispatchEvent(new Event('open'));
  }

  // Takes the identifier of a format, `original`, `shipped` or `kept`.
  #choose(chosen) {
    const isSource = ['original', 'shipped'].includes(chosen);
    this.#set({ hears: isSource ? chosen : 'kept', error: null });
    if (this.#formats.get(chosen)) this.#options.set(this.own, { format: chosen });
    if (!isSource) this.#formats.kept.measure(true);
  }

  // Applies a finding's remedy to this sound, or takes it back with null, and lets it be seen and heard.
  async #fix(name, value) {
    this.#options.set(this.own, { [name]: value });
    part(this.element, 'position').scrollIntoView({ block: 'nearest' });
    this.#choose('kept');
    await this.#listening.seek(name === 'fade-out' ? this.#listening.seconds - 1 : 0);
    await this.#listening.play();
  }

  async #do(action) {
    this.#set({ error: null });
    await action().catch(this.#fail);
  }

  #fail = (error) => {
    if (error?.name !== 'AbortError') this.#set({ error });
  };

  /** Cancels the card's work and takes the card from the page. */
  close() {
    this.#removal.abort(new DOMException('removed', 'AbortError'));
    this.#formats?.cancel();
    this.#listening?.close();
    this.element.remove();
  }
}
