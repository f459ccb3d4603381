import { bytesOfBase64 } from './base64.js';
import { CoreError } from './calls.js';
import { crc32 } from './crc.js';
import { interleaved, peakOf, planesOf, rootMeanSquare } from './frames.js';

// Each task gets the core and the page's message, and returns the answer and the buffers to transfer with it.
// A sound is { name, file: Blob, frames: { blob, type, rate, channels } | null }.

async function bytesOf(blob) {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    throw new CoreError({ error: 'the file can’t be read any more: it was changed, moved or removed', advice: 'add it again' });
  }
}

async function load(sound) {
  const { frames } = sound;
  return {
    values: {
      name: sound.name,
      'frames-type': frames?.type,
      'frames-rate': frames?.rate,
      'frames-channels': frames?.channels,
    },
    file: [await bytesOf(sound.file)],
    frames: frames ? [await bytesOf(frames.blob)] : [],
  };
}

function answer(result, ...buffers) {
  return { result, transfer: buffers };
}

export const tasks = {
  async describe(core, { sound, use, columns }) {
    const { values, file, frames } = await load(sound);
    return answer(core.call('describe', { ...values, use, columns }, file, frames).result);
  },

  async command(core, { name, target }) {
    return answer(core.call('command', { name, ...target }).result.command);
  },

  async interleave(core, { planes, losslessBits }) {
    const { type, bytes } = interleaved(planes, losslessBits);
    return answer({ type, blob: new Blob([bytes]) });
  },

  // Blobs are made in the worker: copying megabytes would make the page stutter.
  async convert(core, { sound, target, isPart }) {
    const { values, file, frames } = await load(sound);
    const { result, bytes } = core.call('convert', { ...values, ...target }, file, frames);
    if (isPart) return answer({ ...result, bytes }, bytes.buffer);
    return answer({ ...result, file: bytes.length > 0 ? new Blob([bytes]) : null });
  },

  // Makes a stereo IMA4 file from two mono files, whose 34-byte packets alternate.
  async weave(core, { stereo, channels }) {
    const bytes = stereo.bytes;
    const packetCount = stereo.audioByteCount / 68;
    channels.forEach((channel, index) => {
      for (let packet = 0; packet < packetCount; packet += 1) {
        const from = channel.audioOffset + packet * 34;
        bytes.set(channel.bytes.subarray(from, from + 34), stereo.audioOffset + packet * 68 + index * 34);
      }
    });
    return answer(new Blob([bytes]));
  },

  async compare(core, { sound, copy, target }) {
    const { values, file, frames } = await load(sound);
    const bytes = await bytesOf(copy);
    const keys = { ...values, ...target, 'copy-count': bytes.length };
    return answer({ ...core.call('compare', keys, [...file, bytes], frames).result, crc32: crc32(bytes) });
  },

  // Decodes frames to listen to, at the rate of the sound output.
  async listen(core, { sound, rate, seconds }) {
    const { values, file, frames } = await load(sound);
    return playable(core.call('decode', { ...values, rate, seconds }, file, frames));
  },

  async difference(core, { sound, copy, target, rate, seconds }) {
    const { values, file, frames } = await load(sound);
    const bytes = await bytesOf(copy);
    const keys = { ...values, ...target, 'copy-count': bytes.length, rate, seconds };
    return playable(core.call('difference', keys, [...file, bytes], frames));
  },

  async unpack(core, { texts }) {
    const all = texts.map((text) => text && bytesOfBase64(text));
    return answer(all, ...all.filter(Boolean).map((bytes) => bytes.buffer));
  },
};

function playable({ result, bytes }) {
  const planes = planesOf(new Float32Array(bytes.buffer, 0, bytes.length >> 2), result.channels);
  const answered = { rate: result.rate, planes, level: rootMeanSquare(planes), peak: peakOf(planes) };
  return answer(answered, ...planes.map((plane) => plane.buffer));
}
