import { Reading } from '../../field/reading.ts'
import type { Absence, Attempt, Issue } from '../../field/trace.ts'
import { byOrder } from '../../html/index/document-order.ts'
import type { Element } from '../../html/tree/node.ts'
import type { Page } from '../../html/page.ts'
import { compileMarketplace, type CompiledMarketplace } from '../../marketplace/marketplace.ts'
import type { Extract, ExtractOptions, Extraction } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { findAbsences } from '../../record/absences.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { limitRows } from '../../record/limit-rows.ts'
import { explainRows, readRows } from '../../record/read-rows.ts'
import type { RowPath } from '../../record/row-path.ts'
import { productUrl } from '../../text/url.ts'
import { readServedAsin } from '../product/identity.ts'
import { isAsinMismatch } from '../product/is-asin-mismatch.ts'
import type { ProductMap } from '../product/map.ts'
import { isProductPage, openProductPage } from '../product/open-page.ts'
import type { ProductReading } from '../product/reading.ts'
import { reportNameless } from '../product/read-review.ts'
import { REVIEWS_NOT_SHOWN, showsReviews } from '../product/reviews.ts'
import { anonymousFields, reviewFields } from './fields.ts'
import { reviewAbsences, reviewsAbsences } from './absences.ts'
import { reviewInvariants, reviewsInvariants } from './invariants.ts'
import { list } from './list.ts'
import type { ReviewsMap } from './map.ts'
import { withoutAuthor } from './origin.ts'
import type { ListReading, ProductFact, ReviewReading } from './reading.ts'
import type { AskedReviews } from './record.ts'
import { reviewSchema, reviewsSchema, type ReviewEntry, type ReviewField, type Reviews } from './schema.ts'

/** A field of the record, or of a review: `reviews[0].author`. */
export type ReviewsPath = keyof Reviews | RowPath<'reviews', ReviewField>

type ReviewsMaps = { readonly product: ProductMap; readonly reviews: ReviewsMap }
type Compiled = CompiledMarketplace<ReviewsMaps>

/**
 * Reads the reviews of a product page, or of a page of reviews. `record` is null for a page that is
 * neither: it lacks the ASIN of a product, or the block of a list of reviews.
 *
 * @example
 * ```ts
 * import { extractReviews, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { record } = extractReviews(parsePage(bytes), de, { authors: false })
 * for (const review of record?.reviews ?? []) console.log(review.date, review.country, review.rating)
 * ```
 */
export const extractReviews: Extract<Reviews, ReviewsMaps, ReviewsPath, AskedReviews> = (
  page,
  marketplace,
  options = {},
) => {
  const compiled = compileMarketplace(marketplace)
  const product = openProductPage(page, compiled, options)
  const own: ListReading = openList(page, product, compiled)
  const isProduct = isProductPage(product)
  const facts = isProduct ? readFacts((field) => product.get(field)) : readFacts((field) => own.get(field))
  const missing = isProduct ? null : findMissing(own, compiled)
  const { readings, leftOut } = missing === null ? readReviews(product, compiled, options) : NO_REVIEWS
  const censor = options.authors === false ? withoutAuthor : undefined
  const read = readRows({ list: 'reviews', readings, toRow: toReview, censor })
  const record = missing === null ? toRecord(facts, own, read.rows, isProduct, options) : null
  if (record !== null) checkInvariants(record, reviewsInvariants, isProduct ? product : own)
  const hasReviews = isProduct ? (readings.length > 0 ? true : showsReviews(product)) : null
  if (missing !== null) own.trace.miss(missing)
  if (hasReviews === false) own.trace.miss('reviews', REVIEWS_NOT_SHOWN)
  const ofPage: readonly PageReading[] = isProduct ? [product, own] : [own]
  const extraction = finishExtraction(page, {
    record,
    hasMore: record?.has_more ?? null,
    rowElements: options.explain === true ? readings.map(({ scope }) => scope.order) : null,
    isMismatch: record !== null && isOfOther(record.asin, product, isProduct),
    isIncomplete: false,
    hasReviews,
    isWithheld: hasReviews === false && options.reviews === true,
    issues: [...ofPage.flatMap(({ trace }) => trace.issues.filter(isOfPage)), ...leftOut, ...read.issues],
    absences:
      record === null || options.explain !== true
        ? null
        : [
            ...explainPage(record, own, ofPage, hasReviews === false),
            ...explainRows({
              list: 'reviews',
              readings,
              rows: record.reviews,
              schema: reviewSchema,
              rules: reviewAbsences(options.authors === false),
              censor,
            }),
          ],
    attempts:
      options.explain === true
        ? [...ofPage.flatMap(({ trace }) => (trace.attempts ?? []).filter(isOfPage)), ...read.attempts]
        : null,
  })
  return { ...extraction, winners: { ...collectWinners(ofPage), ...read.winners } }
}

/** Why fields of the record have no value. */
function explainPage(record: Reviews, own: ListReading, ofPage: readonly PageReading[], isWithheld: boolean) {
  // Facts about a product are read with its page, others with the list.
  const attempts = ofPage.flatMap(({ trace }) => trace.attempts ?? [])
  const sourceOf = (field: string): string =>
    ofPage.map(({ trace }) => trace.sourceOf(field)).find((source) => source !== '') ?? ''
  const tried = { page: own.page, trace: { attempts, sourceOf } }
  return (findAbsences(record, reviewsSchema, tried, reviewsAbsences(isWithheld)) ?? []) as Absence<keyof Reviews>[]
}

