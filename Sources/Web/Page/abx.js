import { part } from './elements.js';
import { countText, percentText } from './words.js';

/** Guessing gets ten of ten right with a probability of 0.1 %. */
const trialCount = 10;

/** A blind test: X is randomly A or B, and the listener says which. */
export class ABXTest {
  #isA;
  trials = 0;
  correct = 0;

  /** @param {() => boolean} coin is fair */
  constructor(coin = () => crypto.getRandomValues(new Uint8Array(1))[0] < 128) {
    this.coin = coin;
    this.#isA = coin();
  }

  /** Returns `a` or `b`, depending on what X is now. */
  x(a, b) { return this.#isA ? a : b; }

  /** Counts an answer and draws the next X. */
  answer(isA) {
    const isRight = isA === this.#isA;
    this.trials += 1;
    if (isRight) this.correct += 1;
    this.#isA = this.coin();
    return isRight;
  }
}

/** The probability of at least this many right answers by guessing. */
export function chanceOfAtLeast(correct, trials) {
  let term = 0.5 ** trials; // of `trials` right answers
  let sum = 0;
  for (let right = trials; right >= correct; right -= 1) {
    sum += term;
    term *= right / (trials - right + 1);
  }
  return Math.min(1, sum);
}

/**
 * Connects the blind test of a card: the original against the converted sound. Nothing in the page reveals what X is.
 * @returns {() => void} ends the test, since what it compares may have changed
 */
export function connectTest(root, listening, formats, fail) {
  /** @type {ABXTest|null} */
  let test = null;
  let copy = '';
  // An answer is allowed only after X was heard. Before, it would be a guess.
  let hasHeardX = false;
  const say = (text) => { part(root, 'score').textContent = text; };

  async function start() {
    copy = formats.kept.id;
    say('Preparing…');
    try {
      await listening.beginBlind(copy);
    } catch (error) {
      say('');
      return fail(error);
    }
    test = new ABXTest();
    show(null);
    say('Listen to X: is it the same as A, or as B?');
  }

  function stop() {
    if (!test) return;
    test = null;
    hasHeardX = false;
    listening.endBlind();
    show(null);
  }

  function hear(which) {
    hasHeardX ||= which === 'x';
    listening.playBlind({ a: 'original', b: copy, x: test.x('original', copy) }[which]);
    show(which);
  }

  function answer(isA) {
    // Pause between trials. Otherwise, a change of X would be audible.
    listening.pause();
    const isRight = test.answer(isA);
    const { trials, correct } = test;
    hasHeardX = false;
    show(null);
    const said = `${isRight ? 'Right' : 'Wrong'}. ${correct} of ${countText(trials, 'trial')} right`;
    if (trials < trialCount) {
      say(`${said}; ${trialCount - trials} to go.`);
    } else {
      stop();
      const chance = chanceOfAtLeast(correct, trials);
      say(`${said}. ${verdictOn(chance)} Guessing does at least that well with a probability of ${percentText(chance)}.`);
    }
  }

  function show(heard) {
    part(root, 'start').textContent = test ? 'End the test' : 'Start';
    part(root, 'trial').hidden = !test;
    for (const name of ['a', 'b', 'x']) part(root, `hear-${name}`).setAttribute('aria-pressed', name === heard);
    for (const name of ['is-a', 'is-b']) part(root, name).disabled = !hasHeardX;
  }

  root.closest('details').addEventListener('toggle', ({ target }) => !target.open && stop());
  part(root, 'start').addEventListener('click', () => (test ? stop() : start()));
  for (const name of ['a', 'b', 'x']) part(root, `hear-${name}`).addEventListener('click', () => hear(name));
  for (const name of ['is-a', 'is-b']) part(root, name).addEventListener('click', () => answer(name === 'is-a'));
  // When another card starts to play, this card stops playing, so end its test.
  listening.addEventListener('change', () => { if (!listening.isBlind) stop(); });
  show(null);
  return () => {
    if (test) say('The options changed, which ended the test.');
    stop();
  };
}

function verdictOn(chance) {
  if (chance < 0.05) return 'You hear the difference.';
  return chance < 0.2 ? 'You may hear a difference: test again.' : 'You don’t seem to hear a difference.';
}
