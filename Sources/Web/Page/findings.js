import { element } from './elements.js';
import { capitalized, verdictWords } from './words.js';

/** The verdict as a short line, with a mark that doesn't rely on colour alone. */
export function verdictLine(verdict, use) {
  return element('span', { class: `verdict ${verdict.outcome}` }, verdictWords(verdict.outcome, use));
}

// Facts that the core states in a programmer's words.
const plainFacts = [
  [/WAVE_FORMAT_EXTENSIBLE/, 'its WAVE header is of a kind that old programs don’t read'],
  [/the file is truncated/, 'the file is incomplete: the end of the sound is missing'],
];

/** The findings: fact, consequence, remedy and source of each. */
export function findingList(findings) {
  return findings.map((finding) => {
    const weight = finding.isReason ? finding.outcome : 'advice';
    const plain = plainFacts.find(([pattern]) => pattern.test(finding.fact))?.[1];
    const sentence = [plain ?? finding.fact, finding.consequence].filter(Boolean).join('; ');
    return element(
      'li', { class: weight },
      element('p', {}, `${capitalized(sentence)}.`),
      finding.advice && element('p', { class: 'advice' }, `${capitalized(finding.advice)}.`),
      element(
        'details', {}, element('summary', {}, 'Rule and source'),
        plain && element('p', {}, `${capitalized(finding.fact)}.`),
        element('p', {}, `The sound should be ${finding.statement}.`),
        element('p', {}, `How sure: ${finding.grade === 'documented' ? 'Apple documents it' : finding.grade}.`),
        element('p', { class: 'source' }, ...linked(finding.source))));
  });
}

/** Deviations in the file's bytes, which few people need. */
export function noteList(notes) {
  if (notes.length === 0) return [];
  return [element(
    'li', { class: 'advice' },
    element('details', {}, element('summary', {}, 'Notes on the file'),
      ...notes.map((note) => element('p', {}, `${capitalized(note)}.`))))];
}

// The table of rules writes addresses as plain text.
function linked(source) {
  return source.split(/(https:\/\/[^\s"]*[^\s",:;.])/).map((piece) =>
    piece.startsWith('https://') ? element('a', { href: piece, rel: 'noreferrer' }, piece) : piece);
}
