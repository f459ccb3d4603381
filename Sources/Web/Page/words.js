// Numbers and names in words.

const decimals = (count) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: count, maximumFractionDigits: count });
const [whole, one, two] = [0, 1, 2].map(decimals);

/** Sizes in thousands, as the commands print them. */
export function sizeText(byteCount) {
  if (byteCount < 1000) return `${byteCount} bytes`;
  if (byteCount < 999_500) return `${byteCount < 99_950 ? one.format(byteCount / 1e3) : whole.format(byteCount / 1e3)} KB`;
  return `${one.format(byteCount / 1e6)} MB`;
}

export function secondsText(seconds) {
  if (seconds >= 60) {
    const rounded = Math.round(seconds);
    return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  }
  return `${(seconds < 1 ? two : one).format(seconds)} s`;
}

/** With a real minus sign; a dash if there is no number. */
export function decibelText(value, unit = 'dB') {
  if (value == null) return '–';
  const text = one.format(Math.abs(value));
  return `${value < 0 && text !== '0.0' ? '−' : ''}${text} ${unit}`;
}

export function hertzText(rate) {
  return `${whole.format(rate)} Hz`;
}

export function percentText(fraction) {
  const percent = fraction * 100;
  return percent < 0.1 ? 'less than 0.1 %' : `${(percent < 10 ? one : whole).format(percent)} %`;
}

export function countText(count, singular, plural = `${singular}s`) {
  return `${whole.format(count)} ${count === 1 ? singular : plural}`;
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const verdictWords = {
  plays: 'iOS plays it',
  undocumented: 'Not documented: iOS may play it',
  default: 'iOS plays its default sound instead',
};

/** What a radio row says of a copy's likeness. */
export function likenessText({ comparison, conversion }) {
  if (conversion.outcome === 'replaced') return 'chime';
  if (!comparison.comparable) return '–';
  if (comparison.exact) return 'exact';
  return decibelText(comparison.signalToNoise);
}
