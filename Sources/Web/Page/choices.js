import { element } from './elements.js';
import { decibelText, problemText, ratioText, sizeText } from './words.js';

/** The radio buttons of a card: which of the original and the converted sound is heard, and which of all formats is downloaded. */
export class Choices {
  #list;
  #ears;
  #name;
  /** @type {Map<string, any>} by the formats' identifiers, so that a row keeps the focus */
  #rows = new Map();

  /** @param {(chosen: string) => void} choose is called with a format's identifier, `original` or `kept` */
  constructor(list, ears, number, choose) {
    this.#list = list;
    this.#ears = ears;
    this.#name = `format-${number}`;
    for (const input of ears.querySelectorAll('input')) input.name = `heard-${this.#name}`;
    // The format that is already chosen can be chosen again, to hear it.
    for (const group of [list, ears]) {
      group.addEventListener('click', ({ target }) => target.type === 'radio' && choose(target.value));
    }
  }

  /** @param {import('./formats.js').Formats} formats @param {boolean} isBlind whether to hide which sound plays */
  show({ all, kept }, hearsOriginal, isBlind) {
    const rows = all.map(({ id, offer }) => this.#rows.get(id) ?? this.#row(id, offer));
    if (rows.some(({ item }, at) => item !== this.#list.children[at + 1]) || rows.length !== this.#rows.size) {
      this.#rows = new Map(rows.map((row) => [row.input.value, row]));
      this.#list.replaceChildren(this.#list.firstElementChild, ...rows.map(({ item }) => item));
    }
    all.forEach((candidate, at) => showRow(rows[at], candidate, candidate === kept));
    this.#ears.querySelector(`[value=${hearsOriginal ? 'original' : 'kept'}]`).checked = true;
    this.#list.disabled = this.#ears.disabled = isBlind;
  }

  #row(id, { label, note }) {
    const input = element('input', { type: 'radio', name: this.#name, value: id });
    const [title, size, figures, problem] = [
      element('span'), element('span', { class: 'size number' }), element('small', { class: 'figures' }), element('span', { class: 'problem' })];
    const progress = element('progress', { max: 1, 'aria-label': `Converting to ${label}` });
    const words = element('span', { class: 'words' }, title, element('small', {}, note));
    const item = element('div', { class: 'choice', 'data-candidate': id }, element('label', {}, input, words), size, figures, problem);
    return { input, title, size, figures, problem, progress, item };
  }
}

function showRow({ input, title, size, figures, problem, progress, item }, { offer, state, result, error, fraction, isReady }, isKept) {
  input.checked = isKept;
  item.classList.toggle('kept', isKept);
  item.dataset.state = state;
  progress.value = fraction;
  // A format is lossless only for this sound.
  title.textContent = isReady && result.comparison.exact ? 'Lossless' : offer.label;
  size.replaceChildren(state === 'working' ? progress : result?.file ? sizeText(result.file.size) : '');
  figures.replaceChildren(...isReady ? ratios(result.comparison) : []);
  problem.textContent = state === 'failed' ? problemText(error)
    : state === 'ready' && !result.file ? 'Left out: the sound is over the limit.' : '';
}

function ratios(comparison) {
  const { reason, noiseToMask, signalToNoise, worst } = comparison;
  const where = worst?.signalToNoise == null ? '' : `At worst ${decibelText(worst.signalToNoise)}, at ${worst.start.toFixed(2)} s`;
  return [
    'Noise ', element('span', { class: 'noise number', title: reason }, ratioText(comparison, noiseToMask)),
    ', SNR ', element('span', { class: 'likeness number', title: where }, ratioText(comparison, signalToNoise)),
  ];
}
