import { playedSeconds } from './jobs.js';
import { secondsText } from './words.js';

// Colours of style.css. Looking each bar's colour up would take most of the drawing's time.
const colors = new Map();
const darkScheme = matchMedia('(prefers-color-scheme: dark)');
darkScheme.addEventListener('change', () => colors.clear());

function color(name) {
  if (!colors.has(name)) colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return colors.get(name);
}

/** Draws a sound, and follows its slider. Fires `seek` with seconds. */
export class Waveform extends EventTarget {
  #slider;
  #canvas;
  #played;
  #head;
  #description = null;
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
    darkScheme.addEventListener('change', () => this.#redraw(), { signal: removal });
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

  show(description, limit) {
    if (description === this.#description && limit === this.#limit) return;
    this.#description = description;
    this.#limit = limit;
    this.#slider.setAttribute('aria-valuemax', description.seconds.toFixed(2));
    this.position = 0;
    this.#redraw();
  }

  set position(seconds) {
    const total = this.#description.seconds || 1;
    const percent = (Math.min(1, seconds / total) * 100).toFixed(3);
    this.#head.style.transform = `translateX(${percent}%)`;
    this.#played.style.clipPath = `inset(0 ${100 - percent}% 0 0)`;
    // Tenths of a second suffice for a screen reader.
    const tenths = Math.round(seconds * 10);
    if (tenths === this.#shown) return;
    this.#shown = tenths;
    this.#slider.setAttribute('aria-valuenow', (tenths / 10).toFixed(1));
    this.#slider.setAttribute('aria-valuetext', `${secondsText(seconds)} of ${secondsText(total)}`);
  }

  #seek(seconds) {
    const to = Math.min(this.#description.seconds, Math.max(0, seconds));
    this.dispatchEvent(new CustomEvent('seek', { detail: to }));
  }

  #drag(event) {
    const { left, width } = this.#slider.getBoundingClientRect();
    this.#seek(((event.clientX - left) / width) * this.#description.seconds);
  }

  #press(event) {
    const now = Number(this.#slider.getAttribute('aria-valuenow'));
    const total = this.#description.seconds;
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
    if (!this.#description || width === 0) return;
    this.#isStale = false;
    const scale = Math.min(3, devicePixelRatio || 1);
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    const context = this.#canvas.getContext('2d');
    context.scale(scale, scale);
    const { waveform, levels, seconds } = this.#description;
    const x = (time) => (Math.min(time, seconds) / (seconds || 1)) * width;
    const shade = (from, to, fill) => {
      context.fillStyle = fill;
      context.fillRect(from, 0, to - from, height);
    };
    for (const [from, to] of levels.silences) shade(x(from), x(to), color('--silence'));
    if (seconds > this.#limit) shade(x(this.#limit), width, color('--over'));
    // The part that isn't played.
    if (seconds > playedSeconds) shade(x(playedSeconds), width, color('--silence'));
    drawPeaks(context, waveform, width, height, (at) =>
      color(at * seconds > this.#limit ? '--over-wave' : '--wave'));
    this.#drawPlayed(width, height, scale);
    for (const time of levels.clicks) {
      const left = Math.max(0, Math.min(width - 3, x(time) - 1.5));
      shade(left, left + 3, color('--warn'));
    }
  }

  // The same picture in the accent's colour lies above, clipped to what was played.
  #drawPlayed(width, height, scale) {
    [this.#played.width, this.#played.height] = [this.#canvas.width, this.#canvas.height];
    const context = this.#played.getContext('2d');
    context.scale(scale, scale);
    drawPeaks(context, this.#description.waveform, width, height, () => color('--accent'));
  }
}

function drawPeaks(context, columns, width, height, colorAt, bar = { width: 3, step: 5 }) {
  const count = Math.min(columns.length, Math.max(1, Math.floor(width / bar.step)));
  const step = width / count;
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((index * columns.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * columns.length) / count));
    let [low, high] = [0, 0];
    for (let column = from; column < to; column += 1) {
      low = Math.min(low, columns[column][0]);
      high = Math.max(high, columns[column][1]);
    }
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
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, canvas.width, canvas.height);
  drawPeaks(context, columns, canvas.width, canvas.height, () => '#8b84ab', { width: 3, step: 6 });
}

const listed = 8; // more would take a screen reader too long

/** The drawing in words, for screen readers. */
export function waveformWords({ seconds, levels, verdict }, limit) {
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
  if (verdict.outcome === 'default') said.push('iOS doesn’t play it.');
  return said.join(' ');
}
