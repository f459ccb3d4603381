import { later, part } from './elements.js';
import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

const switches = [['loop', 'isLooping'], ['matched', 'isMatched'], ['phone', 'isPhone'], ['difference', 'isDifference']];

/**
 * Connects the play controls of a card.
 * @param {(action: () => Promise<void>) => void} act does what the user asked for, and shows an error
 */
export function connectTransport(root, listening, waveform, act) {
  for (const [name, key] of switches) {
    const box = part(root, name);
    box.addEventListener('change', () => act(() => listening.set({ [key]: box.checked })));
  }
  const follow = later(requestAnimationFrame, () => {
    showPosition(root, listening, waveform);
    if (listening.isPlaying) follow();
  });
  const update = () => {
    const { isPlaying, way, awaited, boost, seconds } = listening;
    for (const [name, key] of switches) part(root, name).checked = way[key];
    const button = part(root, 'play');
    button.textContent = isPlaying ? 'Pause' : 'Play';
    button.dataset.playing = isPlaying;
    const screen = part(root, 'lock-screen');
    screen.hidden = !way.isPhone;
    screen.classList.toggle('ringing', isPlaying);
    part(root, 'playing').textContent = awaited
      ? (isPlaying ? 'Preparing what you chose; you hear it as soon as it is ready.' : 'Preparing…')
      : boost ? `The difference, played ${boost}\u00a0dB louder.`
      : boost === 0 ? 'The difference, at its own level.'
      : seconds > playedSeconds ? `Plays the first ${secondsText(playedSeconds)}.` : '';
    showPosition(root, listening, waveform);
    if (isPlaying) follow();
  };
  listening.addEventListener('change', update);
  update();
}

function showPosition(root, { position, seconds }, waveform) {
  waveform.follow(position);
  const text = `${position.toFixed(1)} / ${secondsText(seconds)}`;
  const time = part(root, 'time');
  if (time.textContent !== text) time.textContent = text;
}
