import { countText } from './words.js';

const [longest, shownMilliseconds] = [100, 10_000];

/** A message that is shown for a while, and what the user can take back by its button or by Ctrl+Z. */
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

  /** @param {() => void} step takes a change back @param {string} [words] what happened, for a message */
  add(step, words) {
    this.#steps.push(step);
    if (this.#steps.length > longest) this.#steps.shift();
    if (words) this.say(words, true);
  }

  say(words, isUndoable = false) {
    clearTimeout(this.#timer);
    this.#toast.querySelector('span').textContent = words;
    this.#toast.querySelector('button').hidden = !isUndoable;
    this.#toast.hidden = words === '';
    if (words) this.#timer = setTimeout(() => this.say(''), shownMilliseconds);
  }

  #undo() {
    const step = this.#steps.pop();
    step?.();
    this.say('');
    return step != null;
  }
}

export const removedText = (count) => `${countText(count, 'sound')} removed.`;
