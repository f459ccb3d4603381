// Formats that the core leaves to the browser: MP3, AAC, FLAC, Ogg, Opus.

const longestSeconds = 600;
const usualRate = 44100;
let lastDecoding = Promise.resolve();

/**
 * Decodes a file at its own rate; one file at a time, since each may need much memory.
 * @param {Blob} file
 * @param {{rate: number|null, channels: number|null}} format as `describe` calls it
 * @returns {Promise<{planes: Float32Array[], rate: number}>}
 */
export function decodeInBrowser(file, format) {
  const decoding = lastDecoding.then(() => decode(file, format));
  lastDecoding = decoding.catch(() => {});
  return decoding;
}

async function decode(file, format) {
  // A small compressed file may be hours long, and decodeAudioData can't be stopped.
  const seconds = await statedSeconds(file);
  if (seconds != null && seconds > longestSeconds) {
    throw problem('longer than 10 minutes, more than this page decodes', 'shorten it, or use the command');
  }
  const rate = format.rate || usualRate;
  let sound;
  try {
    const context = new OfflineAudioContext(format.channels || 2, 1, rate);
    sound = await context.decodeAudioData(await file.arrayBuffer());
  } catch {
    throw problem('this browser can’t decode it', 'use WAVE, AIFF or CAF, or another browser');
  }
  if (sound.length === 0) throw problem('it has no audio', 'export it again');
  const planes = Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i));
  return { planes, rate };
}

function statedSeconds(file) {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  audio.preload = 'metadata';
  const seconds = new Promise((resolve) => {
    audio.addEventListener('loadedmetadata', () => resolve(audio.duration), { once: true });
    // An <audio> that can't say is no reason to refuse: decodeAudioData may still know the format.
    audio.addEventListener('error', () => resolve(null), { once: true });
    setTimeout(() => resolve(null), 10_000);
  });
  audio.src = address;
  return seconds.finally(() => {
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(address);
  });
}

export function problem(message, advice) {
  return Object.assign(new Error(message), { advice });
}
