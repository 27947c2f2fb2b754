import { Reading } from '../../field/reading.ts'
import { refusal, type Absence, type Trace } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { isInsideAny } from '../../html/tree/walk.ts'
import type { Page } from '../../html/page.ts'
import { compileMarketplace, type CompiledMarketplace } from '../../marketplace/marketplace.ts'
import { requireAsin } from '../../record/asked-asin.ts'
import type { Extract, Extraction } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { findAbsences } from '../../record/absences.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { limitRows } from '../../record/limit-rows.ts'
import { explainRows, readRows } from '../../record/read-rows.ts'
import type { RowPath } from '../../record/row-path.ts'
import { PageText } from '../../text/page-text.ts'
import { productUrl } from '../../text/url.ts'
import { currencyOf, numberOffers } from './combine.ts'
import { offerFields } from './fields.ts'
import { offerAbsences } from './absences.ts'
import { offerInvariants, offersInvariants } from './invariants.ts'
import type { OffersMap } from './map.ts'
import { pageFields } from './page.ts'
import type { OfferReading, PageReading } from './reading.ts'
import type { AskedOffers } from './record.ts'
import {
  listedOfferSchema,
  offersSchema,
  type ListedOffer,
  type OfferField,
  type OffersPageField,
  type OffersResponse,
} from './schema.ts'

/** What an issue of a page of offers is about: a field of an offer, one of the page, the offers as a whole, or the page itself. */
export type OffersPath = RowPath<'offers', OfferField> | OffersPageField | 'offers' | 'no_offers' | 'html'
/** Field to the selector that gave its value. Absent: a field without a value. */
export type OffersWinners = Extraction<OffersResponse, OffersPath>['winners']

const OTHER_WORDS = refusal('says something else')

type OffersMaps = { readonly offers: OffersMap }
type Compiled = CompiledMarketplace<OffersMaps>

/**
 * Reads the offers of a product: from the panel of all offers, as the shop sends it or in a saved
 * product page, and from the older page of offers. `record` is null for a page that shows no offer and does
 * not say that there are none, or that does not name its product.
 *
 * @example
 * ```ts
 * import { extractOffers, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { record } = extractOffers(parsePage(bytes), de, { asin: 'B0SHLFX301' })
 * for (const offer of record?.offers ?? []) console.log(offer.price_total, offer.condition, offer.seller_name)
 * ```
 */
export const extractOffers: Extract<OffersResponse, OffersMaps, OffersPath, AskedOffers> = (
  page,
  marketplace,
  options = {},
) => {
  const compiled = compileMarketplace(marketplace)
  const askedAsin = requireAsin(options.asin)
  const keepsAttempts = options.explain ?? false
  const text = new PageText(page.document, compiled.site.text)
  const shared = { page, text, marketplace: compiled, map: compiled.maps.offers, askedAsin, keepsAttempts }
  const own: PageReading = new Reading({ ...shared, scope: page.document, definitions: pageFields })
  const { rows: blocks, issues: leftOut } = limitRows('offers', findOffers(page, compiled))
  page.elements.readAlike(blocks)
  const all = blocks.map((scope): OfferReading => {
    const reading: OfferReading = new Reading({ ...shared, scope, definitions: offerFields })
    reading.trace.credit('position', 'order of the page')
    return reading
  })
  const readings = all.filter((reading) => hasMark(reading) && isRead(reading))
  const known = new Set(readings)
  // The block of the featured offer stays when there is none.
  const unread = all.filter((reading) => !known.has(reading) && (hasMark(reading) || !reading.get('is_featured')))
  const listed = readRows({ list: 'offers', readings, toRow: toOffer })
  const offers = numberOffers(listed.rows)
  const isEmpty = offers.length === 0 && unread.length === 0 && (saysNoOffers(own) || isAfterEnd(own, options.page))
  const record = offers.length > 0 || isEmpty ? readRecord(own, { offers, unread: unread.length }, options) : null
  for (const { scope } of unread) own.trace.miss('offers', text.read(scope))
  if (record === null && offers.length === 0 && unread.length === 0) own.trace.miss('offers')
  const trace = own.trace as Trace<OffersPath>
  const read = finishExtraction(page, {
    record,
    hasMore: record?.has_more ?? null,
    issues: [...trace.issues, ...leftOut, ...listed.issues],
    attempts: keepsAttempts ? [...(trace.attempts ?? []), ...listed.attempts] : null,
    absences: keepsAttempts && record !== null ? explainOffers(record, own, readings) : null,
    rowElements: keepsAttempts ? readings.map(({ scope }) => scope.order) : null,
    isMismatch: record !== null && askedAsin !== null && ![askedAsin, options.child].includes(record.asin),
    isIncomplete: false,
  })
  // Winners are selectors, which hold nothing of the page.
  return { ...read, winners: { ...Object.fromEntries(trace.winners), ...listed.winners } }
}

