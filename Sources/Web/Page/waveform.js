import { later, stepOf } from './elements.js';
import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));

/**
 * Draws a sound, and follows its slider.
 *
 * All of the original is shown, and in it what is played: the prepared sound. What is cut off is pale.
 * @param {AbortSignal} removal removes the listeners
 * @param {(seconds: number) => void} seek gets a time in what is played
 * @param {() => void} toggle plays or pauses
 */
export function waveformOn(slider, removal, seek, toggle) {
  const [canvas, played] = slider.querySelectorAll('canvas');
  const head = slider.querySelector('.head');
  /** What is drawn: `original`, `prepared`, which is null until it is known, `shape` and `limit`. @type {any} */
  let sound = null;
  let position = 0;
  let shownTenths = -1;

  const secondsPlayed = () => sound.prepared?.seconds ?? sound.shape.end - sound.shape.start;
  const seekWithin = (seconds) => seek(Math.min(secondsPlayed(), Math.max(0, seconds)));

  // Draws at most once per frame, and only if the card is open.
  const redraw = later(requestAnimationFrame, () => {
    if (sound && canvas.clientWidth > 0) draw(canvas, played, sound, secondsPlayed());
  });

  function drag({ clientX }) {
    const { left, width } = slider.getBoundingClientRect();
    seekWithin(((clientX - left) / width) * sound.shape.total - sound.shape.start);
  }

  function press(event) {
    const total = secondsPlayed();
    const step = stepOf(event, Math.max(0.1, Math.min(1, total / 20)));
    const to = { Home: 0, End: total }[event.key] ?? Number(slider.getAttribute('aria-valuenow')) + step;
    if (event.key === ' ') toggle();
    else if (Number.isNaN(to)) return;
    else seekWithin(to);
    event.preventDefault();
  }

  /** Shows how far the sound is played. */
  function follow(seconds) {
    position = seconds;
    if (!sound) return;
    const { start, total } = sound.shape;
    const percent = (time) => Math.min(1, time / (total || 1)) * 100;
    head.style.transform = `translateX(${percent(start + seconds)}%)`;
    played.style.clipPath = `inset(0 ${100 - percent(start + seconds)}% 0 ${percent(start)}%)`;
    // Tenths of a second suffice for a screen reader.
    const tenths = Math.round(seconds * 10);
    if (tenths === shownTenths) return;
    shownTenths = tenths;
    slider.setAttribute('aria-valuenow', (tenths / 10).toFixed(1));
    slider.setAttribute('aria-valuetext', `${secondsText(seconds)} of ${secondsText(secondsPlayed())}`);
  }

  /** @param shape what `addHandles` shows */
  function show(original, prepared, shape, limit) {
    sound = { original, prepared, shape, limit };
    slider.setAttribute('aria-valuemax', secondsPlayed().toFixed(2));
    follow(position);
    redraw();
  }

  slider.addEventListener('pointerdown', drag);
  slider.addEventListener('pointermove', (event) => event.buttons & 1 && drag(event));
  slider.addEventListener('keydown', press);
  for (const scheme of schemes) scheme.addEventListener('change', redraw, { signal: removal });
  const size = new ResizeObserver(redraw);
  size.observe(slider);
  removal.addEventListener('abort', () => size.disconnect());
  return { follow, show };
}

// Draws the sound, and on another canvas, which is clipped to what was played, the same picture in the accent's colour.
function draw(canvas, played, { original, prepared, shape, limit }, secondsPlayed) {
  const { clientWidth: width, clientHeight: height } = canvas;
  // Looking each bar's colour up would take most of the drawing's time.
  const style = getComputedStyle(canvas);
  const [accent, wave, overWave, cut, silence, over, warn] =
    ['accent', 'wave', 'over-wave', 'cut', 'silence', 'over', 'warn'].map((name) => style.getPropertyValue(`--${name}`).trim());
  const [context, above] = [canvas, played].map((each) => contextOf(each, width, height));
  const { start, total } = shape;
  const end = start + secondsPlayed;
  const x = (time) => (Math.min(time, total) / (total || 1)) * width;
  const shade = (from, to, fill) => {
    context.fillStyle = fill;
    context.fillRect(from, 0, to - from, height);
  };
  // The lowest and the highest peak between two fractions of the picture.
  const peaksBetween = (...range) => {
    const [from, to] = range.map((fraction) => fraction * total);
    const isPlayed = prepared && from >= start && from < start + prepared.seconds;
    const [{ waveform, seconds }, offset] = isPlayed ? [prepared, start] : [original, 0];
    return peaks(waveform, (from - offset) / seconds, (to - offset) / seconds).map((peak) => peak * shape.gain);
  };
  const { levels } = prepared ?? original;
  const offset = prepared ? start : 0;
  for (const [from, to] of levels.silences) shade(x(offset + from), x(offset + to), silence);
  if (original.seconds > limit) shade(x(Math.min(end, start + limit)), width, over);
  // The part that isn't played.
  if (total > playedSeconds) shade(x(start + playedSeconds), width, silence);
  drawBars(context, width, height, peaksBetween, (at) =>
    at * total < start || at * total >= end ? cut : at * total > start + limit ? overWave : wave);
  drawFades(context, shape, x, height, accent);
  drawBars(above, width, height, peaksBetween, () => accent);
  for (const time of levels.clicks) {
    const left = Math.max(0, Math.min(width - 3, x(offset + time) - 1.5));
    shade(left, left + 3, warn);
  }
}

