const [longest, shownMilliseconds] = [100, 10_000];

/**
 * A message that is shown for a while, and what the user can take back by its button or by Ctrl+Z.
 * @param {HTMLElement} toast has a `<span>` and a button
 */
export function undoIn(toast) {
  const button = toast.querySelector('button');
  /** @type {(() => void)[]} */
  const steps = [];
  let timer = 0;

  function say(words, isUndoable = false) {
    clearTimeout(timer);
    toast.querySelector('span').textContent = words;
    button.hidden = !isUndoable;
    toast.hidden = words === '';
    if (words) timer = setTimeout(say, shownMilliseconds, '');
  }

  /** @param {() => void} step takes a change back @param {string} [words] what happened, for a message */
  function add(step, words) {
    steps.push(step);
    if (steps.length > longest) steps.shift();
    if (words) say(words, true);
  }

  function undo() {
    const step = steps.pop();
    step?.();
    say('');
    return step != null;
  }

  button.addEventListener('click', undo);
  addEventListener('keydown', (event) => {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    // A text field has an undo of its own.
    if (isUndo && !/** @type {HTMLElement} */ (event.target).matches('[type=number]') && undo()) event.preventDefault();
  });
  return { add, say };
}
