import { element, part } from './elements.js';
import { holds } from './offers.js';
import { signed } from './words.js';

/** @typedef {Record<string, string>} Texts settings by the names of the form's fields, which are the core's keys */

/**
 * The settings: those of all sounds, and each sound's own, which come first. One form edits both.
 *
 * A format's text is its name, its quality and its rate if that isn't the sound's: `ima4-63`, `I16`, `ima4-63@22050`. `auto`
 * is the smallest that sounds the same.
 */
export class Options {
  /** @type {HTMLFormElement} */ #form;
  #isForOne = false;
  /** @type {Texts} */ #all;
  /** @type {Texts} What a reset returns to. */ #initial;
  /** @type {() => Texts[]} */ #owns;
  /** @type {Texts|null} */ #edited = null;
  #changed;

  /**
   * @param {Element} scope whether the form edits the settings of all sounds, or the open sound's own
   * @param {() => Texts[]} owns the sounds' own settings
   * @param {(change: {own: Texts|null, restore?: () => void, words?: string}) => void} changed gets a sound's own settings if only
   *   these changed, a function that takes the change back, and, for a reset, words
   */
  constructor(form, scope, owns, changed) {
    this.#form = form;
    this.#owns = owns;
    this.#changed = changed;
    for (const field of this.#fields) field.addEventListener('change', () => this.#change(field));
    scope.addEventListener('change', ({ target }) => {
      this.#isForOne = /** @type {HTMLInputElement} */ (target).value === 'one';
      this.#fill();
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => {
      const restore = this.#restorer();
      this.#return(this.#initial, this.#owns().map((own) => [own, {}]), { restore, words: 'All settings were reset.' });
    }));
    this.#initial = this.#all = Object.fromEntries(this.#fields.map((field) => [field.name, textOf(field)]));
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
    this.#initial = this.#all = { ...this.#all, ...texts };
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
    this.#changed({ own, restore });
  }

  #put(own, name, text) {
    if (text == null || String(text) === this.#all[name]) delete own[name];
    else own[name] = String(text);
  }

  // Returns a function that restores what the settings are now.
  #restorer() {
    const all = this.#all;
    const owns = this.#owns().map((own) => [own, { ...own }]);
    return () => this.#return(all, owns, {});
  }

  #return(all, owns, detail) {
    this.#all = all;
    for (const [own, texts] of owns) {
      for (const name of Object.keys(own)) delete own[name];
      Object.assign(own, texts);
    }
    this.#fill();
    this.#changed({ own: null, ...detail });
  }

  /** A setting's text for a sound. */
  text(own, name) { return own[name] ?? this.#all[name]; }

  /**
   * What a conversion of a sound takes, by the core's keys. `format` is null for the smallest that sounds the same.
   * @returns {Record<string, any>}
   */
  values(own) {
    const { use, container, format, 'over-limit': policy, ...texts } = /** @type {Texts} */ ({ ...this.#all, ...own });
    // A level may be 0, but a length of 0 changes nothing.
    const given = Object.entries(texts).map(([key, text]) => /** @type {[string, number]} */ ([key, Math.round(Number(text) * 1e6) / 1e6]))
      .filter(([key, value]) => value > 0 || (texts[key] !== '' && /loud|peak|silence/.test(key)));
    const numbers = Object.fromEntries(given);
    if (!numbers.repeat) delete numbers.gap;
    return {
      use, container: holds(container, format) ? container : 'caff', format: format === 'auto' ? null : format, 'over-limit': policy, ...numbers,
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
        this.#all = { ...this.#all, [name]: text };
        for (const own of this.#owns()) delete own[name];
      }
    }
    this.#changed({ own: isOwn ? this.#edited : null, restore });
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

  // Disables choices that contradict the other options, and lists the invalid fields with the values used instead.
  #show() {
    const { format, container, repeat, gap, 'trim-start': start, 'trim-end': end } = /** @type {any} */ (this.#form.elements);
    for (const option of format.options) option.disabled = !holds(container.value, option.value);
    if (format.selectedOptions[0]?.disabled) format.value = 'auto';
    gap.disabled = !(Number(textOf(repeat)) > 0);
    const isBackwards = Number(textOf(end)) > 0 && Number(textOf(start)) >= Number(textOf(end));
    const problems = this.#fields.filter(({ type }) => type === 'number').map((field) => {
      const { disabled, min, max, defaultValue, labels: [{ firstChild: words }] } = field;
      const problem = !disabled && !isUsable(field)
        ? `“${words.textContent.trim()}” needs a number from ${signed(min)} to ${signed(max)}; until then, ${defaultValue || 'nothing'} is used.`
        : field === end && isBackwards ? '“End at” must be later than “Start at”.' : '';
      if (problem) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
      return problem;
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
