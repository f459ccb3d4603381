import { ABXPanel } from './abx-panel.js';
import { Choices } from './choices.js';
import { part } from './elements.js';
import { Findings, verdictLine } from './findings.js';
import { Formats } from './formats.js';
import { Handles } from './handles.js';
import { preparationOf } from './jobs.js';
import { Listening } from './listening.js';
import { Result } from './result.js';
import { Transport } from './transport.js';
import { drawThumb, shapeOf, Waveform, waveformWords } from './waveform.js';
import { decibelText, formatText, problemText, secondsText, shownName, sizeText, verdictWords } from './words.js';

/** A sound in the page: a row, and what is below or beside it when it is open. Fires `change`, `open` and `remove`. */
export class Card extends EventTarget {
  #jobs;
  #options;
  #sound;
  #description;
  // The original as the options prepare it, if they do, and the target with these options.
  #prepared = null;
  #preparation = null;
  // What the converted file is, once it is.
  #made = null;
  #formats = null;
  // What the user chose to hear: `original` or `kept`.
  #hears = null;
  #choices;
  #result;
  #findings;
  #waveform;
  #handles;
  #listening;
  #abx;
  #rules = null;
  // What of the card is on the screen: the card, its body, the list of formats.
  #visible = new Set();
  #view;
  #removal = new AbortController();
  static #count = 0;
  /** The sounds are in this order. */
  number = Card.#count++;

