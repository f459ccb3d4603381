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
  return `${countText(count, 'sound')}, ${needingWork === 0 ? (count === 1 ? 'plays' : 'all play') : `${needingWork} ${needingWork === 1 ? 'needs' : 'need'} work`}.`;
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
  const said = findings.filter(({ isReason }) => isReason).map(({ consequence }) => consequence).filter(Boolean);
  // What surely happens decides.
  return capitalized(said.find((words) => !words.includes(' may ')) ?? said[0] ?? `${system} may not play it`);
}

/** The verdict on a sound, and before it what matters more to its listeners. */
export function headlineText({ verdict, levels }, use) {
  return levels.peak == null ? 'It is silent' : verdictWords(verdict, use);
}

/** The class of a verdict's mark. Silence isn't good, even if it plays. */
export const toneOf = ({ verdict: { outcome }, levels }) => (levels.peak == null && outcome === 'plays' ? 'undocumented' : outcome);

/** Why the verdict isn't that it plays; empty if it is. */
export const reasonsText = ({ findings }) =>
  findings.filter(({ isReason, fact }) => isReason && fact).map(({ fact }) => sentenceOf(fact)).join(' ');

/** What a file is. */
export function summaryText({ container, format, rateAndChannels, seconds, byteCount }) {
  return [container, formatText(format), rateAndChannels, secondsText(seconds), sizeText(byteCount)]
    // If the browser decoded the sound, its container isn't known, and its format might not be known.
    .filter((words, at, all) => !/^another|\?\?/.test(words) && all.indexOf(words) === at).join(' · ').replace(/(\d) (?=[a-z])/gi, '$1\u00a0');
}

/** What a conversion did. */
export function fateText({ seconds: original }, { conversion, file, description }, { note, target }) {
  const { outcome, preparedSeconds, fact, seconds = description?.seconds } = conversion;
  const length = secondsText(preparedSeconds ?? original);
  const start = target['trim-start'];
  const fate = {
    'replaced-by-default': `${length} is too long: the built-in chime takes its place`,
    omitted: `${length} is too long: it is left out`,
    trimmed: seconds ? `${start ? `from ${secondsText(start)} on, ` : 'the first '}${secondsText(seconds)} are kept` : 'its beginning is kept',
    'converted-too-long': `converted whole, although the limit is ${target.limit}\u00a0s`,
  }[outcome];
  return sentenceOf([fate, fact, file && note].filter(Boolean).join('; '));
}

/** How a copy's size differs from the original's; empty if it hardly does. */
export function changeText(before, after) {
  const saved = 1 - after / before;
  return Math.abs(saved) < 0.005 ? '' : `${saved > 0 ? '−' : '+'}${percentText(Math.abs(saved))}`;
}

/** The core's words with real minus signs. */
export function signed(text) {
  return (text ?? '').replace(/(^|[^\w])-(?=\d)/g, '$1−');
}

/** The core's words as a sentence. */
export const sentenceOf = (text) => `${capitalized(signed(text))}.`;

// A format in a designer's words: without a byte order or a code.
const formatText = (words) => words.replace(/, (little|big)-endian/, '').replace(/ \('[^']*'\)/, '');

/** A problem and its remedy. */
export function problemText({ message, advice }) {
  return sentenceOf([message, advice].filter(Boolean).join('; ').replace(/^ima4\b/, 'IMA4'));
}

/** What was done about a sound of many channels, and what to do about one that is left out or truncated; empty for other sounds. */
export function warningText({ outcome, isTruncated, warnings }, { target }, { channels }) {
  const mixed = target.channels && channels > 2 && `Its ${channels} channels are mixed down.`;
  const lost = ['replaced-by-default', 'omitted'].includes(outcome) && 'To keep its beginning, choose “Trim and fade out” under “If it is too long”.';
  const missing = isTruncated && 'The file is incomplete: the end of the sound is missing. Export or copy it again.';
  return [mixed, lost, missing, ...warnings.map(sentenceOf)].filter(Boolean).join(' ');
}
