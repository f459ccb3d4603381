import { part } from './elements.js';
import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

/** The play controls of a card. */
export class Transport {
  #root;
  #listening;
  #waveform;
  #fail;

  constructor(root, listening, waveform, fail) {
    this.#root = root;
    this.#listening = listening;
    this.#waveform = waveform;
    this.#fail = fail;
    part(root, 'play').addEventListener('click', () => this.#do(() => listening.toggle()));
    waveform.addEventListener('toggle', () => this.#do(() => listening.toggle()));
    waveform.addEventListener('seek', (event) => this.#do(() => listening.seek(event.detail)));
    const switches = { loop: 'isLooping', matched: 'isMatched', phone: 'isPhone', difference: 'isDifference' };
    for (const [name, key] of Object.entries(switches)) {
      const box = part(root, name);
      // Browsers restore the state of controls after a reload, which the player doesn't know of.
      box.checked = key === 'isMatched';
      box.addEventListener('change', () => this.#do(() => listening.set({ [key]: box.checked })));
    }
    part(root, 'in-place').checked = matchMedia('(min-width: 1200px) and (prefers-reduced-motion: no-preference)').matches && navigator.hardwareConcurrency > 2;
    listening.addEventListener('change', () => this.#update());
    this.#update();
  }

  async #do(action) {
    this.#fail(null);
    await action().catch(this.#fail);
    this.#update();
  }

  #update() {
    const { isPlaying } = this.#listening;
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
