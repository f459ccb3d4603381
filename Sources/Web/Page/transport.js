import { part } from './elements.js';
import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

const switches = [['loop', 'isLooping'], ['matched', 'isMatched'], ['phone', 'isPhone'], ['difference', 'isDifference']];

/** The play controls of a card. */
export class Transport {
  #root;
  #listening;
  #waveform;
  #act;

  /** @param {(action: () => Promise<void>) => void} act does what the user asked for, and shows an error */
  constructor(root, listening, waveform, act) {
    this.#root = root;
    this.#listening = listening;
    this.#waveform = waveform;
    this.#act = act;
    part(root, 'play').addEventListener('click', () => this.#act(() => listening.toggle()));
    waveform.addEventListener('toggle', () => this.#act(() => listening.toggle()));
    waveform.addEventListener('seek', (event) => this.#act(() => listening.seek(event.detail)));
    for (const [name, key] of switches) {
      const box = part(root, name);
      box.addEventListener('change', () => this.#act(() => listening.set({ [key]: box.checked })));
    }
    listening.addEventListener('change', () => this.#update());
    this.#update();
  }

  #update() {
    const { isPlaying, way } = this.#listening;
    for (const [name, key] of switches) part(this.#root, name).checked = way[key];
    part(this.#root, 'lock-screen').hidden = !way.isPhone;
    const button = part(this.#root, 'play');
    button.textContent = isPlaying ? 'Pause' : 'Play';
    button.dataset.playing = isPlaying;
    part(this.#root, 'lock-screen').classList.toggle('ringing', isPlaying);
    const { awaited, boost } = this.#listening;
    part(this.#root, 'playing').textContent = awaited
      ? (isPlaying ? 'Preparing what you chose; you hear it as soon as it is ready.' : 'Preparing…')
      : boost ? `The difference, played ${boost}\u00a0dB louder.`
      : boost === 0 ? 'The difference, at its own level.'
      : this.#listening.seconds > playedSeconds ? `Plays the first ${secondsText(playedSeconds)}.` : '';
    this.#showPosition();
    if (isPlaying) this.#follow();
  }

  #isFollowing = false;

  #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const step = () => {
      this.#showPosition();
      if (this.#listening.isPlaying) requestAnimationFrame(step);
      else this.#isFollowing = false;
    };
    requestAnimationFrame(step);
  }

  #showPosition() {
    const { position, seconds } = this.#listening;
    this.#waveform.position = position;
    const text = `${position.toFixed(1)} / ${secondsText(seconds)}`;
    const time = part(this.#root, 'time');
    if (time.textContent !== text) time.textContent = text;
  }
}
