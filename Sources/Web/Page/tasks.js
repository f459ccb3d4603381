import { crc32 } from './crc.js';
import { interleaved, peakOf, planesOf, rootMeanSquare } from './frames.js';

// A sound is { name, file, frames: { blob, type, rate, channels } | null }. The pool has replaced its blobs by their bytes.
function call(core, verb, { name, file, frames }, keys, ...copy) {
  const values = { name, 'frames-type': frames?.type, 'frames-rate': frames?.rate, 'frames-channels': frames?.channels };
  return core.call(verb, { ...values, ...keys }, [file, ...copy], frames ? [frames.blob] : []);
}

function answer(result, ...buffers) {
  return { result, transfer: buffers };
}

// Each task gets the core and the page's message, and returns the answer and the buffers to transfer with it.
export const tasks = {
  // The browser optimizes a function when it has run for a while, which takes a tenth of a second for each kind of work.
  warmUp(core, { sound }) {
    const target = { container: 'caff', format: 'ima4', quality: 63 };
    call(core, 'describe', sound, {});
    const { bytes } = call(core, 'convert', sound, target);
    call(core, 'compare', sound, { ...target, 'copy-count': bytes.length }, bytes);
    call(core, 'describe', { ...sound, file: bytes }, {});
    return answer(null);
  },

  describe(core, { sound, use, columns, target, isNew }, report) {
    if (isNew) report(call(core, 'describe', sound, { head: 'yes' }).result);
    return answer(call(core, 'describe', sound, { ...target, use, columns }).result);
  },

  place(core, { name }) {
    return answer(core.call('place', { name }).result.places);
  },

  checksum(core, { file }) {
    return answer(crc32(file));
  },

  interleave(core, { planes, losslessBits }) {
    const { type, bytes } = interleaved(planes, losslessBits);
    return answer({ type, blob: new Blob([bytes]) });
  },

  convert(core, { sound, target, isPart }) {
    const { result, bytes } = call(core, 'convert', sound, target);
    if (isPart) return answer({ ...result, bytes }, bytes.buffer);
    return answer({ ...result, file: saved(bytes) });
  },

  // Joins two files that have the packets of a channel each, and otherwise zeros or the same bytes.
  weave(core, { first, second }) {
    return answer({ file: saved(first.map((byte, at) => byte | second[at])) });
  },

  compare(core, { sound, copy, target }) {
    return answer(call(core, 'compare', sound, { ...target, 'copy-count': copy.length }, copy).result);
  },

  // Decodes frames to listen to, at the rate of the sound output.
  listen(core, { sound, target, rate, seconds }) {
    return playable(call(core, 'decode', sound, { ...target, rate, seconds }));
  },

  difference(core, { sound, copy, target, rate, seconds }) {
    return playable(call(core, 'difference', sound, { ...target, 'copy-count': copy.length, rate, seconds }, copy));
  },
};

// Blobs are made in the worker: copying megabytes would make the page stutter. An omitted sound has no bytes.
const saved = (bytes) => (bytes.length > 0 ? new Blob([bytes]) : null);

function playable({ result, bytes }) {
  const planes = planesOf(new Float32Array(bytes.buffer, 0, bytes.length >> 2), result.channels);
  const answered = { rate: result.rate, planes, level: rootMeanSquare(planes), peak: peakOf(planes) };
  return answer(answered, ...planes.map((plane) => plane.buffer));
}
