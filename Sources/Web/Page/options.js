// What to convert to: one choice for all sounds.

const formatsOf = {
  caff: ['ima4', 'ulaw', 'alaw', 'LEI16', 'LEI24', 'LEF32'],
  AIFC: ['ima4', 'ulaw', 'alaw', 'BEI16', 'BEI24', 'BEF32'],
  AIFF: ['BEI16', 'BEI24'],
  WAVE: ['ulaw', 'alaw', 'LEI16', 'LEI24', 'LEF32'],
};
const lowRate = 22050;

const labels = {
  ulaw: ['µ-law', '8 bits a sample'],
  alaw: ['A-law', '8 bits a sample'],
  I16: ['16-bit PCM', 'uncompressed'],
  I24: ['24-bit PCM', 'uncompressed'],
  F32: ['32-bit float', 'uncompressed'],
};

export class Options extends EventTarget {
  #form;

  constructor(form) {
    super();
    this.#form = form;
    form.addEventListener('change', () => this.#change());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.#change()));
    this.#show();
  }

  get values() {
    const { format, container, rate, channels, quality, policy, limit } = this.#form.elements;
    return {
      container: container.value,
      format: spelled(format.value, container.value),
      rate: Number(rate.value) || null,
      channels: channels.value,
      quality: Math.min(127, Math.max(0, Math.round(Number(quality.value) || 0))),
      policy: policy.value,
      limit: limit.validity.valid && Number(limit.value) > 0 ? Number(limit.value) : 30,
    };
  }

  #change() {
    this.#show();
    this.dispatchEvent(new Event('change'));
  }

  // Only what goes together can be chosen.
  #show() {
    const { format, container, quality } = this.#form.elements;
    for (const option of container.options) {
      option.disabled = !formatsOf[option.value].includes(spelled(format.value, option.value));
    }
    if (container.selectedOptions[0]?.disabled) {
      container.value = [...container.options].find((option) => !option.disabled).value;
    }
    quality.disabled = format.value !== 'ima4';
  }
}

/** The formats to compare for one sound, that of the options first. */
export function offers(options, description) {
  const usual = [
    ['ima4', 63], ['ima4', 0], ['ulaw'], ['alaw'], [spelled('I16', options.container)], ['ima4', 63, lowRate],
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
    target: {
      container: options.container,
      format,
      rate: rate === description.rate ? null : rate,
      ...channelKeys(options.channels),
      quality,
      'over-limit': options.policy,
      limit: options.limit,
    },
  };
}

function wordsFor(format, quality, low) {
  if (low) return ['IMA4 at 22,050 Hz', 'smaller'];
  if (format === 'ima4') {
    if (quality === 63) return ['IMA4, closer', 'quality 63'];
    if (quality === 0) return ['IMA4, as Apple’s tool', 'quality 0'];
    return ['IMA4', `quality ${quality}`];
  }
  return labels[format] ?? labels[format.slice(2)];
}

function channelKeys(choice) {
  if (choice === 'mono') return { channels: 1, mix: 'yes' };
  return choice === 'stereo' ? { channels: 2 } : {};
}

// PCM has its byte order in its name.
function spelled(format, container) {
  if (!/^[IF]\d\d$/.test(format)) return format;
  return (container.startsWith('AIF') ? 'BE' : 'LE') + format;
}
