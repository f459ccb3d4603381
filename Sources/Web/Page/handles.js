import { element } from './elements.js';
import { secondsText } from './words.js';

// What each handle changes, from the left: its setting, its name, and its words where it is when nothing is set.
const kinds = [
  ['trimStart', 'Start', 'at the beginning'],
  ['fadeIn', 'Fade in', 'none'],
  ['fadeOut', 'Fade out', 'none'],
  ['trimEnd', 'End', 'at the end'],
  ['repeat', 'Repeat up to', 'plays once'],
];
const [longestRepeat, pixelsPerPlay] = [180, 40];

/**
 * The handles on a waveform: where the sound starts and ends, its fades, and how long it repeats. Fires `change` with the
 * changed settings.
 */
export class Handles extends EventTarget {
  #wave;
  #handles = new Map();
  #shape = null;
  #drag = null;

  /** @param {Element} wave gets the handles @param {string} name the sound's */
  constructor(wave, name) {
    super();
    this.#wave = wave;
    for (const [setting, words] of kinds) {
      const handle = element('div', {
        class: `handle ${setting}`, role: 'slider', tabindex: 0, 'aria-label': `${words}, ${name}`, 'aria-valuemin': 0 });
      handle.addEventListener('pointerdown', (event) => this.#begin(event, setting));
      handle.addEventListener('pointermove', (event) => this.#move(event));
      handle.addEventListener('pointerup', () => this.#end());
      handle.addEventListener('pointercancel', () => this.#cancel());
      handle.addEventListener('keydown', (event) => this.#press(event, setting));
      handle.addEventListener('dblclick', () => this.#send(setting, 0));
      handle.append(element('span', {}));
      this.#handles.set(setting, handle);
      wave.append(handle);
    }
  }

  /**
   * @param {{total, seconds, start, end, fadeIn, fadeOut, repeat}} shape in seconds: what the waveform shows, the sound's
   *   length, the part that is used, its fades, and the length up to which it repeats, or 0
   */
  show(shape) {
    this.#shape = shape;
    if (!this.#drag) this.#place();
  }

  // The times of the handles on the waveform.
  #times({ start, end, fadeIn, fadeOut, repeat, total }) {
    return { trimStart: start, trimEnd: end, fadeIn: start + fadeIn, fadeOut: end - fadeOut, repeat: repeat ? start + repeat : total };
  }

  // The setting that moves a handle to a time, within what is possible; 0 for none.
  #valueAt(setting, time) {
    const { start, end, fadeIn, fadeOut, seconds } = this.#shape;
    const within = (least, most, value) => Math.round(Math.min(most, Math.max(least, value)) * 1000) / 1000;
    const least = Math.min(0.05, seconds / 4);
    if (setting === 'trimStart') return within(0, end - least, time);
    if (setting === 'trimEnd') return time >= seconds - 0.001 ? 0 : within(start + least, seconds, time);
    if (setting === 'fadeIn') return within(0, end - start - fadeOut, time - start);
    if (setting === 'fadeOut') return within(0, end - start - fadeIn, end - time);
    // Less than two plays is one.
    return time - start < 2 * (end - start) ? 0 : within(0, longestRepeat, time - start);
  }

  #place() {
    const times = this.#times(this.#shape);
    for (const [setting, words, none] of kinds) {
      const handle = this.#handles.get(setting);
      const value = this.#valueAt(setting, times[setting]);
      handle.style.left = `${Math.min(100, (times[setting] / (this.#shape.total || 1)) * 100)}%`;
      handle.setAttribute('aria-valuemax', (setting === 'repeat' ? longestRepeat : this.#shape.seconds).toFixed(2));
      handle.setAttribute('aria-valuenow', (setting === 'trimEnd' ? times.trimEnd : value).toFixed(3));
      handle.setAttribute('aria-valuetext', value > 0 ? secondsText(value) : none);
      handle.firstChild.textContent = `${words}: ${value > 0 ? secondsText(value) : none}`;
    }
  }

  #begin(event, setting) {
    event.target.setPointerCapture(event.pointerId);
    const { left, width } = this.#wave.getBoundingClientRect();
    // The scale stays until the end of the drag, even beyond the edge.
    this.#drag = { setting, left, first: event.clientX, scale: this.#shape.total / width, before: this.#shape };
  }

  #move(event) {
    if (!this.#drag) return;
    const { setting, left, scale, before } = this.#drag;
    const { start, end, repeat } = before;
    // A repeated sound would end far beyond the window, so each few pixels are a play.
    const time = setting === 'repeat'
      ? start + (repeat || 1.1 * (end - start)) + ((event.clientX - this.#drag.first) / pixelsPerPlay) * (end - start)
      : (event.clientX - left) * scale;
    this.#set(setting, this.#valueAt(setting, time));
    this.dispatchEvent(new CustomEvent('drag', { detail: this.#shape }));
  }

  #cancel() {
    if (!this.#drag) return;
    this.#shape = this.#drag.before;
    this.#drag = null;
    this.#place();
    this.dispatchEvent(new CustomEvent('drag', { detail: this.#shape }));
  }

  // Changes the shape until the settings do.
  #set(setting, value) {
    const key = { trimStart: 'start', trimEnd: 'end' }[setting] ?? setting;
    this.#drag.value = value;
    this.#shape = { ...this.#shape, [key]: setting === 'trimEnd' ? value || this.#shape.seconds : value };
    this.#place();
  }

  #end() {
    const { setting, value } = this.#drag ?? {};
    this.#drag = null;
    if (value != null) this.#send(setting, value);
  }

  #press(event, setting) {
    const { total } = this.#shape;
    const step = event.shiftKey ? 0.01 : Math.max(0.05, Math.min(1, total / 50));
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 5, PageDown: -step * 5 }[event.key];
    const isReset = ['Delete', 'Backspace', 'Home'].includes(event.key);
    if (by == null && !isReset) return;
    event.preventDefault();
    const { start, end, repeat } = this.#shape;
    const from = setting === 'repeat' ? start + (repeat || 2 * (end - start) - Math.max(0, by)) : this.#times(this.#shape)[setting];
    this.#send(setting, isReset ? 0 : this.#valueAt(setting, from + by));
  }

  #send(setting, value) {
    this.dispatchEvent(new CustomEvent('change', { detail: { [setting]: value > 0 ? value : '' } }));
  }
}
