import { element } from './elements.js';
import { decibelText, problemText, ratioText, sizeText } from './words.js';

/**
 * The rows of a card's formats, with radio buttons that choose what is downloaded.
 * @returns {(formats: import('./formats.js').Formats) => void} shows the formats
 */
export function formatRows(list, group) {
  /** @type {Map<string, any>} by the formats' identifiers, so that a row keeps the focus */
  let shown = new Map();
  return ({ all, kept }) => {
    const rows = all.map(({ id, offer }) => shown.get(id) ?? newRow(id, offer, group));
    if (rows.some(({ item }, at) => item !== list.children[at + 1]) || rows.length !== shown.size) {
      shown = new Map(rows.map((row) => [row.input.value, row]));
      list.replaceChildren(list.firstElementChild, ...rows.map(({ item }) => item));
    }
    all.forEach((candidate, at) => showRow(rows[at], candidate, candidate === kept));
  };
}

function newRow(id, { label, note }, group) {
  const input = element('input', { type: 'radio', name: group, value: id });
  const [title, size, figures, problem] = [
    element('span'), element('span', { class: 'size number' }), element('small', { class: 'figures' }), element('span', { class: 'problem' })];
  const progress = element('progress', { max: 1, 'aria-label': `Converting to ${label}` });
  const words = element('span', { class: 'words' }, title, element('small', {}, note));
  const item = element('div', { class: 'choice', 'data-candidate': id }, element('label', {}, input, words), size, figures, problem);
  return { input, title, size, figures, problem, progress, item };
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