/** Why fields of the page and of its offers have no value. */
function explainOffers(record: OffersResponse, own: PageReading, readings: readonly OfferReading[]) {
  const ofPage = (findAbsences(record, offersSchema, own) ?? []) as Absence<OffersPath>[]
  const rows = record.offers
  const ofOffers = explainRows({ list: 'offers', readings, rows, schema: listedOfferSchema, rules: offerAbsences })
  return [...ofPage, ...ofOffers]
}

/** Blocks of offers, in page order. A block inside another is part of it. */
function findOffers(page: Page, { maps: { offers } }: Compiled): readonly Element[] {
  for (const layout of offers.offer) {
    const blocks = layout.selectAll(page)
    if (blocks.length === 0) continue
    const all = new Set(blocks)
    return blocks.filter((block) => !isInsideAny(block, all))
  }
  return []
}

/** Whether a block has anything that only an offer has. */
function hasMark(reading: OfferReading): boolean {
  return reading.field('offer_mark').existsIn(reading.scope)
}

/** Whether a block says at least what is offered, or who offers it. */
function isRead(reading: OfferReading): boolean {
  return (['price', 'condition_text', 'seller_name'] as const).some((field) => reading.get(field) !== null)
}

/** Whether the page says that there are no offers. */
function saysNoOffers(reading: PageReading): boolean {
  const field = reading.field('no_offers')
  if (field.part('mark').has()) return true
  const says = field.part('words').value((text) => (reading.words.says('no_offers', text) ? true : OTHER_WORDS), {
    isVisible: true,
  })
  return says ?? false
}

/** Whether a requested page comes after the last offer that the page announces. */
function isAfterEnd(reading: PageReading, page = 1): boolean {
  const count = reading.get('pricing_count')
  return page > 1 && count !== null && count <= (page - 1) * reading.site.links.offers.pageSize
}

/** Offers of a page, and the number of blocks that could not be read. */
interface Listed {
  readonly offers: readonly ListedOffer[]
  readonly unread: number
}

function readRecord(
  reading: PageReading,
  listed: Listed,
  { page: askedPage, addHtml = false }: { readonly page?: number | undefined; readonly addHtml?: boolean | undefined },
): OffersResponse | null {
  const { marketplace, askedAsin } = reading
  const shownAsin = reading.get('asin')
  const asin = shownAsin ?? askedAsin
  if (asin === null) {
    reading.trace.miss('asin')
    return null
  }
  const page = askedPage ?? reading.get('page')
  const { offers } = listed
  const currency = currencyOf(offers)
  reading.trace.credit('asin_in_url', askedAsin === null ? 'field: asin' : 'option: asin')
  if (shownAsin === null) reading.trace.credit('asin', 'option: asin')
  reading.trace.credit('currency', currency === null ? 'marketplace' : 'field: offers')
  const record: OffersResponse = {
    asin,
    asin_in_url: askedAsin ?? asin,
    url: productUrl(marketplace, asin),
    title: reading.get('title'),
    image: reading.get('image'),
    rating: reading.get('rating'),
    reviews_count: reading.get('reviews_count'),
    pricing_count: reading.get('pricing_count'),
    page,
    has_more: hasMore(reading, listed, page),
    currency: currency ?? marketplace.currency,
    delivery_location: reading.get('delivery_location'),
    offers: [...offers],
    html: addHtml ? reading.page.decode() : null,
    ...(offers.length === 0 ? ({ no_offers: true } as const) : {}),
  }
  return checkInvariants(record, offersInvariants, reading)
}

/** Whether offers follow: by the control for the next page, else by the number that the page announces. */
function hasMore(reading: PageReading, { offers, unread }: Listed, page: number): boolean {
  const field = reading.field('has_more')
  if (field.has({ isVisible: true })) return true
  const count = reading.get('pricing_count')
  const own = offers.filter(({ is_featured }) => !is_featured).length + unread
  const isPart = own > 0 && count !== null && count > (page - 1) * reading.site.links.offers.pageSize + own
  return isPart ? field.derive('field: pricing_count', true) : false
}

/** Fields of an offer in the order of the wire. */
const FIELDS = Object.keys(listedOfferSchema.entries) as OfferField[]

function toOffer(reading: OfferReading): ListedOffer {
  const offer = {} as Record<OfferField, unknown>
  // The position is known once all offers are.
  for (const field of FIELDS) offer[field] = field === 'position' ? 0 : reading.get(field)
  return checkInvariants(offer as ListedOffer, offerInvariants, reading)
}
