import { defaultQuality, formatsOf } from './constants.js';
import { element, part } from './elements.js';
import { countText, hertzText } from './words.js';

// The options of a conversion, the same for all sounds.

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

export class Options extends EventTarget {
  #form;
  #presetValues = null;

  constructor(form) {
    super();
    this.#form = form;
    form.addEventListener('change', () => this.#change());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.#change()));
    this.#show();
  }

  get values() {
    const { use, format, container, rate, channels, quality, policy, limit } = this.#form.elements;
    return {
      use: use.value,
      container: container.value,
      format: spelled(format.value, container.value),
      rate: Number(rate.value) || null,
      channels: channels.value,
      quality: numberOf(quality),
      policy: policy.value,
      limit: numberOf(limit),
      preparation: this.#preparation,
    };
  }

  // The fields that change something. A level may be 0, but a length of 0 changes nothing.
  get #preparation() {
    const given = Object.entries(preparing).map(([name, key]) => {
      const field = this.#form.elements[name];
      if (field.disabled) return [key, null];
      if (field.type === 'checkbox') return [key, field.checked ? Number(field.value) : null];
      const value = numberOf(field);
      return [key, /loud|peak/.test(key) || value > 0 ? value : null];
    });
    return Object.fromEntries(given.filter(([, value]) => value != null));
  }

  /** Sets the form to the options of a preview. Values that a menu lacks are added to it. */
  preset({ use, limit, policy, container, format, rate, channels, mix, quality, preparation }) {
    const general = format.replace(/^[LB]E/, '');
    const isUsual = formatsOf[container]?.includes(format) && spelled(general, container) === format;
    if (!isUsual) (formatsOf[container] ??= []).push(format);
    const values = {
      use, policy, container,
      format: isUsual ? general : format,
      rate: rate ?? '',
      channels: channels ? `${channels}${mix ? ' mix' : ''}` : '',
    };
    const words = { rate: hertzText(rate ?? 0), channels: countText(channels ?? 0, 'channel') };
    for (const [name, value] of Object.entries(values)) {
      const menu = this.#form.elements[name];
      const text = String(value);
      if ([...menu.options].every((option) => option.value !== text)) {
        menu.append(element('option', { value: text }, words[name] ?? text));
      }
      // Make this the value that resetting the form restores.
      for (const option of menu.options) option.defaultSelected = option.value === text;
      menu.value = text;
    }
    for (const [name, value] of Object.entries({ quality, limit })) {
      const field = this.#form.elements[name];
      field.defaultValue = field.value = value;
    }
    for (const [name, key] of Object.entries(preparing)) {
      const field = this.#form.elements[name];
      const value = preparation[key];
      if (field.type !== 'checkbox') {
        // The command allows larger ranges than the page.
        if (field.max && value > Number(field.max)) field.max = value;
        if (field.min && value < Number(field.min)) field.min = value;
        field.defaultValue = field.value = value ?? '';
      } else if (value != null) {
        field.value = value;
        field.defaultChecked = field.checked = true;
      }
    }
    this.#show();
    this.#presetValues = this.values;
  }

  /** The options of the preview; null if the page isn't a preview. */
  get presetValues() { return this.#presetValues; }
  get isPreset() { return JSON.stringify(this.values) === JSON.stringify(this.#presetValues); }

  #change() {
    this.#show();
    this.dispatchEvent(new Event('change'));
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
    gap.disabled = !(numberOf(repeat) > 0);
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
    const isBackwards = numberOf(trimEnd) > 0 && numberOf(trimStart) >= numberOf(trimEnd);
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
  ].filter(([format]) => formatsOf[options.container].includes(format));
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
      ...channelKeys(options.channels),
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
    return ['Smallest', `IMA4, quality ${quality}`];
  }
  return labels[format] ?? labels[format.slice(2)] ?? [format, ''];
}

function channelKeys(choice) {
  const [count, mix] = choice.split(' ');
  return { channels: count || null, mix: mix ? 'yes' : null };
}

// A field's number, rounded to six decimals as on the command line. The default if the field is invalid; null if it is
// empty.
function numberOf(field) {
  const { value, defaultValue, placeholder, validity } = field;
  const text = isUsable(field) || (value === '' && validity.valid && placeholder) ? value : defaultValue;
  return text === '' ? null : Math.round(Number(text) * 1e6) / 1e6;
}

function isUsable({ value, validity }) {
  return value !== '' && validity.valid;
}

function signed(number) {
  return number.replace('-', '−');
}

// Adds the container's byte order to the name of linear PCM.
function spelled(format, container) {
  if (!/^[IF]\d\d$/.test(format)) return format;
  return (container.startsWith('AIF') ? 'BE' : 'LE') + format;
}
