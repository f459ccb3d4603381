import { ABXTest, trialCount } from './abx.js';
import { element, part } from './elements.js';
import { countText, percentText } from './words.js';

/** The blind test of a card. Nothing in the page reveals what X is. */
export class ABXPanel {
  #root;
  #listening;
  #formats;
  #blind;
  #fail;
  #test = null;
  #pair = null;

  /** @param {(isOn: boolean) => void} blind hides what the card would show */
  constructor(root, listening, formats, blind, fail) {
    this.#root = root;
    this.#listening = listening;
    this.#formats = formats;
    this.#blind = blind;
    this.#fail = fail;
    root.addEventListener('toggle', () => (root.open ? this.#fill() : this.#stop()));
    for (const name of ['a', 'b']) part(root, name).addEventListener('change', () => this.#stop());
    part(root, 'start').addEventListener('click', () => (this.#test ? this.#stop() : this.#start()));
    for (const name of ['hear-a', 'hear-b', 'hear-x']) {
      part(root, name).addEventListener('click', () => this.#hear(name.at(-1)));
    }
    part(root, 'is-a').addEventListener('click', () => this.#answer(true));
    part(root, 'is-b').addEventListener('click', () => this.#answer(false));
    // When another card starts to play, this card stops playing, so end its test.
    listening.addEventListener('change', () => { if (!listening.isBlind) this.#stop(); });
    this.#show();
  }

  #fill() {
    const { all, kept } = this.#formats;
    const labels = [['original', 'Original'], ...all.map(({ id, offer }) => [id, `${offer.label} (${offer.note})`])];
    for (const [name, chosen] of [['a', 'original'], ['b', kept.id]]) {
      part(this.#root, name).replaceChildren(...labels.map(([value, label]) => element('option', { value, selected: value === chosen }, label)));
    }
    this.#show();
  }

  async #start() {
    const pair = ['a', 'b'].map((name) => part(this.#root, name).value);
    if (pair[0] === pair[1]) return this.#say('Choose two different formats.');
    this.#say('Preparing…');
    try {
      await this.#listening.beginBlind(pair);
    } catch (error) {
      this.#say('');
      return this.#fail(error);
    }
    this.#pair = pair;
    this.#test = new ABXTest();
    this.#blind(true);
    this.#show();
    this.#say('Listen to X: is it the same as A, or as B?');
  }

  /** Ends the test, since what it compares may have changed. */
  restart() {
    if (this.#test) this.#say('The options changed, which ended the test.');
    this.#stop();
    if (this.#root.open) this.#fill();
  }

  #stop() {
    if (!this.#test) return;
    this.#test = null;
    this.#listening.endBlind();
    this.#blind(false);
    this.#show();
  }

  #hear(which) {
    // Allow an answer only after X was heard. Before, it would be a guess.
    if (which === 'x') this.#allowAnswer(true);
    const [a, b] = this.#pair;
    this.#listening.playBlind({ a, b, x: this.#test.x(a, b) }[which]);
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
