import { ABXTest, trialCount } from './abx.js';
import { part } from './elements.js';
import { countText, percentText } from './words.js';

/** The blind test of a card: the original against the converted sound. Nothing in the page reveals what X is. */
export class ABXPanel {
  #root;
  #listening;
  #formats;
  #fail;
  /** @type {ABXTest|null} */
  #test = null;
  #copy = '';

  constructor(root, listening, formats, fail) {
    this.#root = root;
    this.#listening = listening;
    this.#formats = formats;
    this.#fail = fail;
    root.closest('details').addEventListener('toggle', ({ target }) => !target.open && this.#stop());
    part(root, 'start').addEventListener('click', () => (this.#test ? this.#stop() : this.#start()));
    for (const name of ['a', 'b', 'x']) part(root, `hear-${name}`).addEventListener('click', () => this.#hear(name));
    part(root, 'is-a').addEventListener('click', () => this.#answer(true));
    part(root, 'is-b').addEventListener('click', () => this.#answer(false));
    // When another card starts to play, this card stops playing, so end its test.
    listening.addEventListener('change', () => { if (!listening.isBlind) this.#stop(); });
    this.#show();
  }

  async #start() {
    this.#copy = this.#formats.kept.id;
    this.#say('Preparing…');
    try {
      await this.#listening.beginBlind(this.#copy);
    } catch (error) {
      this.#say('');
      return this.#fail(error);
    }
    this.#test = new ABXTest();
    this.#show();
    this.#say('Listen to X: is it the same as A, or as B?');
  }

  /** Ends the test, since what it compares may have changed. */
  restart() {
    if (this.#test) this.#say('The options changed, which ended the test.');
    this.#stop();
  }

  #stop() {
    if (!this.#test) return;
    this.#test = null;
    this.#listening.endBlind();
    this.#show();
  }

  #hear(which) {
    // Allow an answer only after X was heard. Before, it would be a guess.
    if (which === 'x') this.#allowAnswer(true);
    this.#listening.playBlind({ a: 'original', b: this.#copy, x: this.#test.x('original', this.#copy) }[which]);
    this.#press(which);
  }

  #answer(isA) {
    // Pause between trials. Otherwise, a change of X would be audible.
    this.#listening.pause();
    const isRight = this.#test.answer(isA);
    const { trials, correct, chance } = this.#test;
    this.#allowAnswer(false);
    const said = `${isRight ? 'Right' : 'Wrong'}. ${correct} of ${countText(trials, 'trial')} right`;
    if (trials < trialCount) {
      this.#say(`${said}; ${trialCount - trials} to go.`);
    } else {
      this.#stop();
      this.#say(`${said}. ${verdictOn(chance)} Guessing does at least that well with a probability of ${percentText(chance)}.`);
    }
    this.#press(null);
  }

  #press(which) {
    for (const name of ['a', 'b', 'x']) part(this.#root, `hear-${name}`).setAttribute('aria-pressed', name === which);
  }

  #allowAnswer(isAllowed) {
    for (const name of ['is-a', 'is-b']) part(this.#root, name).disabled = !isAllowed;
  }

  #show() {
    this.#allowAnswer(false);
    const isRunning = this.#test != null;
    part(this.#root, 'start').textContent = isRunning ? 'End the test' : 'Start';
    part(this.#root, 'trial').hidden = !isRunning;
  }

  #say(text) { part(this.#root, 'score').textContent = text; }
}

function verdictOn(chance) {
  if (chance < 0.05) return 'You hear the difference.';
  return chance < 0.2 ? 'You may hear a difference: test again.' : 'You don’t seem to hear a difference.';
}
