// Copies of values in the core. A test compares them with the core's verb `fixed`.

export const defaultQuality = 63;

/**
 * The formats in the page's menu that each container can hold.
 * @type {Record<string, string[]>}
 */
export const formatsOf = {
  caff: ['ima4', 'ulaw', 'alaw', 'LEI16', 'LEI24', 'LEF32'],
  AIFC: ['ima4', 'ulaw', 'alaw', 'BEI16', 'BEI24', 'BEF32'],
  AIFF: ['BEI16', 'BEI24'],
  WAVE: ['ulaw', 'alaw', 'LEI16', 'LEI24', 'LEF32'],
};
