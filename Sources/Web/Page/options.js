import { element, part } from './elements.js';
import { holds } from './offers.js';
import { signed } from './words.js';

// The fields for levels, trimming, fades and repetition, and the core's keys for them.
const preparing = {
  loudness: 'loudness', truePeak: 'true-peak', trimStart: 'trim-start', trimEnd: 'trim-end', silence: 'silence-threshold',
  fadeIn: 'fade-in', fadeOut: 'fade-out', repeat: 'repeat', gap: 'gap',
};

/** @typedef {Record<string, string>} Texts settings by the names of the form's fields */

/**
 * The settings: those of all sounds, and each sound's own, which come first. One form edits both. Fires `change`, whose
 * detail has the sound's own settings if only these changed, a function that takes the change back, and, for a reset, words.
 *
 * A format's text is its name, its quality and its rate if that isn't the sound's: `ima4-63`, `I16`, `ima4-63@22050`. `auto`
 * is the smallest that sounds the same.
 */
export class Options extends EventTarget {
  /** @type {HTMLFormElement} */ #form;
  #isForOne = false;
  /** @type {Texts} */ #all;
  /** @type {Texts} What a reset returns to. */ #initial;
  /** @type {() => Texts[]} */ #owns;
  /** @type {Texts|null} */ #edited = null;

