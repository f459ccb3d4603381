import { countText } from './words.js';

const [longest, shownMilliseconds] = [100, 10_000];

/** What the user can take back, by Ctrl+Z or by the button of a message that is shown for a while. */
export class Undo {
  /** @type {(() => void)[]} */
  #steps = [];
  #toast;
  #timer = 0;

  /** @param {HTMLElement} toast has a `<span>` and a button */
  constructor(toast) {
    this.#toast = toast;
    toast.querySelector('button').addEventListener('click', () => this.#undo());
    addEventListener('keydown', (event) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      // A text field has an undo of its own.
      if (isUndo && !/** @type {HTMLElement} */ (event.target).matches('[type=number]') && this.#undo()) event.preventDefault();
    });
  }

  /** @param {() => void} step takes the change back @param {string} [words] what happened, for a message */
  add(step, words) {
    this.#steps.push(step);
    if (this.#steps.length > longest) this.#steps.shift();
    this.#show(words ?? '');
  }

  #undo() {
    const step = this.#steps.pop();
    step?.();
    this.#show('');
    return step != null;
  }

  #show(words) {
    clearTimeout(this.#timer);
    this.#toast.querySelector('span').textContent = words;
    this.#toast.hidden = words === '';
    if (words) this.#timer = setTimeout(() => this.#show(''), shownMilliseconds);
  }
}

export const removedText = (count) => `${countText(count, 'sound')} removed.`;
