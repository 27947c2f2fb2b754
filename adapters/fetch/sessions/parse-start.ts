import { parsePage, ShelfmarkError, type Page } from '../../../core/index.ts'

/** Headers are in the first half of a page. The rest is not parsed: this runs in the main thread. Unit: bytes. */
const MAX_BYTES = 1024 * 1024

/** The start of a page, which has its header. Absent: null, it is beyond a limit of the parser. */
export function parseStart(bytes: Uint8Array): Page | null {
  try {
    return parsePage(bytes.subarray(0, MAX_BYTES))
  } catch (error) {
    if (error instanceof ShelfmarkError) return null
    throw error
  }
}
