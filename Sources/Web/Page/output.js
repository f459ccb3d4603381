import { problem } from './decoder.js';

let context = null;

/**
 * The page's sound output. It is made at the first click on “Play”, since browsers don't allow it earlier.
 * @returns {Promise<AudioContext>} running
 */
export async function soundOutput() {
  const refusal = problem('This browser gives no sound output', 'check its permissions and the system’s output');
  try {
    context ??= new AudioContext();
  } catch {
    throw refusal;
  }
  if (context.state === 'running') return context;
  // Without an output device, some browsers never answer.
  const waiting = new Promise((_, reject) => { setTimeout(reject, 10_000, refusal); });
  await Promise.race([context.resume(), waiting]).catch(() => { throw refusal; });
  if (context.state !== 'running') throw refusal;
  return context;
}
