// Numbers and names in words. Numbers and units have a no-break space between them.

const decimals = (count) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: count, maximumFractionDigits: count });
const [whole, one, two] = [0, 1, 2].map(decimals);

/** A size in decimal units, as the commands print it. */
export function sizeText(byteCount) {
  if (byteCount < 1000) return `${byteCount}\u00a0bytes`;
  if (byteCount < 999_500) return `${byteCount < 99_950 ? one.format(byteCount / 1e3) : whole.format(byteCount / 1e3)}\u00a0KB`;
  return `${one.format(byteCount / 1e6)}\u00a0MB`;
}

export function secondsText(seconds) {
  if (seconds >= 60) {
    const rounded = Math.round(seconds);
    return `${Math.floor(rounded / 60)}\u00a0min ${rounded % 60}\u00a0s`;
  }
  return `${(seconds < 1 ? two : one).format(seconds)}\u00a0s`;
}

/** A number of decibels with a real minus sign; a dash for null. */
export function decibelText(value, unit = 'dB') {
  if (value == null) return '–';
  const text = one.format(Math.abs(value));
  return `${value < 0 && text !== '0.0' ? '−' : ''}${text}\u00a0${unit}`;
}

export const hertzText = (rate) => `${whole.format(rate)}\u00a0Hz`;

export function percentText(fraction) {
  const percent = fraction * 100;
  return percent < 0.1 ? 'less than 0.1 %' : `${(percent < 10 ? one : whole).format(percent)} %`;
}

export const countText = (count, singular, plural = `${singular}s`) => `${whole.format(count)} ${count === 1 ? singular : plural}`;

/** How many sounds there are, and how many don't surely play. */
export function standingText(count, needingWork) {
  return `${countText(count, 'sound')}, ${needingWork === 0 ? (count === 1 ? 'plays' : 'all play') : `${needingWork} ${needingWork === 1 ? 'needs' : 'need'} work`}`;
}

/** A name without control characters and changes of direction, which could make it look like another name. */
export function shownName(name) {
  return name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}

function capitalized(text) {
  return /^(i|mac)OS\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A verdict in words: what the decisive finding says happens. */
export function verdictWords({ outcome, findings }, use) {
  const system = use === 'macos' ? 'macOS' : 'iOS';
  if (outcome === 'plays') return `${system} plays it`;
  return capitalized(findings.find(({ isReason }) => isReason)?.consequence ?? `${system} may not play it`);
}

/** What becomes of a sound, in one sentence. */
export function sentenceText({ verdict, byteCount, seconds: original }, result, { limit, 'trim-start': start }, use) {
  const words = verdictWords(verdict, use);
  if (!result) return verdict.outcome === 'plays' ? 'It already plays.' : `${words}.`;
  const { outcome, preparedSeconds, seconds = result.description?.seconds } = result.conversion;
  const fate = {
    'replaced-by-default': 'the built-in chime takes its place',
    omitted: 'it is left out',
    trimmed: seconds ? `${start ? `from ${secondsText(start)} on, ` : 'the first '}${secondsText(seconds)} are kept` : 'its beginning is kept',
    'converted-too-long': `it is converted whole, although the limit is ${limit}\u00a0s`,
  }[outcome];
  if (fate) return `${secondsText(preparedSeconds ?? original)} is too long: ${fate}.`;
  const saved = 1 - result.file.size / byteCount;
  const change = saved >= 0.005 ? `saves ${percentText(saved)}` : saved > -0.005 ? 'doesn’t change its size' : 'makes it larger';
  if (verdict.outcome === 'plays') return `It already plays; converting ${change}.`;
  return `${words}${result.description?.verdict.outcome === 'plays' ? '; converted, it plays' : ''}.`;
}

/** A ratio of a copy to the original, for its row. */
export function ratioText({ comparable, exact }, decibels) {
  if (!comparable) return '–';
  return exact ? 'exact' : decibelText(decibels);
}

/** What is heard of a format's noise; empty without noise. */
export function noiseWords({ comparable, exact, noiseIsMasked }) {
  if (!comparable || exact) return '';
  return noiseIsMasked ? 'sounds the same' : 'you may hear noise';
}

/** The core's words with real minus signs. */
export function signed(text) {
  return (text ?? '').replace(/(^|[^\w])-(?=\d)/g, '$1−');
}

/** The core's words as a sentence. */
export const sentenceOf = (text) => `${capitalized(signed(text))}.`;

/** A format in a designer's words: without a byte order or a code. */
export const formatText = (words) => words.replace(/, (little|big)-endian/, '').replace(/ \('[^']*'\)/, '');

/** A problem and its remedy. */
export function problemText({ message, advice }) {
  return sentenceOf([message, advice].filter(Boolean).join('; ').replace(/^ima4\b/, 'IMA4'));
}

/** What was done about a sound of many channels, and what to do about one that is left out or truncated; empty for other sounds. */
export function warningText({ outcome, isTruncated, warnings }, { id, target }, { channels }) {
  const mixed = target.channels && channels > 2 && `Its ${channels} channels are mixed down.`;
  // A report has no settings.
  const lost = id !== 'converted' && ['replaced-by-default', 'omitted'].includes(outcome) && 'To keep its beginning, choose “Trim and fade out” under “If it is too long”.';
  const missing = isTruncated && 'The file is incomplete: the end of the sound is missing. Export or copy it again.';
  return [mixed, lost, missing, ...warnings.map(sentenceOf)].filter(Boolean).join(' ');
}
