import song from './song.mp3';

const limits = { 'over-limit': 'warn', limit: 30 };
/** What the examples are made of the song by, in WAVE. */
const targets = { chime: limits, long: { ...limits, repeat: 46 } };

/** A chime of 1.2 s. */
export const exampleSong = { name: 'song.mp3', file: new File([song], 'song.mp3'), frames: null };

/**
 * A sound to try the page with: `song`, an MP3 file; `chime`, which plays; `long`, of 45 s.
 * @param {import('./jobs.js').Jobs} jobs
 */
export async function example(name, jobs) {
  if (!targets[name]) return exampleSong.file;
  const target = { container: 'WAVE', format: 'LEI16', ...targets[name] };
  const made = await jobs.make(exampleSong, {}, target, {});
  return new File([made.file], `${name}.wav`);
}
