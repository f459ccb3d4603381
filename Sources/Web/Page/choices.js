import { element } from './elements.js';
import { decibelText, problemText, ratioText, sizeText } from './words.js';

/**
 * The radio buttons of a card: which of the original and the converted sound is heard, and which of all formats is downloaded.
 * Fires `choose` and `cancel`.
 */
export class Choices extends EventTarget {
  #list;
  #ears;
  #name;
  #rows = new Map();

  constructor(list, ears, number) {
    super();
    this.#list = list;
    this.#ears = ears;
    this.#name = `format-${number}`;
    for (const input of ears.querySelectorAll('input')) input.name = `heard-${this.#name}`;
    // The format that is already chosen can be chosen again, to hear it.
    for (const group of [list, ears]) {
      group.addEventListener('click', ({ target }) => target.type === 'radio' && this.#send('choose', target.value));
    }
  }

  /** Shows these candidates. Rows of candidates that were shown before are kept, and with them the focus. */
  show(candidates) {
    const rows = new Map();
    for (const candidate of candidates) {
      const old = this.#rows.get(candidate.id);
      rows.set(candidate.id, old?.candidate === candidate ? old : this.#row(candidate));
    }
    this.#rows = rows;
    const items = [...rows.values()].map((row) => row.item);
    const shown = [...this.#list.querySelectorAll('.choice')];
    if (items.length !== shown.length || items.some((item, at) => item !== shown[at])) this.#list.replaceChildren(this.#list.firstElementChild, ...items);
  }

  /**
   * @param {string} kept the candidate that a download saves, and that is heard if the original isn't
   * @param {boolean} isBlind whether to hide which sound plays
   */
  mark(hearsOriginal, kept, isBlind) {
    for (const [id, row] of this.#rows) {
      row.input.checked = id === kept;
      row.item.classList.toggle('kept', id === kept);
    }
    this.#ears.querySelector(`[value=${hearsOriginal ? 'original' : 'kept'}]`).checked = true;
    this.#list.disabled = this.#ears.disabled = isBlind;
  }

  #row(candidate) {
    const row = makeRow(this.#name, candidate);
    row.candidate = candidate;
    const progress = element('progress', { max: 1, 'aria-label': `Converting to ${candidate.offer.label}` });
    const button = (words, type) => {
      const made = element('button', { type: 'button', class: 'quiet', 'aria-label': `${words} ${candidate.offer.label}` }, words);
      made.addEventListener('click', () => this.#send(type, candidate.id));
      return made;
    };
    const cancel = button('Cancel', 'cancel');
    const convert = button('Convert', 'choose');
    const update = () => {
      const { state, result, error } = candidate;
      row.item.dataset.state = state;
      progress.value = candidate.fraction;
      row.size.replaceChildren();
      row.figures.replaceChildren();
      row.problem.textContent = '';
      row.label.textContent = labelText(candidate);
      if (state === 'working') {
        row.size.append(progress, cancel);
      } else if (state === 'waiting' && error) {
        row.size.append(convert);
      } else if (state === 'failed') {
        row.size.append(convert);
        row.problem.textContent = problemText(error);
      } else if (state === 'ready' && !result.file) {
        row.problem.textContent = 'Left out: the sound is over the limit.';
      } else if (result) {
        row.size.textContent = sizeText(result.file.size);
        if (result.comparison) row.figures.append(...figures(result.comparison));
      }
    };
    candidate.addEventListener('change', update);
    update();
    return row;
  }

  #send(type, id) { this.dispatchEvent(new CustomEvent(type, { detail: id })); }
}

function figures(comparison) {
  const { reason, noiseToMask, signalToNoise, worst } = comparison;
  const where = worst?.signalToNoise == null ? '' : `At worst ${decibelText(worst.signalToNoise)}, at ${worst.start.toFixed(2)} s`;
  return [
    'Noise ', element('span', { class: 'noise number', title: reason }, ratioText(comparison, noiseToMask)),
    ', SNR ', element('span', { class: 'likeness number', title: where }, ratioText(comparison, signalToNoise)),
  ];
}

// Says what was measured: a format is lossless only for this sound.
const labelText = ({ offer, isReady, result }) => (isReady && result.comparison.exact ? 'Lossless' : offer.label);

function makeRow(name, { id, offer }) {
  const input = element('input', { type: 'radio', name, value: id });
  const label = element('span', {});
  const row = {
    input,
    label,
    size: element('span', { class: 'size number' }),
    figures: element('small', { class: 'figures' }),
    problem: element('span', { class: 'problem' }),
  };
  const words = element('span', { class: 'words' }, label, element('small', {}, offer.note));
  row.item = element(
    'div', { class: 'choice', 'data-candidate': id },
    element('label', {}, input, words), row.size, row.figures, row.problem);
  return row;
}
