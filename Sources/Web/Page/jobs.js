import { decodeInBrowser, problem } from './decoder.js';

const largestByteCount = 200_000_000;
const waveformColumns = 1000;
/** More isn't kept for the ear: a sound of a notification is shorter than 30 s. */
export const playedSeconds = 120;

/** Work on sounds, made of the workers' tasks. */
export class Jobs {
  #pool;

  constructor(pool) {
    this.#pool = pool;
  }

  /**
   * Reads a sound: describes it, and has the browser decode it if the core can't.
   * @param {{name: string, file: Blob, frames: object|null}} sound gets its frames
   */
  async read(sound, { limit }, options) {
    if (sound.file.size > largestByteCount) {
      throw problem('larger than 200 MB', 'shorten it: an alert lasts less than 30 s');
    }
    const input = { sound, limit, columns: waveformColumns };
    const description = await this.#pool.run('describe', input, options);
    if (description.readable) return description;
    const { planes, rate } = await decodeInBrowser(sound.file, description.browser);
    const { type, blob } = await this.#interleave(planes, description.browser.losslessBits, options);
    sound.frames = { blob, type, rate, channels: planes.length };
    return this.#pool.run('describe', input, options);
  }

  async #interleave(planes, losslessBits, options) {
    const transfer = planes.map((plane) => plane.buffer);
    try {
      return await this.#pool.run('interleave', { planes, losslessBits }, { ...options, transfer });
    } catch (error) {
      // Some browsers keep the memory of an AudioBuffer to themselves.
      if (error.name !== 'DataCloneError') throw error;
      return this.#pool.run('interleave', { planes, losslessBits }, options);
    }
  }

  /**
   * @param {object} target what `convert` takes, without the name
   * @returns {Promise<{conversion, file: Blob, comparison, description, crc32}>} no file if it was left out
   */
  async convert(sound, description, target, { progress = () => {}, ...options }) {
    const converting = { ...options, progress: (fraction) => progress(fraction * 0.85) };
    const { file, ...conversion } = await (canSplit(description, target)
      ? this.#convertChannels(sound, target, converting)
      : this.#pool.run('convert', { sound, target }, converting));
    if (!file) return { conversion, file };
    progress(0.85);
    const inspected = await this.inspect(sound, file, conversion, target.limit, options);
    return { conversion, file, ...inspected };
  }

  async inspect(sound, copy, { name, outcome }, limit, options) {
    const inspected = await this.#pool.run('inspect', { sound, copy, name, limit }, options);
    const reason = { replaced: 'another sound is in its place', trimmed: 'it was cut' }[outcome];
    return reason ? { ...inspected, comparison: { comparable: false, reason } } : inspected;
  }

  // The search for the closest IMA4 takes most of the time, and each channel is searched alone.
  async #convertChannels(sound, target, { progress, ...options }) {
    const part = (values, more) =>
      this.#pool.run('convert', { sound, target: { ...target, ...values }, isPart: true }, { ...options, ...more });
    const stereo = await part({ quality: 0 });
    const whole = () => this.#pool.run('convert', { sound, target }, { ...options, progress });
    if (!['converted', 'trimmed'].includes(stereo.outcome) || stereo.channels !== 2) return whole();
    const fractions = [0, 0];
    const channels = await Promise.all([0, 1].map((channel) =>
      part({ 'only-channel': channel }, {
        progress: (fraction) => {
          fractions[channel] = fraction;
          progress((fractions[0] + fractions[1]) / 2);
        },
      })));
    if (channels.some((mono) => mono.audioByteCount * 2 !== stereo.audioByteCount)) return whole();
    const transfer = [stereo, ...channels].map(({ bytes }) => bytes.buffer);
    const file = await this.#pool.run('weave', { stereo, channels }, { ...options, transfer });
    return { ...stereo, bytes: null, file, command: stereo.command.replace(/ -q 0\b/, qualityWords(target.quality)) };
  }

  /** The frames to play, at the output's rate. */
  listen(sound, rate, options) {
    return this.#pool.run('listen', { sound, rate, seconds: playedSeconds }, options);
  }

  difference(sound, copy, rate, options) {
    return this.#pool.run('difference', { sound, copy, rate }, options);
  }

  unpack(texts) {
    return this.#pool.run('unpack', { texts });
  }
}

const defaultQuality = 63;

function qualityWords(quality) {
  return quality === defaultQuality ? '' : ` -q ${quality}`;
}

function canSplit(description, target) {
  return target.format === 'ima4' && target.quality > 0 && target.channels !== 1
    && description.channels === 2 && description.format !== 'IMA4';
}
