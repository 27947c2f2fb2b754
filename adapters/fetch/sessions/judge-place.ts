import { comparePlace, readLocation, type PlaceVerdict } from '../../../core/index.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import type { FetchedPage, PageRequest } from '../source/page-source.ts'
import { parseStart } from './parse-start.ts'

/** Whether a page of a session is for the place of a request, by the page's header. */
export function judgePlaceOf(
  { bytes }: FetchedPage,
  { place, domain, language }: Pick<PageRequest, 'place' | 'domain' | 'language'>,
): PlaceVerdict {
  const page = place === undefined ? null : parseStart(bytes)
  if (place === undefined || page === null) return 'none'
  const marketplace = requireMarketplace(domain)
  return comparePlace(place, readLocation(page, marketplace.site), marketplace, { language })
}