  /**
   * @param {Element} scope whether the form edits the settings of all sounds, or the open sound's own
   * @param {() => Texts[]} owns the sounds' own settings
   */
  constructor(form, scope, owns) {
    super();
    this.#form = form;
    this.#owns = owns;
    for (const field of this.#fields) field.addEventListener('change', () => this.#change(field));
    scope.addEventListener('change', ({ target }) => {
      this.#isForOne = /** @type {HTMLInputElement} */ (target).value === 'one';
      this.#fill();
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.#reset()));
    this.#initial = Object.fromEntries(this.#fields.map((field) => [field.name, textOf(field)]));
    this.#all = { ...this.#initial };
    this.#show();
  }

  /** Sets the settings of all sounds, as a preview has them. @param {Texts} texts */
  begin(texts) {
    for (const [name, text] of Object.entries(texts)) {
      const field = this.#form.elements[name];
      if (field.localName === 'select' && ![...field.options].some(({ value }) => value === text)) {
        field.append(element('option', { value: text }, text));
      }
      if (field.type === 'checkbox' && text) field.value = text;
    }
    Object.assign(this.#initial, texts);
    Object.assign(this.#all, texts);
    this.#fill();
  }

  /** Shows a sound's settings in the form; null shows those of all sounds. */
  edit(own) {
    this.#edited = own;
    this.#fill();
  }

  /** Changes a sound's own settings. Null takes one back, or all of them: they are those of all sounds again. */
  set(own, changes) {
    const restore = this.#restorer();
    for (const [name, text] of Object.entries(changes ?? { ...own })) this.#put(own, name, changes && text);
    if (own === this.#edited) this.#fill();
    this.#announce({ own, restore });
  }

  #put(own, name, text) {
    if (text == null || String(text) === this.#all[name]) delete own[name];
    else own[name] = String(text);
  }

  #announce(detail) { this.dispatchEvent(new CustomEvent('change', { detail })); }

  // Returns a function that restores what the settings are now.
  #restorer() {
    const all = { ...this.#all };
    const owns = this.#owns().map((own) => [own, { ...own }]);
    return () => {
      this.#all = all;
      for (const [own, texts] of owns) {
        for (const name of Object.keys(own)) delete own[name];
        Object.assign(own, texts);
      }
      this.#fill();
      this.#announce({ own: null });
    };
  }

  /** A setting's text for a sound. */
  text(own, name) { return own[name] ?? this.#all[name]; }

  /** What a conversion of a sound takes. `format` is null for the smallest that sounds the same. */
  values(own) {
    const texts = { ...this.#all, ...own };
    const number = (name) => (texts[name] === '' ? null : Math.round(Number(texts[name]) * 1e6) / 1e6);
    const format = texts.format === 'auto' ? null : texts.format;
    const container = holds(texts.container, texts.format) ? texts.container : 'caff';
    // A level may be 0, but a length of 0 changes nothing.
    const given = Object.entries(preparing).map(([name, key]) => /** @type {[string, number]} */ ([key, number(name)]))
      .filter(([key, value]) => value != null && (/loud|peak|silence/.test(key) || value > 0));
    const preparation = Object.fromEntries(given);
    if (!preparation.repeat) delete preparation.gap;
    return {
      use: texts.use, container, format, rate: number('rate') || null, channels: texts.channels, policy: texts.policy,
      limit: number('limit'), preparation,
    };
  }

  get #fields() { return /** @type {any[]} */ ([...this.#form.elements]).filter(({ name }) => name); }

  #change(field) {
    const restore = this.#restorer();
    this.#show();
    const isOwn = this.#edited && this.#isForOne && !field.closest('#format-settings');
    // A change of the container may change the format, too.
    for (const name of field.name === 'container' ? ['format', 'container'] : [field.name]) {
      const text = textOf(this.#form.elements[name]);
      if (isOwn) this.#put(this.#edited, name, text);
      else {
        this.#all[name] = text;
        for (const own of this.#owns()) delete own[name];
      }
    }
    this.#announce({ own: isOwn ? this.#edited : null, restore });
  }

  #reset() {
    const restore = this.#restorer();
    this.#all = { ...this.#initial };
    for (const own of this.#owns()) for (const name of Object.keys(own)) delete own[name];
    this.#fill();
    this.#announce({ own: null, restore, words: 'All settings were reset.' });
  }

  #fill() {
    // The settings of all sounds may differ from those of the open one.
    const own = (this.#isForOne || this.#owns().length === 1) && this.#edited || {};
    for (const field of this.#fields) {
      const text = this.text(own, field.name);
      if (field.type === 'checkbox') field.checked = text !== '';
      else field.value = text;
    }
    this.#show();
  }

  // Disables choices that contradict the other options.
  #show() {
    const { format, container, repeat, gap } = /** @type {any} */ (this.#form.elements);
    for (const option of format.options) option.disabled = !holds(container.value, option.value);
    if (format.selectedOptions[0]?.disabled) format.value = 'auto';
    gap.disabled = !(Number(textOf(repeat)) > 0);
    this.#showProblems();
  }

  // Lists the invalid fields, and the values used instead.
  #showProblems() {
    const { trimStart, trimEnd } = /** @type {any} */ (this.#form.elements);
    const isBackwards = Number(textOf(trimEnd)) > 0 && Number(textOf(trimStart)) >= Number(textOf(trimEnd));
    const problemOf = (field) => {
      if (field.disabled || isUsable(field)) return field === trimEnd && isBackwards ? '“End at” must be later than “Start at”.' : '';
      const range = field.max ? `from ${signed(field.min)} to ${signed(field.max)}` : 'not below 0';
      return `“${field.labels[0].firstChild.textContent.trim()}” needs a number ${range}; until then, ${field.defaultValue || 'nothing'} is used.`;
    };
    const fields = [...this.#form.querySelectorAll('input[type=number]')];
    const problems = fields.map(problemOf);
    fields.forEach((field, at) => {
      if (problems[at]) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    });
    part(this.#form, 'problem').textContent = problems.filter(Boolean).join(' ');
  }
}

// A field's text: the default if the field is invalid; empty if nothing is asked for.
function textOf(field) {
  if (field.type === 'checkbox') return field.checked ? field.value : '';
  return isUsable(field) ? field.value : field.defaultValue;
}

// A field with a placeholder may be empty, and so may a menu's choice.
const isUsable = ({ localName, value, validity, placeholder }) =>
  validity.valid && (value !== '' || Boolean(placeholder) || localName === 'select');
