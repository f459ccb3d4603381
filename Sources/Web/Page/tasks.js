import { crc32 } from './crc.js';
import { interleaved, peakOf, planesOf, rootMeanSquare } from './frames.js';

/**
 * Asks the core about a sound: { name, file, frames: { blob, type, rate, channels } | null }. The pool has replaced its blobs
 * by their bytes.
 */
function ask(core, verb, { sound: { name, file, frames = null }, copy = null, target = {} }) {
  const given = { name, 'frames-type': frames?.type, 'frames-rate': frames?.rate, 'frames-channels': frames?.channels };
  return core.call(verb, { ...given, ...target }, file, frames?.blob, copy);
}

/** Answers with what the core says. */
export const report = (core, verb, input) => answer(ask(core, verb, input).result);

function answer(result, ...buffers) {
  return { result, transfer: buffers };
}

/**
 * The work that isn't just a verb of the core. Each task gets the core and the page's message, and returns the answer and the
 * buffers to transfer with it.
 */
export const tasks = {
  // The browser optimizes a function when it has run for a while, which takes a tenth of a second for each kind of work. So
  // works on a compressed and on an uncompressed sound, and encodes one channel, as for stereo sounds.
  warmUp(core, { sound }) {
    const { bytes: file } = ask(core, 'convert', { sound, target: { container: 'WAVE', format: 'I16', channels: 2 } });
    const target = { container: 'caff', format: 'ima4', quality: 63, 'only-channel': 0 };
    for (const each of [sound, { name: 'song.wav', file }]) {
      ask(core, 'describe', { sound: each });
      const { bytes: copy } = ask(core, 'convert', { sound: each, target });
      ask(core, 'compare', { sound: each, copy, target });
      ask(core, 'describe', { sound: { ...each, file: copy } });
    }
    return answer(null);
  },

  // Tells what is known of a sound before it is measured.
  read(core, { sound, target }, tell) {
    tell(ask(core, 'describe', { sound, target: { head: 'yes' } }).result);
    return report(core, 'describe', { sound, target });
  },

  checksum: (core, { file }) => answer(crc32(file)),

  interleave(core, { planes, losslessBits }) {
    const { type, bytes } = interleaved(planes, losslessBits);
    return answer({ type, blob: new Blob([bytes]) });
  },

  convert(core, input) {
    const { result, bytes } = ask(core, 'convert', input);
    if (input.isPart) return answer({ ...result, bytes }, bytes.buffer);
    return answer({ ...result, file: saved(bytes) });
  },

  // Joins two files that have the packets of a channel each, and otherwise zeros or the same bytes.
  weave(core, { first, second }) {
    for (let at = 0; at < first.length; at += 1) first[at] |= second[at];
    return answer({ file: saved(first) });
  },

  // Decodes frames to listen to, at the rate of the sound output.
  decode: (core, input) => playable(decoded(core, input)),

  // A mono copy is heard on both channels.
  difference(core, { sound, copy, target }) {
    const { rate, planes } = decoded(core, { sound, copy, target });
    const copied = decoded(core, { sound: { name: sound.name, file: copy }, target: { rate, seconds: target.seconds } });
    planes.forEach((plane, channel) => {
      const other = copied.planes[Math.min(channel, copied.planes.length - 1)];
      for (let i = 0; i < Math.min(plane.length, other.length); i += 1) plane[i] -= other[i];
    });
    return playable({ rate, planes });
  },
};

// Blobs are made in the worker: copying megabytes would make the page stutter. An omitted sound has no bytes.
const saved = (bytes) => (bytes.length > 0 ? new Blob([bytes]) : null);

function decoded(core, input) {
  const { result: { rate, channels }, bytes } = ask(core, 'decode', input);
  return { rate, planes: planesOf(new Float32Array(bytes.buffer, 0, bytes.length >> 2), channels) };
}

function playable({ rate, planes }) {
  return answer({ rate, planes, level: rootMeanSquare(planes), peak: peakOf(planes) }, ...planes.map(({ buffer }) => buffer));
}
