import { decodeInBrowser } from './decoder.js';
import { problem } from './problem.js';
import { cleanName } from './zip.js';

const largestByteCount = 200_000_000;
const waveformColumns = 1000;
/** The most seconds that are decoded for listening. That is ample, because a notification's sound is shorter than 30 s. */
export const playedSeconds = 120;

/** Work on sounds, made of the workers' tasks. */
export class Jobs {
  #pool;

  constructor(pool) {
    this.#pool = pool;
  }

  /** Works on a short sound, so that the browser has optimized the core by the time the user chooses one. */
  warmUp(sound) { this.#pool.run('warmUp', { sound }, { priority: () => -1 }).catch(() => {}); }

  /**
   * Reads a sound: describes it, and has the browser decode it if the core can't. The progress is what is known before the
   * core has measured the sound.
   * @param {{name: string, file: Blob, frames: object|null}} sound whose `frames` are set
   */
  async read(sound, use, options) {
    if (sound.file.size > largestByteCount) {
      throw problem('larger than 200 MB', 'shorten it: an alert lasts less than 30 s');
    }
    const input = { sound, target: { use, columns: waveformColumns } };
    const description = await this.#pool.run('read', input, options);
    if (description.readable) return description;
    const { browser } = description;
    const { planes, rate } = await decodeInBrowser(sound.file, browser);
    const { type, blob } = await this.#pool.run('interleave', { planes, losslessBits: browser.losslessBits }, options);
    sound.frames = { blob, type, rate, channels: planes.length, isImported: browser.isImported };
    return this.#pool.run('read', input, options);
  }

  /**
   * Makes a file.
   * @param {object} target what `convert` takes, without the name
   * @returns {Promise<{conversion, file: Blob}>} without a file if the sound was omitted
   */
  async make(sound, description, target, options) {
    const made = canSplit(description, target) ? this.#convertChannels(sound, target, options)
      : this.#pool.run('convert', { sound, target }, options);
    const { file, ...conversion } = await made;
    // The steps into an app name the file as it is saved.
    return { conversion: { ...conversion, name: cleanName(conversion.name) }, file };
  }

  /** The facts that the page shows about a converted file. */
  async inspect(sound, { file, conversion: { name, outcome, levelling } }, target, options) {
    const [compared, description] = await Promise.all([
      this.#pool.run('compare', { sound, copy: file, target: { ...target, levelling } }, options),
      this.#pool.run('describe', { sound: { name, file }, target: { use: target.use } }, options),
    ]);
    const reason = outcome === 'replaced-by-default' && 'another sound is in its place';
    return { description, comparison: reason ? { comparable: false, reason } : compared };
  }

  checksum(file) { return this.#pool.run('checksum', { file }, { priority: () => 2 }); }

  /** How apps are told of a sound: `[{name, steps, code}]`. */
  places(name) { return this.#pool.run('place', { sound: { name } }, { priority: () => 2 }); }

  // Encodes the channels side by side, since the search takes most of the time. Each part is the whole file, but the other
  // channel's packets are zeros.
  async #convertChannels(sound, target, { progress, ...options }) {
    const fractions = [0, 0];
    const [{ bytes: first, ...conversion }, { bytes: second }] = await Promise.all(fractions.map((_, channel) =>
      this.#pool.run('convert', { sound, target: { ...target, 'only-channel': channel }, isPart: true }, {
        ...options,
        progress: (fraction) => {
          fractions[channel] = fraction;
          progress((fractions[0] + fractions[1]) / 2);
        },
      })));
    return { ...conversion, ...await this.#pool.run('weave', { first, second }, options) };
  }

  /** Describes a sound as a target's options prepare it for all formats. */
  prepared(sound, target, options) {
    return this.#pool.run('describe', { sound, target: { ...target, columns: waveformColumns } }, options);
  }

  /** The frames to play, at the output's rate; of an original, as the target's options prepare it. */
  listen(sound, target, rate, options) {
    return this.#pool.run('decode', { sound, target: { ...target, rate, seconds: playedSeconds } }, options);
  }

  /** What a converted candidate differs in from the sound. */
  difference(sound, { offer: { target }, result: { conversion: { levelling }, file } }, rate, options) {
    const input = { sound, copy: file, target: { ...target, levelling, rate, seconds: playedSeconds } };
    return this.#pool.run('difference', input, options);
  }
}

/** What of a target changes the original's course or channels, and not only its levels; null if it changes neither. */
export function preparationOf(target, { seconds, channels }) {
  const isNeeded = arranging.some((key) => target[key] != null) || (channels > 2 && target.channels != null)
    || (target['over-limit'] === 'trim' && seconds >= target.limit);
  const keys = [...arranging, 'gap', 'channels', 'over-limit', 'limit', 'use'];
  return isNeeded ? Object.fromEntries(keys.map((key) => [key, target[key]])) : null;
}

const arranging = ['trim-start', 'trim-end', 'silence-threshold', 'fade-in', 'fade-out', 'repeat'];

// With a target for the loudness or the peak, channels can't be encoded separately: all together have one loudness.
function canSplit(description, target) {
  return target.quality > 0 && target.loudness == null && target['true-peak'] == null && description.channels === 2
    && target.channels !== 1 && description.format !== 'IMA4';
}
