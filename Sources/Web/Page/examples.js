import song from './song.mp3';

const limits = { 'over-limit': 'warn', limit: 30 };
/** What the examples are made of the song by, in WAVE. */
const targets = { chime: limits, long: { ...limits, repeat: 46 } };

/**
 * A sound to try the page with: `song`, an MP3 file; `chime`, which plays; `long`, of 45 s.
 * @param {import('./jobs.js').Jobs} jobs
 */
export async function example(name, jobs) {
  const file = new File([song], 'song.mp3');
  if (!targets[name]) return file;
  const target = { container: 'WAVE', format: 'LEI16', ...targets[name] };
  const made = await jobs.make({ name: file.name, file, frames: null }, {}, target, {});
  return new File([made.file], `${name}.wav`);
}
