import { element } from './elements.js';
import { capitalized, verdictWords } from './words.js';

/** What the verdict is, as a short line with a mark that doesn't rely on colour alone. */
export function verdictLine(verdict) {
  return element('span', { class: `verdict ${verdict.outcome}` }, verdictWords[verdict.outcome]);
}

/** The findings: what is the case, what follows, what to do, and how that is known. */
export function findingList(findings) {
  return findings.map((finding) => {
    const weight = finding.isReason ? finding.outcome : 'advice';
    const sentence = [finding.fact, finding.consequence].filter(Boolean).join('; ');
    return element(
      'li', { class: weight },
      element('p', {}, `${capitalized(sentence)}.`),
      finding.advice && element('p', { class: 'advice' }, `${capitalized(finding.advice)}.`),
      element(
        'details', {}, element('summary', {}, 'Rule and source'),
        element('p', {}, `The sound should be ${finding.statement}.`),
        element('p', {}, `How sure: ${finding.grade === 'documented' ? 'Apple documents it' : finding.grade}.`),
        element('p', { class: 'source' }, ...linked(finding.source))));
  });
}

// The table of rules writes addresses as plain text.
function linked(source) {
  return source.split(/(https:\/\/[^\s"]*[^\s",:;.])/).map((piece) =>
    piece.startsWith('https://') ? element('a', { href: piece, rel: 'noreferrer' }, piece) : piece);
}
