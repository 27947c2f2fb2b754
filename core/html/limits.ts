/*
 * What a page may cost. A page beyond a limit is refused with a ShelfmarkError.
 * Real pages stay far below: of some 230 seen, the largest has 3 MB, 12,000
 * elements, 47 levels, 53 attributes in a tag, and depths that sum up to 260,000.
 */

/** Unit: bytes, or characters of a page that is given as a string. */
export const MAX_PAGE_SIZE = 8 * 1024 * 1024

/** Elements open inside of each other; browsers stop at the same depth. */
export const MAX_DEPTH = 512

/** Elements of the tree, those that tree construction adds by itself included. */
export const MAX_ELEMENTS = 250_000

/**
 * Depths of all elements together: 250,000 elements on 32 levels, or 16,000 on
 * the last. Whoever asks each element what it stands in goes this far.
 */
export const MAX_DEPTH_SUM = 8_000_000

/** Attributes of one tag, and of an element that takes those of several: `<body>` does. */
export const MAX_ATTRIBUTES = 1000
