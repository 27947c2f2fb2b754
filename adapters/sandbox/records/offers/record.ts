import type { AskedPage, SimulatedRecord } from '../../record/simulated-record.ts'
import { isProductAsin } from '../product/addresses.ts'
import { findMagicAsin } from '../product/magic.ts'
import { magicAsins, UNKNOWN_FORM } from './magic.ts'
import type { OffersPageRequest } from './page-request.ts'
import { renderOffers, renderUnknownForm } from './render-offers.ts'
import { generateOffers } from './truth/generate-offers.ts'
import { OFFER_CONDITION_FILTERS, type OfferFilter } from './truth/offers-truth.ts'

/** The offers of the products of the simulated marketplace. */
export const simulatedOffers: SimulatedRecord<'offers', OffersPageRequest> = {
  name: 'offers',
  magic: { heading: 'offers of ASIN', answers: magicAsins },
  examples: [{ query: 'B0NOOFFER0', domain: 'de', text: 'offers of a product without a featured one' }],
  ask: (query) => askForOffers(query, new URLSearchParams()),
  findDestination(path, parameters) {
    const [, listed] = LISTING.exec(path) ?? []
    // The shop opens the panel on the page of the product.
    if (listed !== undefined)
      return isProductAsin(listed) ? { status: 302, to: `/dp/${listed.toUpperCase()}?aod=1` } : null
    if (!PANEL.test(path)) return null
    const asin = parameters.get('asin') ?? ''
    return isProductAsin(asin) ? askForOffers(asin.toUpperCase(), parameters) : { state: 'not_found' }
  },
  print: ({ isUnknown, domain, weight, place, time, ...request }) =>
    isUnknown
      ? renderUnknownForm(request.product.asin, domain)
      : renderOffers(generateOffers({ ...request, product: { ...request.product, place, time }, domain }), { weight }),
}

const PANEL = /^\/gp\/product\/ajax(?:\/.*)?$/
const LISTING = /^\/gp\/offer-listing\/([^/]+)(?:\/.*)?$/

function askForOffers(asin: string, parameters: URLSearchParams): AskedPage<OffersPageRequest> {
  const magic = findMagicAsin(asin)
  const page = Number(parameters.get('pageno') ?? 1)
  const filters = parseFilters(parameters.get('filters'))
  const request = {
    product: { asin, ...magic?.page },
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    conditions: Object.keys(OFFER_CONDITION_FILTERS).filter((name): name is OfferFilter => filters.has(name)),
    isPrimeOnly: filters.has('primeEligible'),
    isUnknown: asin === UNKNOWN_FORM,
  }
  return { request, faults: magic?.faults ?? '', moves: magic?.moves }
}

const MAX_PAGE = 100

/** Names of the filters that are set: `{"all":true,"new":true}`. Empty for a text that is not JSON. */
function parseFilters(text: string | null): ReadonlySet<string> {
  const names = [...(text ?? '').matchAll(SET_FILTER)].map(([, name = '']) => name)
  return new Set(names)
}

const SET_FILTER = /"(\w+)":true/g
