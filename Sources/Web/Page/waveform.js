import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

// Colours of style.css. Looking each bar's colour up would take most of the drawing's time.
const colors = new Map();
const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
for (const scheme of schemes) scheme.addEventListener('change', () => colors.clear());

function color(name) {
  if (!colors.has(name)) colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return colors.get(name);
}

/**
 * Draws a sound, and follows its slider. Fires `seek` with seconds of what is played.
 *
 * All of the original is shown, and in it what is played: the prepared sound. What is cut off is pale.
 */
export class Waveform extends EventTarget {
  #slider;
  #canvas;
  #played;
  #head;
  #original = null;
  // The original as the settings prepare it; null until that is known.
  #prepared = null;
  #shape = null;
  #limit = 30;
  #shown = -1;
  #isVisible = false;
  #isStale = true;
  #isAwaited = false;

  /** @param {AbortSignal} removal removes the listeners */
  constructor(slider, removal) {
    super();
    this.#slider = slider;
    [this.#canvas, this.#played] = slider.querySelectorAll('canvas');
    this.#head = slider.querySelector('.head');
    slider.addEventListener('pointerdown', (event) => this.#drag(event));
    slider.addEventListener('pointermove', (event) => event.buttons & 1 && this.#drag(event));
    slider.addEventListener('keydown', (event) => this.#press(event));
    for (const scheme of schemes) scheme.addEventListener('change', () => this.#redraw(), { signal: removal });
    const size = new ResizeObserver(() => this.#redraw());
    const view = new IntersectionObserver((entries) => {
      this.#isVisible = entries.at(-1).isIntersecting;
      this.#redraw(false);
    }, { rootMargin: '300px' });
    for (const observer of [size, view]) {
      observer.observe(slider);
      removal.addEventListener('abort', () => observer.disconnect());
    }
  }

  // Draws at most once per frame, and only if the card is visible.
  #redraw(isStale = true) {
    this.#isStale ||= isStale;
    if (!this.#isVisible || this.#isAwaited) return;
    this.#isAwaited = true;
    requestAnimationFrame(() => {
      this.#isAwaited = false;
      if (this.#isStale && this.#isVisible) this.#draw();
    });
  }

  /** @param shape what `Handles.show` takes */
  show(original, prepared, shape, limit) {
    this.#original = original;
    this.#prepared = prepared;
    this.#shape = shape;
    this.#limit = limit;
    this.#slider.setAttribute('aria-valuemax', this.#playedSeconds.toFixed(2));
    this.position = this.#position;
    this.#redraw();
  }

  get #playedSeconds() { return this.#prepared?.seconds ?? this.#shape.end - this.#shape.start; }

  #position = 0;

  set position(seconds) {
    this.#position = seconds;
    if (!this.#shape) return;
    const { start, total } = this.#shape;
    const percent = (time) => Math.min(1, time / (total || 1)) * 100;
    this.#head.style.transform = `translateX(${percent(start + seconds)}%)`;
    this.#played.style.clipPath = `inset(0 ${100 - percent(start + seconds)}% 0 ${percent(start)}%)`;
    // Tenths of a second suffice for a screen reader.
    const tenths = Math.round(seconds * 10);
    if (tenths === this.#shown) return;
    this.#shown = tenths;
    this.#slider.setAttribute('aria-valuenow', (tenths / 10).toFixed(1));
    this.#slider.setAttribute('aria-valuetext', `${secondsText(seconds)} of ${secondsText(this.#playedSeconds)}`);
  }

  #seek(seconds) {
    const to = Math.min(this.#playedSeconds, Math.max(0, seconds));
    this.dispatchEvent(new CustomEvent('seek', { detail: to }));
  }

  #drag(event) {
    const { left, width } = this.#slider.getBoundingClientRect();
    this.#seek(((event.clientX - left) / width) * this.#shape.total - this.#shape.start);
  }

  #press(event) {
    const now = Number(this.#slider.getAttribute('aria-valuenow'));
    const total = this.#playedSeconds;
    const step = Math.max(0.1, Math.min(1, total / 20));
    const to = {
      ArrowRight: now + step, ArrowUp: now + step, ArrowLeft: now - step, ArrowDown: now - step,
      PageUp: now + step * 5, PageDown: now - step * 5, Home: 0, End: total,
    }[event.key];
    if (event.key === ' ') this.dispatchEvent(new Event('toggle'));
    else if (to == null) return;
    else this.#seek(to);
    event.preventDefault();
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!this.#original || width === 0) return;
    this.#isStale = false;
    const context = this.#context(this.#canvas, width, height);
    const { start, total } = this.#shape;
    const end = start + this.#playedSeconds;
    const x = (time) => (Math.min(time, total) / (total || 1)) * width;
    const shade = (from, to, fill) => {
      context.fillStyle = fill;
      context.fillRect(from, 0, to - from, height);
    };
    const { levels } = this.#prepared ?? this.#original;
    const offset = this.#prepared ? start : 0;
    for (const [from, to] of levels.silences) shade(x(offset + from), x(offset + to), color('--silence'));
    if (this.#original.seconds > this.#limit) shade(x(Math.min(end, start + this.#limit)), width, color('--over'));
    // The part that isn't played.
    if (total > playedSeconds) shade(x(start + playedSeconds), width, color('--silence'));
    drawBars(context, width, height, (from, to) => this.#peaks(from * total, to * total), (at) =>
      color(at * total < start || at * total >= end ? '--cut' : at * total > start + this.#limit ? '--over-wave' : '--wave'));
    this.#drawFades(context, x, height);
    // The same picture in the accent's colour lies above, clipped to what was played.
    const above = this.#context(this.#played, width, height);
    drawBars(above, width, height, (from, to) => this.#peaks(from * total, to * total), () => color('--accent'));
    for (const time of levels.clicks) {
      const left = Math.max(0, Math.min(width - 3, x(offset + time) - 1.5));
      shade(left, left + 3, color('--warn'));
    }
  }

  #context(canvas, width, height) {
    const scale = Math.min(3, devicePixelRatio || 1);
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    return context;
  }

  // The lowest and the highest peak between two times.
  #peaks(from, to) {
    const { start } = this.#shape;
    const isPlayed = this.#prepared && from >= start && from < start + this.#prepared.seconds;
    const [{ waveform, seconds }, offset] = isPlayed ? [this.#prepared, start] : [this.#original, 0];
    return peaks(waveform, (from - offset) / seconds, (to - offset) / seconds).map((peak) => peak * this.#shape.gain);
  }

  #drawFades(context, x, height) {
    const { start, end, fadeIn, fadeOut } = this.#shape;
    context.strokeStyle = color('--accent');
    context.lineWidth = 1.5;
    for (const [from, to] of [[start, start + fadeIn], [end, end - fadeOut]]) {
      if (from === to) continue;
      context.beginPath();
      context.moveTo(x(from), height);
      context.lineTo(x(to), 0);
      context.stroke();
    }
  }
}

/** What a sound's waveform and its handles show, before and after it is `made`, for what `Options.values` returned. */
export function shapeOf({ seconds, levels }, prepared, { preparation, policy, limit }, made) {
  const isSilent = (time, isStart) => preparation['silence-threshold'] != null
    && levels.silences.find(([from, to]) => from <= time && to >= time && (isStart ? to < seconds : from > 0));
  const given = Math.min(preparation['trim-start'] ?? 0, seconds);
  const start = isSilent(given, true)?.[1] ?? given;
  const last = Math.min(preparation['trim-end'] ?? seconds, seconds);
  const repeat = preparation.repeat ?? 0;
  const isLong = policy === 'trim' && !repeat && last - start >= limit;
  const end = isLong ? start + limit - Math.min(0.1, limit / 10) : Math.max(start, isSilent(last, false)?.[0] ?? last);
  const total = Math.max(seconds, start + (repeat && prepared ? prepared.seconds : 0));
  // A loudness is drawn once it is known what it makes of the sound.
  const louder = preparation.loudness == null || !made ? 0 : made.levels.loudness - (prepared ?? { levels }).levels.loudness;
  return { total, seconds, start, end, repeat, gain: 10 ** (louder / 20), fadeIn: preparation['fade-in'] ?? 0, fadeOut: preparation['fade-out'] ?? 0 };
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
    if (from === 0) said.push(`Silent for the first ${secondsText(to)}.`);
    else if (to >= seconds) said.push(`Silent for the last ${secondsText(to - from)}.`);
    else said.push(`Silent from ${secondsText(from)} to ${secondsText(to)}.`);
  }
  if (seconds > limit) said.push(`The part after ${secondsText(limit)} is over the limit.`);
  for (const time of levels.clicks.slice(0, listed)) {
    if (time === 0) said.push('A click at the beginning.');
    else if (time >= seconds) said.push('A click at the end.');
    else said.push(`A click at ${secondsText(time)}.`);
  }
  return said.join(' ');
}
