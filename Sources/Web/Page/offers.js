import { hertzText } from './words.js';

// A test compares the quality and the formats with the core.

export const defaultQuality = 63;

/** The formats in the page's menu that containers can't hold. @type {Record<string, string[]>} */
export const notIn = { caff: [], AIFC: [], AIFF: ['ima4', 'ulaw', 'alaw', 'F32'], WAVE: ['ima4'] };

const nameOf = (format) => format.split(/[-@]/)[0];
const rateOf = (format) => Number(format.split('@')[1]);

export const holds = (container, format) => !notIn[container].includes(nameOf(format));

const small = `ima4-${defaultQuality}`;
const usual = [small, 'ima4-0', 'ulaw', 'alaw', 'I16', 'I24', 'F32', ...[32000, 22050, 16000].map((rate) => `${small}@${rate}`)];
const labels = {
  ulaw: ['8 bits', 'µ-law'],
  alaw: ['8 bits', 'A-law'],
  I16: ['Uncompressed', '16-bit PCM'],
  I24: ['Uncompressed', '24-bit PCM'],
  F32: ['Uncompressed', '32-bit float'],
};

/**
 * A format that a sound can be converted to. `small` may add noise that is heard, and `clean` doesn't for most sounds.
 * @typedef {{id: string, label: string, note: string, kind: 'small'|'clean'|null, target: object}} Offer
 */

/**
 * The formats for one sound; the one that the options ask for is among them.
 * @returns {Offer[]}
 */
export function offers(options, description) {
  const { container, format } = options;
  const fits = usual.filter((id) => holds(container, id));
  const ids = format && !fits.includes(format) ? [format, ...fits] : fits;
  const smallest = ids.find((id) => [small, 'ulaw'].includes(id));
  return ids
    .filter((id) => id === format || !(rateOf(id) >= (options.rate ?? description.rate)))
    .map((id) => ({ ...offer(id, options, description), kind: id === smallest ? 'small' : /^[IF]\d/.test(id) ? 'clean' : null }));
}

function offer(id, { format: _, ...asked }, description) {
  const name = nameOf(id);
  const [, quality] = id.split('@')[0].split('-');
  const rate = rateOf(id) || asked.rate;
  const [label, note] = wordsFor(name, Number(quality), rateOf(id));
  return {
    id,
    label,
    note,
    target: {
      ...asked,
      format: name,
      rate: rate === description.rate ? null : rate,
      // A phone plays one or two channels, and IMA4 has no more.
      channels: asked.channels ?? (description.channels > 2 ? 2 : null),
      quality: quality && Number(quality),
    },
  };
}

function wordsFor(name, quality, rate) {
  if (rate) return ['Smaller, less treble', `IMA4 at ${hertzText(rate)}`];
  if (name === 'ima4') return [quality === 0 ? 'Apple’s encoder' : 'Small', `IMA4, quality ${quality}`];
  return labels[name] ?? [name, ''];
}
