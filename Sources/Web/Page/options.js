import { defaultQuality, formatsOf } from './constants.js';
import { part } from './elements.js';
import { hertzText, signed } from './words.js';

// The options of conversions.

const lowRates = [32000, 22050, 16000];

// The fields for levels, trimming, fades and repetition, and the core's keys for them.
const preparing = {
  loudness: 'loudness', truePeak: 'true-peak', trimStart: 'trim-start', trimEnd: 'trim-end', silence: 'silence-threshold',
  fadeIn: 'fade-in', fadeOut: 'fade-out', repeat: 'repeat', gap: 'gap',
};

const labels = {
  ulaw: ['8 bits', 'µ-law'],
  alaw: ['8 bits', 'A-law'],
  I16: ['Uncompressed', '16-bit PCM'],
  I24: ['Uncompressed', '24-bit PCM'],
  F32: ['Uncompressed', '32-bit float'],
};

/**
 * The settings: those of all sounds, and each sound's own, which come first. One form edits both. Fires `change`, whose
 * detail is the sound's own settings if only these changed.
 *
 * Values are the texts of the form's fields, by their names.
 */
export class Options extends EventTarget {
  #form;
  #scope;
  #all;
  #owns = new Set();
  #edited = null;
  #fixed;

  /**
   * @param {HTMLFieldSetElement} scope whether the form edits the settings of all sounds, or the open sound's own
   * @param {object} [fixed] the values of all sounds, in a report
   */
  constructor(form, scope, fixed) {
    super();
    this.#form = form;
    this.#scope = scope;
    this.#fixed = fixed;
    form.addEventListener('change', ({ target }) => this.#change(target));
    scope.addEventListener('change', () => this.#fill());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.#reset()));
    this.#all = this.#texts();
    this.#show();
  }

  /** Makes the settings of a new sound, which has none of its own. */
  makeOwn() {
    const own = {};
    this.#owns.add(own);
    return own;
  }

  forget(own) { this.#owns.delete(own); }

  /** Shows a sound's settings in the form; null shows those of all sounds. */
  edit(own) {
    this.#edited = own;
    this.#fill();
  }

  /** Changes a sound's own settings. Null takes one back, or all of them: they are those of all sounds again. */
  set(own, changes) {
    for (const [name, text] of Object.entries(changes ?? { ...own })) this.#put(own, name, changes && text);
    if (own === this.#edited) this.#fill();
    this.dispatchEvent(new CustomEvent('change', { detail: own }));
  }

  #put(own, name, text) {
    if (text == null || String(text) === this.#all[name]) delete own[name];
    else own[name] = String(text);
  }

  /** A setting's text for a sound. */
  text(own, name) { return own[name] ?? this.#all[name]; }

  /** What a conversion of a sound takes. */
  values(own) {
    if (this.#fixed) return this.#fixed;
    const texts = { ...this.#all, ...own };
    const number = (name) => (texts[name] === '' ? null : Math.round(Number(texts[name]) * 1e6) / 1e6);
    const fits = (container) => formatsOf[container].includes(spelled(texts.format, container));
    const container = fits(texts.container) ? texts.container : Object.keys(formatsOf).find(fits);
    // A level may be 0, but a length of 0 changes nothing.
    const given = Object.entries(preparing).map(([name, key]) => [key, number(name)])
      .filter(([key, value]) => value != null && (/loud|peak|silence/.test(key) || value > 0));
    const preparation = Object.fromEntries(given);
    if (!preparation.repeat) delete preparation.gap;
    return {
      use: texts.use,
      container,
      format: spelled(texts.format, container),
      rate: number('rate') || null,
      channels: texts.channels,
      quality: number('quality'),
      policy: texts.policy,
      choice: texts.choice,
      limit: number('limit'),
      preparation,
    };
  }

  get #fields() { return [...this.#form.elements].filter(({ name }) => name); }

  // The texts of the form. An invalid field has its default.
  #texts() { return Object.fromEntries(this.#fields.map((field) => [field.name, textOf(field)])); }

  #change(field) {
    this.#show();
    const isOwn = this.#edited && this.#isForOne;
    // A change of the format may change the file, too.
    for (const name of field.name === 'format' ? ['format', 'container'] : [field.name]) {
      const text = textOf(this.#form.elements[name]);
      if (isOwn) this.#put(this.#edited, name, text);
      else {
        this.#all[name] = text;
        for (const own of this.#owns) delete own[name];
      }
    }
    if (field.name === 'format') for (const own of isOwn ? [this.#edited] : this.#owns) delete own.choice;
    this.dispatchEvent(new CustomEvent('change', { detail: isOwn ? this.#edited : null }));
  }

  get #isForOne() { return this.#scope.querySelector(':checked').value === 'one'; }

  #reset() {
    this.#all = this.#texts();
    for (const own of this.#owns) for (const name of Object.keys(own)) delete own[name];
    this.#show();
    this.dispatchEvent(new CustomEvent('change', { detail: null }));
  }

  #fill() {
    for (const field of this.#fields) {
      // The settings of all sounds may differ from those of the open one.
      const text = this.text((this.#isForOne || this.#owns.size === 1) && this.#edited || {}, field.name);
      if (field.type === 'checkbox') field.checked = text !== '';
      else field.value = text;
    }
    this.#show();
  }

  // Disables choices that contradict the other options.
  #show() {
    const { format, container, quality, repeat, gap } = this.#form.elements;
    for (const option of container.options) {
      option.disabled = !formatsOf[option.value].includes(spelled(format.value, option.value));
    }
    if (container.selectedOptions[0]?.disabled) {
      container.value = [...container.options].find((option) => !option.disabled).value;
    }
    quality.disabled = format.value !== 'ima4';
    gap.disabled = !(textOf(repeat) > 0);
    this.#showProblems();
  }

  // Lists the invalid fields, and the values used instead.
  #showProblems() {
    const wrong = [...this.#form.querySelectorAll('input[type=number]')].filter((field) => {
      // A field with a placeholder may be empty.
      const isWrong = !field.disabled && !isUsable(field) && (field.value !== '' || !field.validity.valid || !field.placeholder);
      if (isWrong) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
      return isWrong;
    });
    const { trimStart, trimEnd } = this.#form.elements;
    const isBackwards = textOf(trimEnd) > 0 && Number(textOf(trimStart)) >= Number(textOf(trimEnd));
    if (isBackwards) trimEnd.setAttribute('aria-invalid', 'true');
    const words = wrong.map((field) => {
      const { min, max, step } = field;
      const kind = step === '1' ? 'a whole number' : 'a number';
      const range = max ? `from ${signed(min)} to ${signed(max)}` : 'not below 0';
      return `“${field.labels[0].firstChild.data.trim()}” needs ${kind} ${range}; until then, ${field.defaultValue || 'nothing'} is used.`;
    });
    if (isBackwards) words.push('“End at” must be later than “Start at”.');
    part(this.#form, 'problem').textContent = words.join(' ');
  }
}

/** The formats to compare for one sound; the options' format comes first. */
export function offers(options, description) {
  const usual = [
    ['ima4', defaultQuality], ['ima4', 0], ['ulaw'], ['alaw'], [spelled('I16', options.container)],
    ...lowRates.map((rate) => ['ima4', defaultQuality, rate]),
  ].filter(([format]) => formatsOf[options.container]?.includes(format));
  const chosen = [options.format, options.format === 'ima4' ? options.quality : undefined];
  const rate = options.rate ?? description.rate;
  const all = [chosen, ...usual].filter(([, , low]) => !low || rate > low);
  const made = all.map(([format, quality, low]) => offer(format, quality, low, options, description));
  const first = made[0].id;
  const seen = new Map(made.map((each) => [each.id, each]));
  const order = made.slice(1).map(({ id }) => id);
  const ids = order.includes(first) ? order : [first, ...order];
  return { chosen: first, all: [...new Set(ids)].map((id) => seen.get(id)) };
}

function offer(format, quality, lowRate, options, description) {
  const rate = lowRate ?? options.rate;
  const [label, note] = wordsFor(format, quality, lowRate);
  return {
    id: [format, quality].filter((each) => each != null).join('-') + (lowRate ? `@${lowRate}` : ''),
    label,
    note,
    isSmallest: format === 'ima4' && quality > 0 && !lowRate,
    target: {
      container: options.container,
      format,
      rate: rate === description.rate ? null : rate,
      // A phone plays one or two channels, and IMA4 has no more.
      channels: options.channels || (description.channels > 2 ? 2 : null),
      quality,
      'over-limit': options.policy,
      limit: options.limit,
      use: options.use,
      ...options.preparation,
    },
  };
}

function wordsFor(format, quality, low) {
  if (low) return ['Smaller, less treble', `IMA4 at ${hertzText(low)}`];
  if (format === 'ima4') {
    if (quality === 0) return ['Apple’s encoder', 'IMA4, quality 0'];
    return ['Small', `IMA4, quality ${quality}`];
  }
  return labels[format] ?? labels[format.slice(2)] ?? [format, ''];
}

// A field's text: the default if the field is invalid; empty if nothing is asked for.
function textOf(field) {
  if (field.type === 'checkbox') return field.checked ? field.value : '';
  const { value, defaultValue, placeholder, validity } = field;
  return field.localName === 'select' || isUsable(field) || (value === '' && validity.valid && placeholder) ? value : defaultValue;
}

function isUsable({ value, validity }) {
  return value !== '' && validity.valid;
}

// Adds the container's byte order to the name of linear PCM.
function spelled(format, container) {
  if (!/^[IF]\d\d$/.test(format)) return format;
  return (container.startsWith('AIF') ? 'BE' : 'LE') + format;
}
