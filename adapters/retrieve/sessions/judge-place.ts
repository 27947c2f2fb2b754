import { comparePlace, parsePage, readLocation, ShelfmarkError, type PlaceVerdict } from '../../../core/index.ts'
import { requireMarketplace } from '../../pages/require-marketplace.ts'
import type { FetchedPage, PageRequest } from '../source/page-source.ts'

/** Headers are in the first half of a page. The rest is not parsed: this runs in the main thread. Unit: bytes. */
const MAX_BYTES = 1024 * 1024

/** Whether a page of a session is for the place of a request, by the page's header. */
export function judgePlaceOf(
  { bytes }: FetchedPage,
  { place, domain, language }: Pick<PageRequest, 'place' | 'domain' | 'language'>,
): PlaceVerdict {
  if (place === undefined) return 'none'
  const marketplace = requireMarketplace(domain)
  return comparePlace(place, locationOf(bytes, marketplace.site), marketplace, { language })
}

/** Absent: null, also for a page beyond a limit. */
function locationOf(bytes: Uint8Array, site: Parameters<typeof readLocation>[1]): string | null {
  try {
    return readLocation(parsePage(bytes.subarray(0, MAX_BYTES)), site)
  } catch (error) {
    if (error instanceof ShelfmarkError) return null
    throw error
  }
}
