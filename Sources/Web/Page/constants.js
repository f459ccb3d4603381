// What the core knows, too.

/** Farther from zero, of full scale, a sound begins or ends with a click. */
export const clickLevel = 0.02;
