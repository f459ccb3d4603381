/** Why something can’t be done, and what helps. */
export const problem = (message, advice = null) => Object.assign(new Error(message), { advice });
