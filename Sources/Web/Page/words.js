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

export function hertzText(rate) {
  return `${whole.format(rate)}\u00a0Hz`;
}

export function percentText(fraction) {
  const percent = fraction * 100;
  return percent < 0.1 ? 'less than 0.1 %' : `${(percent < 10 ? one : whole).format(percent)} %`;
}

export function countText(count, singular, plural = `${singular}s`) {
  return `${whole.format(count)} ${count === 1 ? singular : plural}`;
}

/** A name without control characters and changes of direction, which could make it look like another name. */
export function shownName(name) {
  return name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A verdict in words, for a use of the menu. */
export function verdictWords(outcome, use) {
  const system = use === 'macos' ? 'macOS' : 'iOS';
  if (outcome === 'plays') return `${system} plays it`;
  if (outcome === 'undocumented') return `Not documented: ${system} may play it`;
  return use === 'system-sound' ? 'It may not play as a system sound' : `${system} plays its default sound instead`;
}

/** A ratio of a copy to the original, for its row. */
export function ratioText({ comparable, exact }, decibels) {
  if (!comparable) return '–';
  return exact ? 'exact' : decibelText(decibels);
}

/** What is heard of a format's noise; empty without noise. */
export function noiseWords({ comparable, exact, noiseIsMasked }) {
  if (!comparable || exact) return '';
  return noiseIsMasked ? 'noise is masked' : 'noise may be heard';
}

/** The changes made to a sound, with real minus signs. */
export function factText({ fact }) {
  return (fact ?? '').replace(/-(?=\d)/g, '−');
}

/** A format in a designer's words: without a byte order or a code. */
export function formatText(words) {
  return words.replace(/, (little|big)-endian/, '').replace(/ \('[^']*'\)/, '');
}

// The page's words for advice that names command-line options.
const advices = [
  [/--over-limit/, 'choose “Trim and fade out” under “If it is too long”'],
  [/(^|\s)-c \d/, 'choose Stereo or Mono under “Channels”'],
  [/--allow-truncated/, 'export or copy it again'],
  [/(^|\s)-{1,2}[a-z]/, null],
];

/** A problem and its remedy, in the page's words. */
export function problemText({ message, advice }) {
  const clauses = [message, advice].filter(Boolean).join('; ').split('; ').map((clause) => {
    const found = advices.find(([pattern]) => pattern.test(clause));
    return found ? found[1] : clause.replace(/^ima4\b/, 'IMA4');
  });
  return `${capitalized([...new Set(clauses)].filter(Boolean).join('; '))}.`;
}

/** What happened to a sound that is too long or truncated; empty for other sounds. */
export function warningText({ outcome, isTruncated, seconds, preparedSeconds }, { limit }, original) {
  const subject = preparedSeconds == null ? 'This sound is' : 'As the options make it, this sound is';
  const long = `${subject} ${secondsText(preparedSeconds ?? original)} long, and the limit is ${limit}\u00a0s.`;
  const trim = 'To keep its beginning, choose “Trim and fade out” under “If it is too long”.';
  const said = {
    replaced: `${long} The built-in chime takes its place. ${trim}`,
    omitted: `${long} It is left out. ${trim}`,
    trimmed: `${long} Its first ${secondsText(seconds)} are kept, with a short fade at the end.`,
    tooLong: `${long} It is converted whole.`,
  }[outcome];
  const missing = isTruncated && 'The file is incomplete: the end of the sound is missing. Export or copy it again.';
  return [said, missing].filter(Boolean).join(' ');
}
