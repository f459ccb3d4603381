import { ABXPanel } from './abx-panel.js';
import { Candidate } from './candidate.js';
import { Choices } from './choices.js';
import { newIdentifier, part } from './elements.js';
import { Findings, verdictLine } from './findings.js';
import { Handles } from './handles.js';
import { isPreparing } from './jobs.js';
import { Listening } from './listening.js';
import { offers } from './options.js';
import { Result } from './result.js';
import { Transport } from './transport.js';
import { drawThumb, shapeOf, Waveform, waveformWords } from './waveform.js';
import { decibelText, formatText, problemText, secondsText, shownName, sizeText, verdictWords } from './words.js';

let nextOrder = 0;

// What a target has that doesn't change what is played of the original.
const notPreparing = { format: null, container: null, rate: null, quality: null, loudness: null, 'true-peak': null };

/** A sound in the page: a row, and what is below or beside it when it is open. Fires `change`, `open` and `remove`. */
export class Card extends EventTarget {
  #jobs;
  #options;
  #sound;
  #description;
  // The original as the options prepare it, if they do, and the target with these options.
  #prepared = null;
  #preparation = null;
  #candidates = new Map();
  #shown = [];
  #kept = null;
  #heard = null;
  // The format that the options ask for, and whether the user chose another format for this sound.
  #usualFormat = null;
  #isChosen = false;
  #choices;
  #result;
  #findings;
  #waveform;
  #handles;
  #listening;
  #abx;
  #embedded = null;
  #rules = null;
  #order = nextOrder++;
  // What of the card is on the screen: the card, its body, the list of formats.
  #visible = new Set();
  #view;
  #removal = new AbortController();

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
    const title = part(this.element, 'name');
    title.textContent = this.name;
    title.id = newIdentifier('sound');
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
    return this.#kept && this.#make(this.#kept, true);
  }

  // Below 1: work on visible cards comes first, then in the list's order.
  get #rank() { return (this.#visible.has(this.element) ? 0.5 : 0) + 0.5 / (2 + this.#order); }

  /** Applies the page's changed options. */
  refresh() {
    if (this.state !== 'ready' || this.#removal.signal.aborted) return;
    this.#fail(null);
    this.#abx.restart();
    this.#showOffers();
    this.#showLimit();
    if (this.#values.use !== this.#rules) this.#judge().catch((error) => this.#fail(error));
  }

  async #open(source) {
    try {
      const { sound, converted, error } = await source();
      this.#sound = sound;
      this.#embedded = converted;
      // `alertsound preview` couldn't read this sound, so the page has no bytes of it.
      if (error && sound.file.size === 0) throw new Error(error);
      await this.#describe().catch((failure) => { throw error ? new Error(error) : failure; });
      this.#state = 'ready';
      this.#build();
      if (error) this.#fail({ message: error });
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
    part(root, 'undo').addEventListener('click', () => this.#options.set(this.own, null));
    this.#findings = new Findings(part(root, 'findings'), (name, value) => this.#fix(name, value));
    this.#showDescription();
    this.#choices = new Choices(part(root, 'choices'), part(root, 'hear'));
    this.#result = new Result(root, this.#description);
    this.#listening = new Listening(this.#jobs, this.#sound, this.#description, async (id) => {
      const candidate = await this.#convert(this.#candidates.get(id), true);
      if (!candidate.isReady) throw candidate.error ?? new Error('this format has no sound');
      return candidate;
    });
    this.#listening.readyIDs = () => this.#shown.filter((each) => each.isReady).map(({ id }) => id);
    const fail = (error) => this.#fail(error);
    new Transport(root, this.#listening, this.#waveform, fail);
    const play = part(root, 'row-play');
    play.disabled = false;
    play.addEventListener('click', () => this.play());
    this.#listening.addEventListener('change', () => { play.dataset.playing = this.isPlaying; });
    this.#abx = new ABXPanel(part(root, 'abx'), this.#listening, {
      offers: () => ({
        all: [{ id: 'original', label: 'Original' }, ...this.#shown.map(({ id, offer }) =>
          ({ id, label: `${offer.label} (${offer.note})` }))],
        kept: this.#kept.id,
      }),
      blind: (isOn) => { this.#choices.isBlind = isOn; },
      fail,
    });
    this.#choices.addEventListener('choose', ({ detail }) => this.#choose(detail));
    this.#choices.addEventListener('cancel', ({ detail }) => this.#candidates.get(detail).cancel());
    this.#showOffers();
    for (const each of [root.querySelector('.body'), part(root, 'choices')]) this.#view.observe(each);
  }

  // Shows the conversion's limit, which doesn't affect the verdict, and what is played.
  #showLimit() {
    const values = this.#values;
    const shape = shapeOf(this.#description, this.#prepared, values);
    this.#waveform.show(this.#description, this.#prepared, shape, values.limit);
    this.#handles.show(shape);
    const shown = this.#prepared ?? this.#description;
    part(this.element, 'picture').textContent = waveformWords({ ...shown, verdict: this.#description.verdict }, values.limit);
    part(this.element, 'undo').hidden = Object.keys(this.own).length === 0;
  }

  // Has the player and the drawing take the original as the chosen target prepares it.
  async #prepare() {
    const { target } = this.#kept.offer;
    const isNeeded = isPreparing(target, this.#description);
    const preparation = isNeeded ? { ...target, ...notPreparing } : null;
    if (JSON.stringify(preparation) === JSON.stringify(this.#preparation)) return;
    this.#preparation = preparation;
    this.#prepared = null;
    this.#listening.prepare(preparation, this.#description);
    const { signal } = this.#removal;
    // If the options don't fit the sound, the conversions say so.
    const prepared = isNeeded && await this.#jobs.prepared(this.#sound, preparation, { signal, priority: () => 1 + this.#rank })
      .catch(() => null);
    if (preparation !== this.#preparation) return;
    this.#prepared = prepared || null;
    this.#listening.prepare(preparation, prepared || this.#description);
    this.#showLimit();
  }

  #showDescription() {
    const { use } = this.#values;
    const root = this.element;
    const it = this.#description;
    this.#showLimit();
    part(root, 'summary').textContent =
      [it.container, formatText(it.format), it.rateAndChannels, secondsText(it.seconds), sizeText(it.byteCount)]
        // If the browser decoded the sound, its container isn't known, and its format might not be known.
        .filter((words) => !/^another|\?\?/.test(words)).join(' · ').replace(/(\d) (?=[a-z])/gi, '$1\u00a0');
    part(root, 'loudness').textContent = decibelText(it.levels.loudness, 'LUFS');
    part(root, 'peak').textContent = decibelText(it.levels.peak, 'dBFS');
    part(root, 'true-peak').textContent = decibelText(it.levels.truePeak, 'dBTP');
    part(root, 'verdict').replaceChildren(verdictLine(it.verdict, verdictWords(it.verdict, use)));
    drawThumb(part(root, 'thumb'), it.waveform);
    this.#findings.show(it);
  }

  #showOffers() {
    const { all, chosen } = offers(this.#values, this.#description);
    const old = this.#candidates;
    this.#candidates = new Map();
    const isEmbedded = this.#embedded != null && this.#options.isPreset(this.own);
    if (this.#embedded) {
      const preset = offers(this.#options.presetValues, this.#description);
      const offer = preset.all.find(({ id }) => id === preset.chosen);
      const made = { ...offer, note: `${offer.note}, as converted`, id: 'converted', isEmbedded: true };
      this.#candidates.set('converted', old.get('converted') ?? this.#watched(new Candidate(made)));
    }
    for (const offer of all) {
      // A conversion to this format would make the embedded file again.
      if (isEmbedded && offer.id === chosen) continue;
      const before = old.get(offer.id);
      const isSame = before && JSON.stringify(before.offer.target) === JSON.stringify(offer.target);
      if (before && !isSame) {
        before.cancel();
        this.#listening.forget(offer.id);
      }
      this.#candidates.set(offer.id, isSame ? before : this.#watched(new Candidate(offer)));
    }
    for (const [id, candidate] of old) {
      if (this.#candidates.has(id)) continue;
      candidate.cancel();
      this.#listening.forget(id);
    }
    this.#shown = [...this.#candidates.values()];
    // The choice for this sound stays until the options ask for another format.
    const usual = isEmbedded ? 'converted' : chosen;
    const { format } = this.#values;
    const isKept = this.#isChosen && format === this.#usualFormat && this.#candidates.has(this.#kept.id)
      && (this.#heard === 'original' || this.#candidates.has(this.#heard));
    this.#usualFormat = format;
    this.#kept = this.#candidates.get(isKept ? this.#kept.id : usual);
    this.#isChosen = isKept;
    if (!isKept) this.#heard = this.#kept.id;
    this.#prepare();
    this.#choices.show(this.#shown);
    this.#choices.mark(this.#heard, this.#kept.id);
    this.#listening.set({ heard: this.#heard, kept: this.#kept.id }).catch(() => {});
    const first = this.#first;
    // A failure of the first file is the chosen format's, too.
    this.#make(first).then(() => first.state === 'failed' && this.#make(this.#kept));
    this.#convertShown();
    this.#showResult();
  }

  #watched(candidate) {
    candidate.addEventListener('change', () => {
      if (candidate === this.#kept || candidate === this.#first) this.#showResult();
      else if (candidate.state !== 'working') this.#recommend();
      this.dispatchEvent(new Event('change'));
    });
    return candidate;
  }

  // A candidate's file of quality 0 is a candidate, too. It is made first, since it takes a small part of the time.
  #quickOf({ offer: { target, isEmbedded } }) {
    const key = !isEmbedded && target.quality > 0 && JSON.stringify({ ...target, quality: 0 });
    return key ? this.#shown.find(({ offer }) => JSON.stringify(offer.target) === key) : null;
  }

  get #first() { return this.#quickOf(this.#kept) ?? this.#kept; }
  /** The candidate whose file a download saves now. */
  get #offered() { return !this.#kept.hasFile && this.#first.hasFile ? this.#first : this.#kept; }

  #make(candidate, isUrgent = false) { return candidate.make(this.#work(candidate, isUrgent)); }
  #convert(candidate, isUrgent = false) { return candidate.ready(this.#work(candidate, isUrgent)); }

  #work(candidate, isUrgent) {
    candidate.isUrgent ||= isUrgent;
    const at = (level) => () => (candidate.isUrgent ? 3 : level()) + this.#rank;
    const level = () => (candidate === this.#kept ? 1 : 0);
    const priority = at(() => (candidate === this.#first ? 2 : level()));
    return {
      make: async (target, options) => {
        if (candidate.offer.isEmbedded) return this.#takeEmbedded(target, { ...options, priority });
        const quick = this.#quickOf(candidate);
        if (quick) await this.#make(quick, candidate.isUrgent);
        return this.#jobs.make(this.#sound, this.#description, target, quick?.result, { ...options, priority });
      },
      inspect: ({ file, conversion }, target, options) =>
        this.#jobs.inspect(this.#sound, file, conversion, target, { ...options, priority: at(level) }),
    };
  }

  // Takes the file that `alertsound preview` converted.
  async #takeEmbedded(target, options) {
    const { file, crc32, isComplete, ...conversion } = this.#embedded;
    const command = isComplete ? await this.#jobs.command(this.#sound, target, conversion.isTruncated, options) : null;
    return { conversion: { ...conversion, command }, file, crc32 };
  }

  // Converts what is on the screen, the chosen format first. Other formats than that need no worker until then.
  async #convertShown() {
    const shown = this.#shown;
    if (this.state !== 'ready' || !this.#sees('.body')) return;
    if (!this.#kept.error) await this.#convert(this.#kept);
    if (shown !== this.#shown || !this.#sees('[data-part=choices]')) return;
    for (const candidate of this.#shown) {
      // A cancelled or failed conversion waits until it is requested again.
      if (!candidate.error) this.#convert(candidate);
    }
  }

  #sees(selector) { return this.#visible.has(this.element.querySelector(selector)) && this.element.isConnected; }

  async #choose(chosen) {
    this.#fail(null);
    const id = chosen === 'kept' ? this.#kept.id : chosen;
    this.#isChosen = true;
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
    this.#result.show(this.#kept, this.#offered, this.#description, this.#sound, this.#values.use);
    // For a sound that is too long, “Play” plays the original, not its replacement.
    if (this.#result.isReplaced && !this.#isChosen && this.#heard !== 'original') {
      this.#heard = 'original';
      this.#choices.mark('original', this.#kept.id);
      this.#listening.set({ heard: 'original' }).catch(() => {});
    }
    const made = this.#kept.isReady && !this.#result.isReplaced ? this.#kept.result.description : null;
    this.#findings.mark(made, this.own, (name) => this.#options.text(this.own, name));
    this.#recommend();
  }

  // Applies a finding's remedy to this sound, or takes it back with null, and lets it be heard.
  #fix(name, value) {
    this.#options.set(this.own, { [name]: value });
    this.#choose('kept');
  }

  // Recommends the smallest candidate whose noise is masked, like `alertsound compare --formats`, which has no lower
  // rates. Among equally small candidates, takes that with the least noise.
  #recommend() {
    const noise = ({ result: { comparison } }) => comparison.noiseToMask ?? -Infinity;
    const good = this.#shown.filter((candidate) =>
      candidate.isReady && !candidate.id.includes('@') && candidate.result.comparison.noiseIsMasked);
    const [best] = good.sort((a, b) => a.result.file.size - b.result.file.size || noise(a) - noise(b));
    const isDone = best && this.#shown.every(({ state }) => state !== 'working');
    part(this.element, 'recommended').textContent = isDone ? `Smallest that sounds the same: ${best.offer.note}.` : '';
  }

  /** Shows an error; null removes it. */
  #fail(error) {
    part(this.element, 'error').textContent = error ? problemText(error) : '';
  }

  /** Cancels the card's work and removes the card from the page. */
  remove() {
    this.#removal.abort(new DOMException('removed', 'AbortError'));
    for (const candidate of this.#candidates.values()) candidate.cancel();
    this.#listening?.close();
    this.#options.forget(this.own);
    this.element.remove();
    this.dispatchEvent(new Event('remove'));
  }
}