function contextOf(canvas, width, height) {
  const scale = Math.min(3, devicePixelRatio || 1);
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  return context;
}

function drawFades(context, { start, end, fadeIn, fadeOut }, x, height, accent) {
  context.strokeStyle = accent;
  context.lineWidth = 1.5;
  for (const [from, to] of [[start, start + fadeIn], [end, end - fadeOut]]) {
    if (from === to) continue;
    context.beginPath();
    context.moveTo(x(from), height);
    context.lineTo(x(to), 0);
    context.stroke();
  }
}

/** What a sound's waveform and its handles show, before and after it is `made`, for what `Options.values` returned. */
export function shapeOf({ seconds, levels }, prepared, values, made) {
  const { limit, repeat = 0, loudness, 'over-limit': policy, 'fade-in': fadeIn = 0, 'fade-out': fadeOut = 0 } = values;
  const isSilent = (time, isStart) => values['silence-threshold'] != null
    && levels.silences.find(([from, to]) => from <= time && to >= time && (isStart ? to < seconds : from > 0));
  const given = Math.min(values['trim-start'] ?? 0, seconds);
  const start = isSilent(given, true)?.[1] ?? given;
  const last = Math.min(values['trim-end'] ?? seconds, seconds);
  const isLong = policy === 'trim' && !repeat && last - start >= limit;
  const end = isLong ? start + limit - Math.min(0.1, limit / 10) : Math.max(start, isSilent(last, false)?.[0] ?? last);
  const total = Math.max(seconds, start + (repeat && prepared ? prepared.seconds : 0));
  // A loudness is drawn once it is known what it makes of the sound.
  const louder = loudness == null || !made ? 0 : made.levels.loudness - (prepared ?? { levels }).levels.loudness;
  return { total, seconds, start, end, repeat, gain: 10 ** (louder / 20), fadeIn, fadeOut };
}

function peaks(columns, from, to) {
  const first = Math.max(0, Math.floor(from * columns.length));
  const end = Math.min(columns.length, Math.max(first + 1, Math.floor(to * columns.length)));
  let [low, high] = [0, 0];
  for (let column = first; column < end; column += 1) {
    low = Math.min(low, columns[column][0]);
    high = Math.max(high, columns[column][1]);
  }
  return [low, high];
}

function drawBars(context, width, height, peaksBetween, colorAt, bar = { width: 3, step: 5 }) {
  const count = Math.max(1, Math.floor(width / bar.step));
  const step = width / count;
  for (let index = 0; index < count; index += 1) {
    const [low, high] = peaksBetween(index / count, (index + 1) / count);
    const top = (1 - Math.min(1, high) * 0.92) * (height / 2);
    const bottom = (1 - Math.max(-1, low) * 0.92) * (height / 2);
    const long = Math.max(bar.width, bottom - top);
    context.fillStyle = colorAt(index / count);
    context.beginPath();
    context.roundRect(index * step + (step - bar.width) / 2, (top + bottom - long) / 2, bar.width, long, bar.width / 2);
    context.fill();
  }
}

/** Draws a small waveform in a list, in a colour that suits light and dark pages. */
export function drawThumb(canvas, columns) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, width, height);
  drawBars(context, width, height, (from, to) => peaks(columns, from, to), () => '#8b84ab', { width: 3, step: 6 });
}

const listed = 8; // more would take a screen reader too long

/** The drawing in words, for screen readers. */
export function waveformWords({ seconds, levels }, limit) {
  const said = [`Waveform of ${secondsText(seconds)}.`];
  for (const [from, to] of levels.silences.slice(0, listed)) {
    said.push(from === 0 ? `Silent for the first ${secondsText(to)}.`
      : to >= seconds ? `Silent for the last ${secondsText(to - from)}.`
      : `Silent from ${secondsText(from)} to ${secondsText(to)}.`);
  }
  if (seconds > limit) said.push(`The part after ${secondsText(limit)} is over the limit.`);
  for (const time of levels.clicks.slice(0, listed)) {
    said.push(`A click at ${time === 0 ? 'the beginning' : time >= seconds ? 'the end' : secondsText(time)}.`);
  }
  return said.join(' ');
}
