import { element } from './elements.js';
import { capitalized } from './words.js';

/** The verdict as a short line, with a mark that can be told without its colour. */
export function verdictLine({ outcome }, words) {
  return element('span', { class: `verdict ${outcome}` }, words);
}

// Plain words for facts that the core states in programmers' terms.
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

/** The file's deviations from its format, folded, since few people need them. */
export function noteList(notes) {
  if (notes.length === 0) return [];
  return [element(
    'li', { class: 'advice' },
    element('details', {}, element('summary', {}, 'Notes on the file'),
      ...notes.map((note) => element('p', {}, `${capitalized(note)}.`))))];
}

// Makes links of the addresses in a rule's source.
function linked(source) {
  return source.split(/(https:\/\/[^\s"]*[^\s",:;.])/).map((piece) =>
    piece.startsWith('https://') ? element('a', { href: piece, rel: 'noreferrer' }, piece) : piece);
}
