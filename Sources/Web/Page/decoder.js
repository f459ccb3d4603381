import { problem } from './problem.js';

// Formats that the core leaves to the browser: Ogg, WebM, HE-AAC.

// 10 minutes of stereo at 48 kHz, which take 230 MB as floats.
const largestSampleCount = 57_600_000;
const usualRate = 44100;
/** @type {Promise<any>} */
let lastDecoding = Promise.resolve();

/**
 * Decodes a file at its own rate; one file at a time, since each may need much memory.
 * @param {Blob} file
 * @param {{rate: number|null, channels: number|null, kind: string|null}} format from the core's verb `describe`
 * @returns {Promise<{planes: Float32Array[], rate: number}>}
 */
export function decodeInBrowser(file, format) {
  const decoding = lastDecoding.then(() => decode(file, format));
  lastDecoding = decoding.catch(() => {});
  return decoding;
}

async function decode(file, format) {
  const rate = format.rate || usualRate;
  const channels = format.channels || 2;
  // Check the length first: a small file may be hours long, and decodeAudioData can't be stopped.
  const seconds = await statedSeconds(file);
  if (seconds * rate * channels > largestSampleCount) {
    const most = Math.floor(largestSampleCount / rate / channels);
    throw problem(`this page decodes ${most} s of such a sound at most, and it has ${Math.round(seconds)} s`, 'shorten it, or use the command');
  }
  let sound;
  try {
    const context = new OfflineAudioContext(channels, 1, rate);
    sound = await context.decodeAudioData(await file.arrayBuffer());
  } catch (error) {
    throw undecodable(format.kind, error.name === 'EncodingError');
  }
  if (sound.length === 0) throw problem('it has no audio', 'export it again');
  const planes = Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i));
  return { planes, rate };
}

// The core's names of formats that browsers may decode, and the MIME types.
/** @type {[RegExp, string][]} */
const types = [
  [/HE-AAC/, 'audio/mp4; codecs="mp4a.40.5"'], [/^AAC/, 'audio/aac'], [/Ogg/, 'audio/ogg'], [/WebM/, 'audio/webm'],
];

function undecodable(kind, isKnownRate) {
  if (!kind) return problem('it isn’t a sound that this page knows', 'check the file, or export it as WAVE');
  const type = types.find(([pattern]) => pattern.test(kind))?.[1];
  if (type && isKnownRate && new Audio().canPlayType(type)) return problem(`it is ${kind}, but damaged`, 'copy or export it again');
  return problem(`it is ${kind}, which this browser doesn’t decode`, 'export it as WAVE, AIFF or CAF, or use another browser');
}

/** The length that a file states, in seconds; NaN if it states none. */
function statedSeconds(file) {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  audio.preload = 'metadata';
  const seconds = new Promise((resolve) => {
    audio.addEventListener('loadedmetadata', () => {
      if (audio.duration !== Infinity) return resolve(audio.duration);
      // Recordings often state no length. Seeking far past the end makes the browser find it.
      audio.addEventListener('durationchange', () => audio.duration !== Infinity && resolve(audio.duration));
      audio.currentTime = 1e9;
      setTimeout(resolve, 2000, NaN);
    }, { once: true });
    // Even if <audio> can't play the file, decodeAudioData may decode it.
    audio.addEventListener('error', () => resolve(NaN), { once: true });
    setTimeout(resolve, 10_000, NaN);
  });
  audio.src = address;
  return seconds.finally(() => {
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(address);
  });
}