  /** @param {() => Promise<{sound, converted?, error?}>} source returns the sound */
  constructor({ name, folder, source }, jobs, options) {
    super();
    this.name = shownName(name);
    this.folder = folder;
    this.#jobs = jobs;
    this.#options = options;
    /** The settings of this sound alone. */
    this.own = options.makeOwn();
    this.element = document.getElementById('card').content.firstElementChild.cloneNode(true);
    this.element.dataset.number = this.number;
    const title = part(this.element, 'name');
    title.textContent = this.name;
    title.id = `sound-${this.number}`;
    this.element.setAttribute('aria-labelledby', title.id);
    part(this.element, 'folder').textContent = shownName(folder);
    const remove = part(this.element, 'remove');
    remove.setAttribute('aria-label', `Remove ${this.name}`);
    remove.addEventListener('click', () => this.remove());
    this.#view = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) this.#visible[isIntersecting ? 'add' : 'delete'](target);
      this.#convertShown();
    });
    // Chromium never frees an observer of an element that wasn't in the page at first.
    queueMicrotask(() => this.#view.observe(this.element));
    this.#removal.signal.addEventListener('abort', () => this.#view.disconnect());
    part(this.element, 'row-play').setAttribute('aria-label', `Play ${this.name}`);
    part(this.element, 'row').addEventListener('click', ({ target }) => {
      if (!target.closest('button:not([data-action=open])')) this.dispatchEvent(new Event('open'));
    });
    this.#state = 'reading';
    this.opened = this.#open(source);
  }

  get #values() { return this.#options.values(this.own); }

  get state() { return this.element.dataset.state; }
  set #state(state) {
    this.element.dataset.state = state;
    this.dispatchEvent(new Event('change'));
  }

  /** Whether the sound doesn't surely play as it is: what the page counts, and shows first. */
  get needsWork() { return this.state === 'failed' || (this.state === 'ready' && this.#description.verdict.outcome !== 'plays'); }

  get isOpen() { return this.element.classList.contains('open'); }
  set isOpen(isOpen) {
    this.element.classList.toggle('open', isOpen);
    part(this.element, 'open').setAttribute('aria-expanded', isOpen);
  }

  get isPlaying() { return this.#listening?.isPlaying ?? false; }
  play() { if (this.#listening) part(this.element, 'play').click(); }

  /** Makes the file of the chosen format, and returns the candidate. */
  async kept() {
    await this.opened;
    return this.state === 'ready' ? this.#formats.make(this.#formats.kept, true) : null;
  }

  // Below 1: work on visible cards comes first, then in the list's order.
  get #rank() { return (this.#visible.has(this.element) ? 0.5 : 0) + 0.5 / (2 + this.number); }

  /** Applies the page's changed options. */
  refresh() {
    if (this.state !== 'ready' || this.#removal.signal.aborted) return;
    this.#fail(null);
    this.#abx.restart();
    this.#showOffers();
    this.#showSound();
    if (this.#values.use !== this.#rules) this.#judge().catch(this.#fail);
  }

  async #open(source) {
    try {
      const { sound, converted, error } = await source();
      this.#sound = sound;
      this.#formats = new Formats(this.#jobs, sound, error ? { error } : converted, () => this.#rank);
      // `alertsound preview` couldn't read this sound, so the page has no bytes of it.
      if (error && sound.file.size === 0) throw new Error(error);
      await this.#describe().catch((failure) => { throw error ? new Error(error) : failure; });
      this.#state = 'ready';
      this.#build();
    } catch (error) {
      if (this.#removal.signal.aborted) return;
      this.#state = 'failed';
      this.#fail(error);
    }
  }

  async #describe() {
    const values = this.#values;
    this.#rules = values.use;
    const description = await this.#jobs.read(
      this.#sound, values, { signal: this.#removal.signal, priority: () => 2 + this.#rank });
    // The options may have changed again while the core worked.
    if (this.#rules === values.use) this.#description = description;
  }

  // Judges the sound by the rules that the current options ask for.
  async #judge() {
    await this.#describe();
    this.#showDescription();
    this.dispatchEvent(new Event('change'));
  }

  #build() {
    const root = this.element;
    this.#waveform = new Waveform(part(root, 'position'), this.#removal.signal);
    part(root, 'position').setAttribute('aria-label', `Position in ${this.name}`);
    this.#handles = new Handles(root.querySelector('.wave'), this.name);
    this.#handles.addEventListener('drag', ({ detail }) => this.#waveform.show(this.#description, null, detail, this.#values.limit));
    this.#handles.addEventListener('change', ({ detail }) => this.#options.set(this.own, detail));
    part(root, 'undo').addEventListener('click', () => {
      this.#options.set(this.own, null);
      part(root, 'play').focus();
    });
    this.#findings = new Findings(part(root, 'findings'), (name, value) => this.#fix(name, value).catch(this.#fail));
    this.#showDescription();
    this.#choices = new Choices(part(root, 'choices'), part(root, 'hear'), this.number);
    this.#result = new Result(root);
    this.#listening = new Listening(this.#jobs, this.#sound, this.#description, this.#formats);
    new Transport(root, this.#listening, this.#waveform, this.#fail);
    const play = part(root, 'row-play');
    play.disabled = false;
    play.addEventListener('click', () => this.play());
    this.#listening.addEventListener('change', () => { play.dataset.playing = this.isPlaying; });
    this.#abx = new ABXPanel(part(root, 'abx'), this.#listening, this.#formats, (isOn) => { this.#choices.isBlind = isOn; }, this.#fail);
    this.#choices.addEventListener('choose', ({ detail }) => this.#choose(detail));
    this.#choices.addEventListener('cancel', ({ detail }) => this.#formats.get(detail).cancel());
    this.#formats.addEventListener('change', ({ detail }) => {
      if ([this.#formats.kept, this.#formats.first].includes(detail)) this.#showResult();
      else if (detail.state !== 'working') this.#recommend();
      this.dispatchEvent(new Event('change'));
    });
    this.#showOffers();
    for (const each of [root.querySelector('.body'), part(root, 'choices')]) this.#view.observe(each);
  }

  // Shows what is played, the conversion's limit, which doesn't affect the verdict, and what the converted file has.
  #showSound(made = this.#made) {
    this.#made = made;
    const values = this.#values;
    const shape = shapeOf(this.#description, this.#prepared, values, made);
    this.#waveform.show(this.#description, this.#prepared, shape, values.limit);
    this.#handles.show(shape);
    part(this.element, 'picture').textContent = waveformWords(this.#prepared ?? this.#description, values.limit);
    part(this.element, 'undo').hidden = Object.keys(this.own).length === 0;
    const { levels } = this.#prepared ?? this.#description;
    for (const [key, unit] of [['loudness', 'LUFS'], ['peak', 'dBFS'], ['truePeak', 'dBTP']]) {
      const texts = [levels, made?.levels ?? levels].map((each) => decibelText(each[key], unit));
      part(this.element, key).textContent = [...new Set(texts)].join(' → ');
    }
  }

  // Has the player and the drawing take the original as the chosen target prepares it.
  async #prepare() {
    const preparation = preparationOf(this.#formats.kept.offer.target, this.#description);
    if (JSON.stringify(preparation) === JSON.stringify(this.#preparation)) return;
    this.#preparation = preparation;
    this.#prepared = null;
    this.#listening.prepare(preparation, this.#description);
    const { signal } = this.#removal;
    // If the options don't fit the sound, the conversions say so.
    const prepared = preparation && await this.#jobs.prepared(this.#sound, preparation, { signal, priority: () => 1 + this.#rank })
      .catch(() => null);
    if (preparation !== this.#preparation) return;
    this.#prepared = prepared || null;
    this.#listening.prepare(preparation, prepared || this.#description);
    this.#showSound();
  }

  #showDescription() {
    const { use } = this.#values;
    const root = this.element;
    const it = this.#description;
    this.#showSound();
    part(root, 'summary').textContent =
      [it.container, formatText(it.format), it.rateAndChannels, secondsText(it.seconds), sizeText(it.byteCount)]
        // If the browser decoded the sound, its container isn't known, and its format might not be known.
        .filter((words, at, all) => !/^another|\?\?/.test(words) && all.indexOf(words) === at).join(' · ').replace(/(\d) (?=[a-z])/gi, '$1\u00a0');
    part(root, 'verdict').replaceChildren(verdictLine(it.verdict, verdictWords(it.verdict, use)));
    drawThumb(part(root, 'thumb'), it.waveform);
    this.#findings.show(it);
  }

  #showOffers() {
    const formats = this.#formats;
    for (const { id } of formats.offer(this.#values, this.#description)) this.#listening.forget(id);
    this.#prepare();
    this.#choices.show(formats.all);
    this.#showResult();
    this.#listen().catch(() => {});
    this.#convertShown();
  }

  // For a sound that is too long, “Play” plays the original, not its replacement.
  get #hearsOriginal() { return this.#hears ? this.#hears === 'original' : this.#result.isReplaced; }

  // Has the player play the original, or the format that is kept.
  #listen() {
    const hearsOriginal = this.#hearsOriginal;
    this.#choices.mark(hearsOriginal, this.#formats.kept.id);
    return this.#listening.set({ hearsOriginal });
  }

  // Converts what is on the screen, the chosen format first. Other formats than that need no worker until then.
  async #convertShown() {
    const formats = this.#formats;
    if (this.state !== 'ready' || !this.#sees('.body')) return;
    const { all, kept } = formats;
    if (!kept.error) await formats.convert(kept);
    if (all !== formats.all || !this.#sees('[data-part=choices]')) return;
    // A cancelled or failed conversion waits until it is requested again.
    for (const candidate of all) if (!candidate.error) formats.convert(candidate);
  }

  #sees(selector) { return this.#visible.has(this.element.querySelector(selector)) && this.element.isConnected; }

  async #choose(chosen) {
    const formats = this.#formats;
    this.#fail(null);
    this.#hears = chosen === 'original' ? chosen : 'kept';
    if (formats.get(chosen)) this.#options.set(this.own, { choice: chosen === formats.usual ? null : chosen });
    if (chosen !== 'original') formats.convert(formats.kept, true);
    await this.#listen().catch(this.#fail);
  }

  #showResult() {
    this.#result.show(this.#formats, this.#description, this.#sound, this.#values.use);
    if (this.#hearsOriginal !== this.#listening.hearsOriginal) this.#listen().catch(() => {});
    const { kept } = this.#formats;
    const made = kept.isReady && !this.#result.isReplaced ? kept.result.description : null;
    this.#findings.mark(made, this.own, (name) => this.#options.text(this.own, name));
    if (made !== this.#made) this.#showSound(made);
    this.#recommend();
  }

  // Applies a finding's remedy to this sound, or takes it back with null, and lets it be seen and heard.
  async #fix(name, value) {
    this.#options.set(this.own, { [name]: value });
    part(this.element, 'position').scrollIntoView({ block: 'nearest' });
    await this.#choose('kept');
    await this.#listening.seek(name === 'fadeOut' ? this.#listening.seconds - 1 : 0);
    await this.#listening.play();
  }

  #recommend() {
    const { recommended, kept } = this.#formats;
    part(this.element, 'recommended').textContent = recommended ? `Smallest that sounds the same: ${recommended.offer.note}.` : '';
    const take = part(this.element, 'take');
    take.hidden = !recommended || recommended === kept;
    take.onclick = () => this.#choose(recommended.id);
  }

  /** Shows an error; null removes it. */
  #fail = (error) => {
    if (error?.name !== 'AbortError') part(this.element, 'error').textContent = error ? problemText(error) : '';
  };

  /** Cancels the card's work and removes the card from the page. */
  remove() {
    this.#removal.abort(new DOMException('removed', 'AbortError'));
    this.#formats?.cancel();
    this.#listening?.close();
    this.#options.forget(this.own);
    // The list finds the next card beside this one.
    this.dispatchEvent(new Event('remove'));
    this.element.remove();
  }
}
