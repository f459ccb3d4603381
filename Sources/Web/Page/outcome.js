import { element, part } from './elements.js';
import { showVerdict } from './findings.js';
import {
  changeText, decibelText, fateText, headlineText, problemText, reasonsText, shownName, sizeText, summaryText, toneOf, verdictWords,
  warningText,
} from './words.js';

/**
 * Shows what a card says about the file to download, and the download: before and after, two formats, the command.
 * @param {Element} root the card
 * @param {import('./formats.js').Formats} formats
 * @param {any} state the card's
 */
export function showOutcome(root, formats, { description, sound, shipped, isAsItIs, isCompared, use }) {
  const { kept } = formats;
  const { result, hasFile, isReplaced, made, offer, state } = kept;
  showVerdict(part(root, 'sentence'), toneOf(description), headlineText(description, use));
  part(root, 'summary').textContent = [reasonsText(description.verdict), summaryText(description)].filter(Boolean).join(' ');
  const name = hasFile ? shownName(result.conversion.name) : '';
  const words = isAsItIs ? 'Use it as it is'
    : isReplaced ? 'Not your sound: the built-in chime'
    : made ? (toneOf(made) === 'plays' ? `${name} plays` : headlineText(made, use))
    : state === 'failed' ? 'It can’t be converted'
    : result && !hasFile ? 'It is left out'
    : 'Converting…';
  const tone = isAsItIs ? toneOf(description) : made ? toneOf(made) : isReplaced || state === 'failed' ? 'default' : 'open';
  showVerdict(part(root, 'output'), tone, words);
  part(root, 'result').textContent = isAsItIs
    ? 'It already plays, and nothing smaller sounds the same.'
    : result ? fateText(description, result, offer) : '';
  part(root, 'warning').textContent = result ? warningText(result.conversion, offer, description)
    : state === 'failed' ? problemText(kept.error) : '';
  part(root, 'shipped').textContent = shipped ? shippedText(shipped, use) : isCompared ? 'New: nothing was shipped before.' : '';

  part(root, 'shipped-choice').hidden = !shipped?.description;
  part(root, 'shipped-size').textContent = shipped?.description ? sizeText(shipped.description.byteCount) : '';
  const button = part(root, 'download');
  button.hidden = isAsItIs;
  button.disabled = !hasFile;
  button.textContent = hasFile ? `Download ${isReplaced ? 'the built-in chime as ' : ''}${name}`
    : state === 'working' || state === 'waiting' && !kept.error ? 'Converting…' : 'Nothing to download';
  const progress = part(root, 'progress');
  if (state === 'working') progress.value = kept.fraction;
  else progress.removeAttribute('value');
  showTiles(root, formats, isAsItIs);
  const change = hasFile && !isReplaced && formats.isSettled ? changeText(description.byteCount, result.file.size) : '';
  part(root, 'saving').textContent = change.startsWith('−') ? change : '';
  part(root, 'before').textContent = sizeText(description.byteCount);
  part(root, 'after').textContent = hasFile ? sizeText(result.file.size) : '';
  showCommand(root, sound.frames, result);
}

function showTiles(root, { kept, small, clean }, isAsItIs) {
  for (const [name, candidate] of Object.entries({ small, clean })) {
    const tile = root.querySelector(`[data-tile=${name}]`);
    tile.hidden = !candidate;
    if (!candidate) continue;
    const { result, hasFile, isReady, soundsTheSame, state } = candidate;
    const input = tile.querySelector('input');
    input.checked = candidate === kept && !isAsItIs;
    input.value = candidate.id;
    tile.classList.toggle('kept', input.checked);
    tile.querySelector('.size').textContent = hasFile ? sizeText(result.file.size) : state === 'failed' ? '–' : '…';
    tile.querySelector('small').textContent =
      !isReady || !result.comparison.comparable ? '' : soundsTheSame ? 'sounds the same' : 'you may hear noise';
    tile.title = candidate.offer.note;
  }
}

function showCommand(root, frames, result) {
  const { isImported, type } = frames ?? {};
  const command = isImported === false ? '' : result?.conversion.command ?? '';
  part(root, 'command').textContent = command;
  part(root, 'command-line').hidden = !command;
  // Decoders of lossy formats differ in their last bits.
  part(root, 'decoder').hidden = !command || !isImported || type !== 'float32';
  part(root, 'only-here').hidden = isImported !== false;
}

const shippedText = ({ sound: { name }, description }, use) => `Shipped before: ${shownName(name)}, ${
  description ? `${sizeText(description.byteCount)}. ${verdictWords(description.verdict, use)}` : 'which can’t be read'}.`;

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

function ratios({ comparable, exact, reason, noiseToMask, signalToNoise, worst }) {
  const ratio = (decibels) => (!comparable ? '–' : exact ? 'exact' : decibelText(decibels));
  const where = worst?.signalToNoise == null ? '' : `At worst ${decibelText(worst.signalToNoise)}, at ${worst.start.toFixed(2)} s`;
  return [
    'Noise ', element('span', { class: 'noise number', title: reason }, ratio(noiseToMask)),
    ', SNR ', element('span', { class: 'likeness number', title: where }, ratio(signalToNoise)),
  ];
}

/** Copies the text of an element, and says so on a button. */
export async function copyText(source, button) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    // Without permission to copy, select the text, so that the user can copy it.
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

let framework = '';

/**
 * The steps that bring a sound into an app. The kind of app is the same for all sounds.
 * @returns {(name: string) => Promise<void>} shows the steps for a file's name; nothing for an empty name
 */
export function placeSteps(root, jobs) {
  const frameworks = part(root, 'frameworks');
  const group = `framework-${root.dataset.number}`;
  let shown = '';
  let places = [];
  const show = () => {
    const place = places.find(({ name }) => name === framework) ?? places[0];
    part(root, 'place').hidden = !place;
    if (!place) return;
    for (const input of frameworks.querySelectorAll('input')) input.checked = input.value === place.name;
    part(root, 'steps').replaceChildren(...place.steps.map((step) => element('li', {}, step)));
    part(root, 'code').textContent = place.code;
  };
  frameworks.addEventListener('change', ({ target }) => {
    framework = target.value;
    show();
  });
  return async (name) => {
    if (name === shown) return show();
    shown = name;
    const found = name ? await jobs.places(name).catch(() => []) : [];
    if (name !== shown) return;
    places = found;
    frameworks.replaceChildren(
      frameworks.firstElementChild,
      ...places.map((place) => element('label', {}, element('input', { type: 'radio', name: group, value: place.name }), place.name)));
    show();
  };
}
