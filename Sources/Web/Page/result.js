import { downloadOne } from './download.js';
import { element, part } from './elements.js';
import { verdictLine } from './findings.js';
import { noiseWords, percentText, problemText, sentenceText, shownName, signed, sizeText, verdictWords, warningText } from './words.js';

/** The part of a card about the file to download: its verdict, its size, its download and its command. */
export class Result {
  #root;
  #offered = null;
  #isLevelled = false;

  constructor(root) {
    this.#root = root;
    part(root, 'download').addEventListener('click', () => this.#offered?.hasFile && downloadOne(this.#offered));
    part(root, 'quieter').addEventListener('click', () => {
      part(root, 'formats').open = true;
      part(root, 'formats').scrollIntoView({ block: 'nearest' });
    });
    part(root, 'copy').addEventListener('click', () => this.#copyCommand());
  }

  /** Whether the file isn't the sound, but the built-in chime in its place. */
  get isReplaced() { return this.#offered?.hasFile && this.#offered.result.conversion.outcome === 'replaced-by-default'; }

  /** @param {Formats} formats */
  show({ kept, offered }, description, sound, use) {
    this.#offered = offered;
    const { result, offer, hasFile } = offered;
    const root = this.#root;
    const button = part(root, 'download');
    button.disabled = !hasFile;
    button.textContent = hasFile
      ? `Download ${this.isReplaced ? 'the built-in chime as ' : ''}${shownName(result.conversion.name)}`
      : offered.state === 'working' ? 'Converting…' : 'Nothing to download';
    const progress = part(root, 'progress');
    if (kept.state === 'working') progress.value = kept.fraction;
    else progress.removeAttribute('value');
    const noise = result?.comparison ? noiseWords(result.comparison) : offered !== kept && 'the quick version';
    part(root, 'result').textContent = hasFile ? [offer.note, noise, signed(result.conversion.fact)].filter(Boolean).join('; ') : '';
    part(root, 'quieter').hidden = !result?.comparison?.comparable || result.comparison.noiseIsMasked || result.comparison.exact;
    part(root, 'sentence').replaceChildren(verdictLine(description.verdict, sentenceText(description, result, offer.target, use)));
    part(root, 'warning').textContent = result
      ? warningText(result.conversion, offer, description)
      : kept.state === 'failed' ? problemText(kept.error) : '';
    const verdict = result?.description?.verdict;
    part(root, 'output').replaceChildren(
      ...(this.isReplaced ? ['Not your sound'] : verdict ? ['The converted file: ', verdictLine(verdict, verdictWords(verdict, use))] : []));
    this.#showSizes(description.byteCount, hasFile ? result.file.size : null);
    this.#showCommand(sound.frames, result);
    // A new loudness should be heard.
    const isLevelled = offer.target.loudness != null;
    if (isLevelled !== this.#isLevelled && part(root, 'matched').checked === isLevelled) part(root, 'matched').click();
    this.#isLevelled = isLevelled;
    const difference = part(root, 'difference');
    difference.disabled = this.isReplaced;
    if (this.isReplaced && difference.checked) difference.click();
  }

  #showSizes(before, after) {
    const saved = after == null || this.isReplaced ? null : 1 - after / before;
    const words = saved == null || Math.abs(saved) < 0.005 ? '' : `${saved > 0 ? '−' : '+'}${percentText(Math.abs(saved))}`;
    part(this.#root, 'saving').textContent = words;
    part(this.#root, 'before').textContent = sizeText(before);
    part(this.#root, 'after').textContent = after == null ? '' : sizeText(after);
    part(this.#root, 'sizes').replaceChildren(
      `${sizeText(before)} →`, element('strong', {}, after == null ? (this.#offered.state === 'failed' ? '–' : '…') : sizeText(after)),
      words && element('span', { class: saved > 0 ? 'saved' : '' }, words));
  }

  #showCommand(frames, result) {
    const root = this.#root;
    const { isImported, type } = frames ?? {};
    const command = isImported === false ? '' : result?.conversion.command ?? '';
    part(root, 'command').textContent = command;
    part(root, 'command-line').hidden = !command;
    // Decoders of lossy formats differ in their last bits.
    part(root, 'decoder').hidden = !command || !isImported || type !== 'float32';
    part(root, 'only-here').hidden = isImported !== false;
  }

  async #copyCommand() {
    const button = part(this.#root, 'copy');
    const command = part(this.#root, 'command');
    try {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = 'Copied';
    } catch {
      // Without permission to copy, select the text, so that the user can copy it.
      getSelection().selectAllChildren(command);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  }
}
