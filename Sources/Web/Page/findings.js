import { element } from './elements.js';
import { sentenceOf } from './words.js';

/** The verdict as a short line, with a mark that can be told without its colour. */
export function verdictLine({ outcome }, words) {
  return element('span', { class: `verdict ${outcome}` }, words);
}

// What a finding is about, with other numbers or not.
const subject = ({ rule, setting }) => `${rule} ${setting?.[0]}`;

/** The findings on the original: what is wrong, whether the converted file still has it, and what fixes it. */
export class Findings {
  #list;
  #fix;
  #rows = [];
  // The rows of what only the converted file has.
  #added = [];
  #converted = null;

  /** @param {(name: string, value: string|null) => void} fix sets one of the sound's settings; null takes it back */
  constructor(list, fix) {
    this.#list = list;
    this.#fix = fix;
  }

  show({ verdict: { findings }, notes }) {
    this.#converted = null;
    this.#rows = findings.map((finding) => this.#row(finding));
    this.#list.replaceChildren(
      ...this.#rows.map(({ item }) => item), ...noteList(notes.filter((note) => findings.every(({ fact }) => fact !== note))));
  }

  /** Says what the converted file still has. @param {(name: string) => string} text returns a setting */
  mark(converted, own, text) {
    const left = converted && new Set(converted.verdict.findings.map(subject));
    if (converted !== this.#converted) {
      this.#converted = converted;
      for (const { item } of this.#added) item.remove();
      const known = new Set(this.#rows.map(({ finding }) => subject(finding)));
      const added = (converted?.verdict.findings ?? []).filter((finding) => !known.has(subject(finding)));
      this.#added = added.map((finding) => this.#row(finding, 'the converted file: '));
      this.#list.append(...this.#added.map(({ item }) => item));
    }
    for (const { finding, status, button } of [...this.#rows, ...this.#added]) {
      status.textContent = left && !left.has(subject(finding)) ? 'Fixed in the converted file.' : '';
      if (!button) continue;
      const [name, value] = finding.setting;
      const isOwn = own[name] === value;
      button.hidden = !isOwn && (text(name) === value || status.textContent !== '');
      button.textContent = isOwn ? 'Undo' : 'Fix it';
      button.setAttribute('aria-label', `${button.textContent}: ${finding.advice}`);
      button.onclick = () => this.#fix(name, isOwn ? null : value);
    }
  }

  #row(finding, prefix = '') {
    const weight = finding.isReason ? finding.outcome : 'advice';
    const sentence = [finding.fact, finding.consequence].filter(Boolean).join('; ');
    const status = element('p', { class: 'fixed', role: 'status' });
    const button = finding.setting && element('button', { type: 'button', class: 'fix' });
    const item = element(
      'li', { class: weight },
      element('p', {}, sentenceOf(prefix + sentence)),
      finding.advice && element('p', { class: 'advice' }, sentenceOf(finding.advice)),
      status, button,
      element(
        'details', {}, element('summary', {}, 'Rule and source'),
        element('p', {}, `The sound should be ${finding.statement}.`),
        element('p', {}, `How sure: ${finding.grade === 'documented' ? 'Apple documents it' : finding.grade}.`),
        element('p', { class: 'source' }, ...linked(finding.source))));
    return { finding, item, status, button };
  }
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
    piece.startsWith('https://') ? element('a', { href: piece, rel: 'noreferrer' }, piece) : piece);
}
