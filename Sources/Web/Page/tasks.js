import { bytesOfBase64 } from './base64.js';
import { crc32 } from './crc.js';
import { interleaved, planesOf, rootMeanSquare } from './frames.js';

// Each task gets the core and what the page sent, and returns what to send back and which buffers to transfer.
// A sound is { name, file: Blob, frames: { blob, type, rate, channels } | null }.

async function bytesOf(blob) {
  return new Uint8Array(await blob.arrayBuffer());
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

// The header of a WAVE file of 32-bit floats.
function floatHeader(byteCount, rate, channels) {
  const header = new DataView(new ArrayBuffer(44));
  const tags = [[0, 'RIFF'], [8, 'WAVE'], [12, 'fmt '], [36, 'data']];
  for (const [offset, tag] of tags) {
    [...tag].forEach((letter, i) => header.setUint8(offset + i, letter.charCodeAt(0)));
  }
  const words = [[4, byteCount + 36], [16, 16], [24, rate], [28, rate * channels * 4], [40, byteCount]];
  for (const [offset, value] of words) header.setUint32(offset, value, true);
  const halves = [[20, 3], [22, channels], [32, channels * 4], [34, 32]];
  for (const [offset, value] of halves) header.setUint16(offset, value, true);
  return new Uint8Array(header.buffer);
}

export const tasks = {
  async describe(core, { sound, limit, columns }) {
    const { values, file, frames } = await load(sound);
    return answer(core.call('describe', { ...values, limit, columns }, file, frames).result);
  },

  async interleave(core, { planes, losslessBits }) {
    const { type, bytes } = interleaved(planes, losslessBits);
    return answer({ type, blob: new Blob([bytes]) });
  },

  // Blobs are made here, since copying megabytes would make the page stutter.
  async convert(core, { sound, target, isPart }) {
    const { values, file, frames } = await load(sound);
    const { result, bytes } = core.call('convert', { ...values, ...target }, file, frames);
    if (isPart) return answer({ ...result, bytes }, bytes.buffer);
    return answer({ ...result, file: bytes.length > 0 ? new Blob([bytes]) : null });
  },

  // A stereo IMA4 file from two mono ones: their 34-byte packets take turns.
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

  // What the page says about a converted file.
  async inspect(core, { sound, copy, name, limit }) {
    const { values, file, frames } = await load(sound);
    const bytes = await bytesOf(copy);
    const comparison = core.call(
      'compare', { ...values, 'copy-count': bytes.length }, [...file, bytes], frames).result;
    const description = core.call('describe', { name, limit }, [bytes]).result;
    return answer({ comparison, description, crc32: crc32(bytes) });
  },

  // Frames for the ear, at the rate of the sound output. The core resamples, since some browsers interpolate
  // linearly, which would be heard as a fault of the lower rates.
  async listen(core, { sound, rate, seconds }) {
    const { values, file, frames } = await load(sound);
    const target = { container: 'WAVE', format: 'LEF32', rate, 'over-limit': 'trim', limit: seconds };
    const { bytes } = core.call('convert', { ...values, ...target }, file, frames);
    return playable(core.call('decode', { name: 'sound.wav' }, [bytes]));
  },

  async difference(core, { sound, copy, rate }) {
    const { values, file, frames } = await load(sound);
    const bytes = await bytesOf(copy);
    const difference = core.call(
      'difference', { ...values, 'copy-count': bytes.length }, [...file, bytes], frames);
    const { rate: from, channels } = difference.result;
    if (from === rate) return playable(difference);
    const target = { container: 'WAVE', format: 'LEF32', rate, 'over-limit': 'warn' };
    const parts = [floatHeader(difference.bytes.length, from, channels), difference.bytes];
    const wave = core.call('convert', { name: 'difference.wav', ...target }, parts);
    return playable(core.call('decode', { name: 'difference.wav' }, [wave.bytes]));
  },

  async unpack(core, { texts }) {
    const all = texts.map((text) => text && bytesOfBase64(text));
    return answer(all, ...all.filter(Boolean).map((bytes) => bytes.buffer));
  },
};

function playable({ result, bytes }) {
  const planes = planesOf(new Float32Array(bytes.buffer, 0, bytes.length >> 2), result.channels);
  const level = rootMeanSquare(planes);
  return answer({ rate: result.rate, planes, level }, ...planes.map((plane) => plane.buffer));
}
