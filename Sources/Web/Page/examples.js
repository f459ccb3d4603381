import song from './song.mp3';

// Sounds to try the page with.

const rate = 22_050;

/** A chime of two notes, or as many as fill the seconds, as a WAVE file. */
function chime(seconds, name) {
  const samples = new Int16Array(Math.round(seconds * rate));
  const spacing = 0.22;
  for (let note = 0; note * spacing < Math.max(0.4, seconds - 0.8); note += 1) {
    const pitch = 523.25 * 2 ** ([0, 7, 12, 4, 9][note % 5] / 12);
    const first = Math.round(note * spacing * rate);
    for (let i = 0; i < rate && first + i < samples.length; i += 1) {
      const level = 7000 * Math.min(1, i / 60) * Math.exp(-6 * i / rate) * Math.min(1, (samples.length - first - i) / 400);
      samples[first + i] += level * Math.sin((2 * Math.PI * pitch * i) / rate);
    }
  }
  const header = new DataView(new ArrayBuffer(44));
  const text = (at, word) => [...word].forEach((letter, i) => header.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'RIFF'); text(8, 'WAVEfmt '); text(36, 'data');
  header.setUint32(4, 36 + samples.byteLength, true);
  [[16, 16, 4], [20, 1, 2], [22, 1, 2], [24, rate, 4], [28, 2 * rate, 4], [32, 2, 2], [34, 16, 2], [40, samples.byteLength, 4]]
    .forEach(([at, value, size]) => (size === 2 ? header.setUint16(at, value, true) : header.setUint32(at, value, true)));
  return new File([header, samples], name);
}

/** @type {Record<string, () => File>} */
export const examples = {
  chime: () => chime(1.2, 'chime.wav'),
  song: () => new File([song], 'song.mp3'),
  long: () => chime(45, 'long.wav'),
};
