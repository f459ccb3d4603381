/** Guessing gets ten of ten right with a probability of 0.1 %. */
export const trialCount = 10;

/** A blind test: X is randomly A or B, and the listener says which. */
export class ABXTest {
  #isA;
  trials = 0;
  correct = 0;

  constructor(random = fairCoin) {
    this.random = random;
    this.#isA = random();
  }

  /** Returns `a` or `b`, depending on what X is now. */
  x(a, b) { return this.#isA ? a : b; }

  /** Counts an answer and draws the next X. */
  answer(isA) {
    const isRight = isA === this.#isA;
    this.trials += 1;
    if (isRight) this.correct += 1;
    this.#isA = this.random();
    return isRight;
  }

  /** The probability of at least this many right answers by guessing. */
  get chance() { return chanceOfAtLeast(this.correct, this.trials); }
}

export function chanceOfAtLeast(correct, trials) {
  let term = 0.5 ** trials; // of `trials` right answers
  let sum = 0;
  for (let right = trials; right >= correct; right -= 1) {
    sum += term;
    term *= right / (trials - right + 1);
  }
  return Math.min(1, sum);
}

function fairCoin() {
  return (crypto.getRandomValues(new Uint8Array(1))[0] & 1) === 0;
}
