/** How the place of delivery of a page was proven: by its own header, or by its session. */
export const PROVEN_BY = ['confirmed', 'session'] as const

/** How the place of delivery of a page was proven: by its own header, or by its session. */
export type ProvenBy = (typeof PROVEN_BY)[number]
