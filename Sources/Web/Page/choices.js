import { element, newIdentifier } from './elements.js';
import { capitalized, decibelText, hertzText, noiseWords, problemText, ratioText, sizeText } from './words.js';

/** The radio buttons of a card: the original and the candidates. Fires `choose` and `cancel`. */
export class Choices extends EventTarget {
  #list;
  #name = newIdentifier('heard');
  #rows = new Map();

  constructor(list) {
    super();
    this.#list = list;
    list.addEventListener('change', (event) => this.#send('choose', event.target.value));
  }

  /** Shows these candidates. Rows of candidates that were shown before are kept, and with them the focus. */
  show(original, candidates) {
    const rows = new Map([['original', this.#rows.get('original') ?? originalRow(original, this.#name)]]);
    for (const candidate of candidates) {
      const old = this.#rows.get(candidate.id);
      rows.set(candidate.id, old?.candidate === candidate ? old : this.#row(candidate));
    }
    this.#rows = rows;
    this.#list.replaceChildren(...[...rows.values()].map((row) => row.item));
  }

  /** @param {string} heard the candidate that is checked @param {string} kept the candidate that a download saves */
  mark(heard, kept) {
    for (const [id, row] of this.#rows) {
      row.input.checked = id === heard;
      row.item.classList.toggle('kept', id === kept);
      row.mark.textContent = id === kept ? 'chosen' : '';
    }
  }

  /** Hides which sound plays, for a blind test. */
  set isBlind(isBlind) { this.#list.disabled = isBlind; }

  #row(candidate) {
    const row = makeRow(this.#name, candidate.id, candidate.offer.label, candidate.offer.note);
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
      row.noise.replaceChildren();
      row.likeness.textContent = '';
      row.problem.textContent = '';
      if (state === 'working') {
        row.size.append(progress);
        row.noise.append(cancel);
      } else if (state === 'waiting' && error) {
        row.noise.append(convert);
      } else if (state === 'failed') {
        row.noise.append(convert);
        row.problem.textContent = problemText(error);
      } else if (state === 'ready' && !result.file) {
        row.problem.textContent = 'Left out: the sound is over the limit.';
      } else if (result) {
        row.size.textContent = sizeText(result.file.size);
        const { comparison } = result;
        if (!comparison) return;
        row.noise.textContent = ratioText(comparison, comparison.noiseToMask);
        row.noise.title = noiseTitle(comparison);
        row.likeness.textContent = ratioText(comparison, comparison.signalToNoise);
        row.likeness.title = likenessTitle(comparison);
      }
    };
    candidate.addEventListener('change', update);
    update();
    return row;
  }

  #send(type, id) { this.dispatchEvent(new CustomEvent(type, { detail: id })); }
}

function noiseTitle({ reason, ...comparison }) {
  return reason ?? (capitalized(noiseWords(comparison)) || 'No difference from the original');
}

function likenessTitle({ worst }) {
  return worst?.signalToNoise == null ? '' : `At worst ${decibelText(worst.signalToNoise)}, at ${worst.start.toFixed(2)} s`;
}

function originalRow({ byteCount, rate }, name) {
  const row = makeRow(name, 'original', 'Original', hertzText(rate));
  row.item.dataset.state = 'ready';
  row.size.textContent = sizeText(byteCount);
  return row;
}

function makeRow(name, id, label, note) {
  const input = element('input', { type: 'radio', name, value: id });
  const mark = element('span', { class: 'mark' });
  const row = {
    input,
    mark,
    size: element('span', { class: 'size number' }),
    noise: element('span', { class: 'noise number' }),
    likeness: element('span', { class: 'likeness number' }),
    problem: element('span', { class: 'problem' }),
  };
  const words = element('span', { class: 'words' }, element('span', {}, label), ' ', element('small', {}, note), ' ', mark);
  row.item = element(
    'div', { class: 'choice', 'data-candidate': id },
    element('label', {}, input, words), row.size, row.noise, row.likeness, row.problem);
  return row;
}
