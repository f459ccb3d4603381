import { element } from './elements.js';
import { sentenceOf } from './words.js';

/** Shows a verdict as a short line, with a mark that can be told without its colour. What didn't change isn't spoken again. */
export function showVerdict(target, tone, words) {
  const line = target.firstElementChild;
  if (line?.textContent === words && line.classList.contains(tone)) return;
  target.replaceChildren(words && element('span', { class: `verdict ${tone}` }, words));
}

// What a finding is about, with other numbers or not.
const subject = ({ rule, setting }) => `${rule} ${setting?.[0]}`;

/**
 * The findings on the original: what is wrong, whether the converted file still has it, and what fixes it.
 * @param {(name: string, value: string|null) => void} fix sets one of the sound's settings; null takes it back
 */
export function findingList(list, fix) {
  let rows = [];
  let shown = '';
  /**
   * @param {object|null} made the converted file's description, when it is known
   * @param {(name: string) => string} text returns a setting
   */
  return ({ verdict: { findings }, notes, byteCount }, made, own, text) => {
    const known = new Set(findings.map(subject));
    const added = (made?.verdict.findings ?? []).filter((finding) => !known.has(subject(finding)));
    const now = JSON.stringify([findings, added, notes]);
    if (now !== shown) {
      shown = now;
      rows = [...findings.map((finding) => newRow(finding)), ...added.map((finding) => newRow(finding, 'the converted file: '))];
      list.replaceChildren(
        ...rows.map(({ item }) => item), ...noteList(notes.filter((note) => findings.every(({ fact }) => fact !== note))));
    }
    const left = made && new Set(made.verdict.findings.map(subject));
    for (const { finding, status, advice, button } of rows) {
      const isFixed = left && !left.has(subject(finding));
      status.textContent = isFixed ? 'Fixed in the converted file.' : '';
      // Advice on the size is wrong where a conversion makes the file larger.
      if (advice) advice.hidden = isFixed || (finding.rule === 'size' && made?.byteCount >= byteCount);
      if (!button) continue;
      const [name, value] = finding.setting;
      const isOwn = own[name] === value;
      button.hidden = !isOwn && (text(name) === value || isFixed);
      button.textContent = isOwn ? 'Undo' : 'Fix it';
      button.setAttribute('aria-label', `${button.textContent}: ${finding.advice}`);
      button.onclick = () => fix(name, isOwn ? null : value);
    }
  };
}

function newRow(finding, prefix = '') {
  const weight = finding.isReason ? finding.outcome : 'advice';
  const sentence = [finding.fact, finding.consequence].filter(Boolean).join('; ');
  const status = element('p', { class: 'fixed', role: 'status' });
  const advice = finding.advice && element('p', { class: 'advice' }, sentenceOf(finding.advice));
  const button = finding.setting && element('button', { type: 'button', class: 'fix' });
  const item = element(
    'li', { class: weight },
    element('p', {}, sentenceOf(prefix + sentence)), advice, status, button,
    element(
      'details', {}, element('summary', {}, 'Rule and source'),
      element('p', {}, `The sound should be ${finding.statement}.`),
      element('p', {}, `How sure: ${finding.grade === 'documented' ? 'Apple documents it' : finding.grade}.`),
      element('p', { class: 'source' }, ...linked(finding.source))));
  return { finding, item, status, advice, button };
}

/** The file's deviations from its format, folded, since few people need them. */
function noteList(notes) {
  if (notes.length === 0) return [];
  return [element(
    'li', { class: 'advice' },
    element('details', {}, element('summary', {}, 'Notes on the file'),
      ...notes.map((note) => element('p', {}, sentenceOf(note)))))];
}

// Makes links of the addresses in a rule's source.
function linked(source) {
  return source.split(/(https:\/\/[^\s"]*[^\s",:;.])/).map((piece) =>
    piece.startsWith('https://') ? element('a', { href: piece, rel: 'noreferrer', target: '_blank' }, piece) : piece);
}