type Facts = Pick<Reviews, ProductFact>

function readFacts(get: <Field extends ProductFact>(field: Field) => Facts[Field]): Facts {
  return {
    asin: get('asin'),
    title: get('title'),
    rating: get('rating'),
    reviews_count: get('reviews_count'),
    rating_stars_distribution: get('rating_stars_distribution'),
    review_ai_summary: get('review_ai_summary'),
  }
}

function openList(page: Page, { text, trace, askedAsin }: ProductReading, marketplace: Compiled): ListReading {
  const { of_page, page: number, sort_by, review_topics } = marketplace.maps.reviews
  return new Reading({
    page,
    text,
    scope: page.document,
    marketplace,
    map: { ...of_page, page: number, sort_by, review_topics },
    definitions: list,
    askedAsin,
    keepsAttempts: trace.attempts !== null,
  })
}

/** What a page of reviews lacks: its product, or the block of the list. Absent: null, it has both. */
function findMissing(reading: ListReading, { maps }: Compiled): 'asin' | 'reviews' | null {
  if (reading.get('asin') === '') return 'asin'
  return maps.reviews.list.some((block) => block.selectFirst(reading.page) !== null) ? null : 'reviews'
}

/** Whether the page is of another product than the requested one. */
function isOfOther(asin: string, product: ProductReading, isProduct: boolean): boolean {
  const { askedAsin } = product
  if (askedAsin === null) return false
  if (!isProduct) return asin !== askedAsin
  const family = { asin, parent_asin: product.get('parent_asin'), variations: product.get('variations') }
  return isAsinMismatch(family, askedAsin, readServedAsin(product))
}

interface FoundReviews {
  readonly readings: readonly ReviewReading[]
  /** An issue for those that are too many. */
  readonly leftOut: readonly Issue<'reviews'>[]
}

const NO_REVIEWS: FoundReviews = { readings: [], leftOut: [] }

/** Readings of the reviews of a page, each once. Order: of the page, those of its own country before the others. */
function readReviews(
  { page, text, trace }: ProductReading,
  marketplace: Compiled,
  { explain = false, authors = true }: ExtractOptions & AskedReviews,
): FoundReviews {
  const map = marketplace.maps.reviews
  const definitions = authors ? reviewFields : anonymousFields
  const open = (scope: Element): ReviewReading =>
    new Reading({ page, text, scope, marketplace, map, definitions, keepsAttempts: explain })
  const found = new Map<string, ReviewReading>()
  const nameless: Element[] = []
  const elements = new Set(map.review.flatMap((candidate) => candidate.selectItems(page)))
  const { rows, issues: leftOut } = limitRows('reviews', [...elements])
  for (const element of rows) {
    const reading = open(element)
    const id = reading.get('id')
    if (id === '' && reading.get('rating') !== null) nameless.push(element)
    if (id !== '' && !found.has(id)) found.set(id, reading)
  }
  reportNameless(
    nameless,
    [...found.values()].map(({ scope }) => scope),
    trace,
  )
  const isForeign = (reading: ReviewReading): number => Number(reading.get('is_foreign'))
  const readings = [...found.values()].toSorted((a, b) => isForeign(a) - isForeign(b) || byOrder(a.scope, b.scope))
  return { readings, leftOut }
}

function toRecord(
  facts: Facts,
  own: ListReading,
  entries: readonly ReviewEntry[],
  isProduct: boolean,
  { addHtml = false, page }: ExtractOptions & AskedReviews,
): Reviews {
  const { asin, title, ...opinion } = facts
  return {
    asin,
    asin_in_url: own.askedAsin ?? asin,
    url: productUrl(own.marketplace, asin),
    title,
    scope: isProduct ? 'top' : 'page',
    ...opinion,
    review_topics: own.get('review_topics'),
    page: isProduct ? null : (page ?? own.get('page')),
    has_more: isProduct ? null : own.get('has_more'),
    sort_by: isProduct ? null : own.get('sort_by'),
    reviews: entries,
    html: addHtml ? own.page.decode() : null,
  }
}

/** Fields in the order of the wire. */
const FIELDS = Object.keys(reviewSchema.entries) as ReviewField[]

function toReview(reading: ReviewReading, index: number): ReviewEntry {
  const review = {} as Record<ReviewField, unknown>
  for (const field of FIELDS) review[field] = field === 'position' ? index + 1 : reading.get(field)
  return checkInvariants(review as ReviewEntry, reviewInvariants, reading)
}

/** A page, and what was asked for. */
type PageReading = Pick<ProductReading, 'trace' | 'askedAsin'>

/** Fields of the record that are read of a page. The reading of a product page has others too. */
const OF_PAGE: ReadonlySet<string> = new Set([...Object.keys(list), 'reviews'])

function isOfPage<Entry extends Issue | Attempt>(entry: Entry): entry is Entry & { readonly field: keyof Reviews } {
  return OF_PAGE.has(entry.field)
}

function collectWinners(ofPage: readonly PageReading[]): Extraction<Reviews, ReviewsPath>['winners'] {
  const asked = ofPage.some(({ askedAsin }) => askedAsin !== null) ? 'option: asin' : 'field: asin'
  const winners: Record<string, string> = { asin_in_url: asked }
  for (const { trace } of ofPage) {
    for (const [field, source] of trace.winners) if (OF_PAGE.has(field)) winners[field] ??= source
  }
  return winners
}
