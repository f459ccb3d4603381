import { element, stepOf } from './elements.js';
import { secondsText } from './words.js';

// What each handle changes, from the left: its setting, what it is in a shape, its name, and its words if nothing is set.
const kinds = [
  ['trim-start', 'start', 'Start', 'at the beginning'],
  ['fade-in', 'fadeIn', 'Fade in', 'none'],
  ['fade-out', 'fadeOut', 'Fade out', 'none'],
  ['trim-end', 'end', 'End', 'at the end'],
  ['repeat', 'repeat', 'Repeat up to', 'plays once'],
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

  // The value of what moves a handle to a time, within what is possible; 0 for none.
  function valueAt(key, time) {
    const { start, end, fadeIn, fadeOut, seconds } = shape;
    const within = (least, most, value) => Math.round(Math.min(most, Math.max(least, value)) * 1000) / 1000;
    const least = Math.min(0.05, seconds / 4);
    if (key === 'start') return within(0, end - least, time);
    if (key === 'end') return time >= seconds - 0.001 ? 0 : within(start + least, seconds, time);
    if (key === 'fadeIn') return within(0, end - start - fadeOut, time - start);
    if (key === 'fadeOut') return within(0, end - start - fadeIn, end - time);
    // Less than two plays is one.
    return time - start < 2 * (end - start) ? 0 : within(0, longestRepeat, time - start);
  }

  function place() {
    const times = timesOf(shape);
    for (const [setting, key, words, none] of kinds) {
      const handle = handles.get(setting);
      const value = valueAt(key, times[key]);
      const text = value > 0 ? secondsText(value) : none;
      handle.style.left = `${Math.min(100, (times[key] / (shape.total || 1)) * 100)}%`;
      handle.setAttribute('aria-valuemax', (key === 'repeat' ? longestRepeat : shape.seconds).toFixed(2));
      handle.setAttribute('aria-valuenow', (key === 'end' ? times.end : value).toFixed(3));
      handle.setAttribute('aria-valuetext', text);
      handle.firstChild.textContent = `${words}: ${text}`;
    }
  }

  const send = (setting, value) => change(setting, value > 0 ? value : '');

  function begin({ target, pointerId, clientX }, setting, key) {
    target.setPointerCapture(pointerId);
    const { left, width } = wave.getBoundingClientRect();
    // The scale stays until the end of the drag, even beyond the edge.
    drag = { setting, key, left, first: clientX, scale: shape.total / width, before: shape };
  }

  // Changes the shape until the settings do.
  function move({ clientX }) {
    if (!drag) return;
    const { key, left, first, scale, before: { start, end, repeat } } = drag;
    // A repeated sound would end far beyond the window, so each few pixels are a play.
    const time = key === 'repeat'
      ? start + (repeat || 1.1 * (end - start)) + ((clientX - first) / pixelsPerPlay) * (end - start)
      : (clientX - left) * scale;
    drag.value = valueAt(key, time);
    show({ ...shape, [key]: key === 'end' ? drag.value || shape.seconds : drag.value });
  }

  function cancel() {
    if (drag) show(drag.before);
    drag = null;
  }

  function show(dragged) {
    shape = dragged;
    place();
    preview(shape);
  }

  function finish() {
    const { setting, value } = drag ?? {};
    drag = null;
    if (value != null) send(setting, value);
  }

  function press(event, setting, key) {
    const { start, end, repeat, total } = shape;
    const by = stepOf(event, event.shiftKey ? 0.01 : Math.max(0.05, Math.min(1, total / 50)));
    const isReset = ['Delete', 'Backspace', 'Home'].includes(event.key);
    if (by == null && !isReset) return;
    event.preventDefault();
    const from = key === 'repeat' ? start + (repeat || 2 * (end - start) - Math.max(0, by)) : timesOf(shape)[key];
    send(setting, isReset ? 0 : valueAt(key, from + by));
  }

  for (const [setting, key, words] of kinds) {
    const handle = element('div', {
      class: `handle ${setting}`, role: 'slider', tabindex: 0, 'aria-label': `${words}, ${name}`, 'aria-valuemin': 0 }, element('span'));
    handle.addEventListener('pointerdown', (event) => begin(event, setting, key));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', finish);
    handle.addEventListener('pointercancel', cancel);
    handle.addEventListener('keydown', (event) => press(event, setting, key));
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
  return { start, end, fadeIn: start + fadeIn, fadeOut: end - fadeOut, repeat: repeat ? start + repeat : total };
}
