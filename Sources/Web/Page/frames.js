// Prepares frames that a browser decoded for the core.

const scales16 = [() => 32768, (value) => (value < 0 ? 32768 : 32767)];
const scales24 = [() => 8388608, (value) => (value < 0 ? 8388608 : 2147483647 / 256)];

/**
 * Interleaves channels, and restores the integers of a lossless file if that is exact.
 *
 * Browsers scale integers to floats differently: Chromium divides negative integers by 32768 and positive
 * integers by 32767. The right scale makes every value an integer.
 * @param {Float32Array[]} planes
 * @param {16|24|null} losslessBits
 */
export function interleaved(planes, losslessBits) {
  const scales = losslessBits === 16 ? scales16 : losslessBits === 24 ? scales24 : [];
  const scale = scales.find((scale) => planes.every((plane) => isExact(plane, scale, losslessBits)));
  const count = planes[0].length * planes.length;
  if (!scale) return fill(new Float32Array(count), planes, (value) => value, 'float32');
  return losslessBits === 16
    ? fill(new Int16Array(count), planes, (value) => Math.round(value * scale(value)), 'int16')
    : fill(new Int32Array(count), planes, (value) => Math.round(value * scale(value)) * 256, 'int32');
}

/** Splits interleaved floats into channels. */
export function planesOf(frames, channels) {
  const count = Math.floor(frames.length / channels);
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(count);
    for (let i = 0, from = channel; i < count; i += 1, from += channels) plane[i] = frames[from];
    return plane;
  });
}

/** The root mean square of all channels in decibels; null for silence. */
export function rootMeanSquare(planes) {
  let sum = 0;
  for (const plane of planes) for (let i = 0; i < plane.length; i += 1) sum += plane[i] * plane[i];
  const mean = sum / planes.reduce((count, plane) => count + plane.length, 0);
  return mean > 0 ? 10 * Math.log10(mean) : null;
}

/** The largest distance from zero. */
export function peakOf(planes) {
  let peak = 0;
  for (const plane of planes) for (let i = 0; i < plane.length; i += 1) peak = Math.max(peak, Math.abs(plane[i]));
  return peak;
}

function isExact(plane, scale, bits) {
  // A float has 24 bits, so 24-bit values near full scale may be half a step off.
  const tolerance = bits === 16 ? 1 / 64 : 0.51;
  const limit = 2 ** (bits - 1);
  for (let i = 0; i < plane.length; i += 1) {
    const value = plane[i] * scale(plane[i]);
    const integer = Math.round(value);
    if (Math.abs(value - integer) > tolerance || integer < -limit || integer >= limit) return false;
    if (bits === 24 && Math.fround(integer / scale(plane[i])) !== plane[i]) return false;
  }
  return true;
}

function fill(frames, planes, convert, type) {
  planes.forEach((plane, channel) => {
    for (let i = 0, to = channel; i < plane.length; i += 1, to += planes.length) {
      frames[to] = convert(plane[i]);
    }
  });
  return { type, bytes: new Uint8Array(frames.buffer) };
}
