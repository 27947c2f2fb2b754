/** Time that one attempt may take, redirects included. Unit: ms. */
export const ATTEMPT_MS = 15_000

/** Redirects that are followed in one attempt. */
export const MAX_REDIRECTS = 5

/** Size of a page, compressed and decompressed: larger ones are not read. Unit: bytes. */
export const MAX_BYTES = 8 * 1024 * 1024
