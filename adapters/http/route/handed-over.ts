/** Event of a response: the operating system has all of it, also if this process dies now. Emitted at most once. */
export const HANDED_OVER = 'handed over'
