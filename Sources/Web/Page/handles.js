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
 * Adds handles to a waveform: where the sound starts and ends, its fades, and how long it repeats.
 * @param {Element} wave
 * @param {string} name the sound's
 * @param {(setting: string, value: number|'') => void} change sets what a handle changes
 * @param {(shape) => void} preview shows a shape before it is set
 * @returns {(shape: {total, seconds, start, end, fadeIn, fadeOut, repeat}) => void} shows a shape in seconds: what the waveform
 *   shows, the sound's length, the part that is used, its fades, and the length up to which it repeats, or 0
 */
export function addHandles(wave, name, change, preview) {
  const handles = new Map();
  let shape = null;
  let drag = null;

  // The setting that moves a handle to a time, within what is possible; 0 for none.
  function valueAt(setting, time) {
    const { start, end, fadeIn, fadeOut, seconds } = shape;
    const within = (least, most, value) => Math.round(Math.min(most, Math.max(least, value)) * 1000) / 1000;
    const least = Math.min(0.05, seconds / 4);
    if (setting === 'trimStart') return within(0, end - least, time);
    if (setting === 'trimEnd') return time >= seconds - 0.001 ? 0 : within(start + least, seconds, time);
    if (setting === 'fadeIn') return within(0, end - start - fadeOut, time - start);
    if (setting === 'fadeOut') return within(0, end - start - fadeIn, end - time);
    // Less than two plays is one.
    return time - start < 2 * (end - start) ? 0 : within(0, longestRepeat, time - start);
  }

  function place() {
    const times = timesOf(shape);
    for (const [setting, words, none] of kinds) {
      const handle = handles.get(setting);
      const value = valueAt(setting, times[setting]);
      handle.style.left = `${Math.min(100, (times[setting] / (shape.total || 1)) * 100)}%`;
      handle.setAttribute('aria-valuemax', (setting === 'repeat' ? longestRepeat : shape.seconds).toFixed(2));
      handle.setAttribute('aria-valuenow', (setting === 'trimEnd' ? times.trimEnd : value).toFixed(3));
      handle.setAttribute('aria-valuetext', value > 0 ? secondsText(value) : none);
      handle.firstChild.textContent = `${words}: ${value > 0 ? secondsText(value) : none}`;
    }
  }

  const send = (setting, value) => change(setting, value > 0 ? value : '');

  function begin({ target, pointerId, clientX }, setting) {
    target.setPointerCapture(pointerId);
    const { left, width } = wave.getBoundingClientRect();
    // The scale stays until the end of the drag, even beyond the edge.
    drag = { setting, left, first: clientX, scale: shape.total / width, before: shape };
  }

  // Changes the shape until the settings do.
  function move({ clientX }) {
    if (!drag) return;
    const { setting, left, first, scale, before: { start, end, repeat } } = drag;
    // A repeated sound would end far beyond the window, so each few pixels are a play.
    const time = setting === 'repeat'
      ? start + (repeat || 1.1 * (end - start)) + ((clientX - first) / pixelsPerPlay) * (end - start)
      : (clientX - left) * scale;
    drag.value = valueAt(setting, time);
    const key = { trimStart: 'start', trimEnd: 'end' }[setting] ?? setting;
    shape = { ...shape, [key]: setting === 'trimEnd' ? drag.value || shape.seconds : drag.value };
    place();
    preview(shape);
  }

  function cancel() {
    if (!drag) return;
    shape = drag.before;
    drag = null;
    place();
    preview(shape);
  }

  function finish() {
    const { setting, value } = drag ?? {};
    drag = null;
    if (value != null) send(setting, value);
  }

  function press(event, setting) {
    const { start, end, repeat, total } = shape;
    const step = event.shiftKey ? 0.01 : Math.max(0.05, Math.min(1, total / 50));
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 5, PageDown: -step * 5 }[event.key];
    const isReset = ['Delete', 'Backspace', 'Home'].includes(event.key);
    if (by == null && !isReset) return;
    event.preventDefault();
    const from = setting === 'repeat' ? start + (repeat || 2 * (end - start) - Math.max(0, by)) : timesOf(shape)[setting];
    send(setting, isReset ? 0 : valueAt(setting, from + by));
  }

  for (const [setting, words] of kinds) {
    const handle = element('div', {
      class: `handle ${setting}`, role: 'slider', tabindex: 0, 'aria-label': `${words}, ${name}`, 'aria-valuemin': 0 }, element('span'));
    handle.addEventListener('pointerdown', (event) => begin(event, setting));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', finish);
    handle.addEventListener('pointercancel', cancel);
    handle.addEventListener('keydown', (event) => press(event, setting));
    handle.addEventListener('dblclick', () => send(setting, 0));
    handles.set(setting, handle);
    wave.append(handle);
  }
  return (newShape) => {
    shape = newShape;
    if (!drag) place();
  };
}

// The times of the handles on the waveform.
function timesOf({ start, end, fadeIn, fadeOut, repeat, total }) {
  return { trimStart: start, trimEnd: end, fadeIn: start + fadeIn, fadeOut: end - fadeOut, repeat: repeat ? start + repeat : total };
}
