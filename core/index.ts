/**
 * Marketplace pages in, typed records out. Pure: no I/O, no clock, no state.
 *
 * @module shelfmark
 */
export { ShelfmarkError, type ErrorCode } from './error/shelfmark-error.ts'
export {
  ABSENCE_REASONS,
  PROBLEMS,
  type Absence,
  type AbsenceReason,
  type Attempt,
  type Issue,
  type Provenance,
  type Winners,
} from './field/trace.ts'
export type { Charset, CharsetEvidence } from './html/encoding/charset.ts'
export { toBytes, type PageInput } from './html/page-input.ts'
export { MAX_PAGE_SIZE, parsePage, Page, type ParsePageOptions } from './html/page.ts'
export type { DetailLabels, Language, WordedPageKind } from './marketplace/language.ts'
export type { AddressChange, PlacePart } from './marketplace/address-change.ts'
export { compileMarketplace, type Marketplace } from './marketplace/marketplace.ts'
export {
  locationTypeOf,
  readZip,
  type CityForm,
  type Place,
  type PlaceForms,
  type ZipForm,
} from './marketplace/place.ts'
export type { OfferCondition } from './marketplace/offer-conditions.ts'
export { REFUSALS, type PageKind } from './marketplace/page-kind.ts'
export type { PageRules, Patterns, PriceMarkup, Sign, Site } from './marketplace/site.ts'
export type { StateKeys, StateMembers } from './marketplace/state-keys.ts'
export { declinesChange, findAddressForm, findChangeToken, type AddressForm } from './place/address-form.ts'
export { comparePlace, type PlaceVerdict } from './place/compare-place.ts'
export { listCountries } from './place/country-codes.ts'
export { readLocation } from './place/read-location.ts'
export { classifyPage, type PageFacts } from './page/classify-page.ts'
export { sniffContainer, type Container } from './page/container.ts'
export type { PageVerdict } from './page/evidence.ts'
export { findUnknownHost, recognizeDomain } from './page/recognize-domain.ts'
export type { Extract, ExtractOptions, Extraction, PageRest } from './record/extraction.ts'
export {
  asksForRest,
  countPages,
  type AnyRecord,
  type PageRange,
  type RecordDefinition,
  type RecordRows,
  type RecordWatch,
} from './record/define-record.ts'
export type { Delivery, UnitPrice } from './record/offer-parts.ts'
export { fieldOfPath, moveRow, withPath, parseRowPath, rowPath, type RowPosition } from './record/row-path.ts'
export { emptyValueOf, type RecordSchema } from './record/empty-value.ts'
export * as definitions from './records/definitions.ts'
export * as extractors from './records/extractors.ts'
export {
  DEFAULT_RECORD,
  findRecordOf,
  records,
  recordSchemas,
  requireRecord,
  rowsOf,
  type Asked,
  type DefinitionOf,
  type KindOf,
  type NamedRecord,
  type ReadKindOf,
  type RecordName,
} from './records/index.ts'
export { extractBestSellers, type BestSellersPath } from './records/best-sellers/extract.ts'
export type { EntryPath } from './records/best-sellers/entries.ts'
export type { BestSellersMap } from './records/best-sellers/map.ts'
export { RANKINGS, type Ranking } from './records/best-sellers/rankings.ts'
export {
  bestSellersSchema,
  entrySchema,
  type BestSellers,
  type Category,
  type Entry,
  type EntryField,
} from './records/best-sellers/schema.ts'
export { OFFER_FILTERS } from './records/offers/record.ts'
export { combineOffersPages } from './records/offers/combine.ts'
export { extractOffers, type OffersPath, type OffersWinners } from './records/offers/extract.ts'
export type { OffersMap } from './records/offers/map.ts'
export {
  emptyListedOffer,
  listedOfferSchema,
  offersSchema,
  type ListedOffer,
  type OfferField,
  type OffersResponse,
} from './records/offers/schema.ts'
export { extractProduct, type ProductWinners } from './records/product/extract.ts'
export { isAsinMismatch } from './records/product/is-asin-mismatch.ts'
export type { ProductMap } from './records/product/map.ts'
export type {
  CouponDiscount,
  FeaturedMerchant,
  Format,
  Offer,
  OverviewRow,
  Review,
  SalesRank,
  StarShare,
  Step,
  Variation,
} from './records/product/parts.ts'
export { emptyProduct, productSchema, type Product, type ProductField } from './records/product/schema.ts'
export { extractReviews, type ReviewsPath } from './records/reviews/extract.ts'
export type { ReviewsMap } from './records/reviews/map.ts'
export {
  emptyReview,
  reviewSchema,
  reviewsSchema,
  type ReviewEntry,
  type ReviewField,
  type Reviews,
  type ReviewTopic,
} from './records/reviews/schema.ts'
export { SEARCH_SORTS } from './records/search/record.ts'
export { combineSearchPages } from './records/search/combine.ts'
export { extractSearch, type CardPath, type SearchPath, type SearchWinners } from './records/search/extract.ts'
export type { SearchMap } from './records/search/map.ts'
export {
  cardSchema,
  emptyCard,
  searchSchema,
  type Card,
  type CardField,
  type Refinement,
  type SearchNode,
  type SearchResponse,
} from './records/search/schema.ts'
export type { Selectors } from './selector/compile-map.ts'
export { compileSelector, type ReadMode, type Selector } from './selector/selector.ts'
export { findGtins, gtinCheckDigit, isbn10Of, isSameGtin, readGtin, type ReadGtin } from './text/gtin.ts'
export type { ImageRules } from './text/image-url.ts'
export type { TextRules } from './text/page-text.ts'
export { cleanUrl, isOfMarketplace, productUrl, type LinkOwner, type LinkRules } from './text/url.ts'
export { applyLook, SECOND_LOOK_MS, type ApplyOptions } from './watch/apply-look.ts'
export type { Alert, ConfirmedChange, Look, LookResult } from './watch/look-result.ts'
export { diffRecords, type FieldChange } from './watch/diff-records.ts'
export {
  addDrift,
  heldFields,
  readHolds,
  type DriftTallies,
  type HeldFields,
  type HoldReach,
} from './watch/drift-tally.ts'
export { parseDuration } from './watch/duration.ts'
export { parseFieldPath, type FieldPath } from './watch/field-path.ts'
export { planWatch, type PlannedRule, type WatchInput, type WatchPlan, type WrongWatch } from './watch/plan-watch.ts'
export { addRank } from './watch/rank/add-rank.ts'
export { packRank, unpackRank } from './watch/rank/pack-rank.ts'
export { toRankChanges, toRankPoints, type RankChange } from './watch/rank/rank-change.ts'
export type { BrandShare, ProductRank, RankLook } from './watch/rank/read-rank.ts'
export {
  isOfRank,
  isRanked,
  RANK_CHANGES,
  RANK_FIELD,
  trackParamsSchema,
  trackSchema,
  type Track,
} from './watch/rank/track.ts'
export type { SeenValue } from './watch/read-values.ts'
export type { RuleState, Streak } from './watch/rule-step.ts'
export { RULE_KINDS, ruleSchema, type Amount, type RuleKind, type WatchMistake, type WatchRule } from './watch/rule.ts'
export type { Comparison } from './watch/same-value.ts'
export {
  afterRun,
  FAILING_RUNS,
  HEALTHY,
  intervalOf,
  MAX_INTERVAL_MS,
  MIN_INTERVAL_MS,
  nextLookMs,
  type RunHealth,
} from './watch/schedule.ts'
export type { PathStep } from './watch/schema-steps.ts'
export { contextOf, findIncomparable, type Context, type ContextMember, type SeenRecord } from './watch/seen-record.ts'
export { findGaps, lowestIn, pointAt, type Gap, type LookOutcome, type Point } from './watch/series.ts'
export {
  printConfirmed,
  toWatchEvent,
  type EventChange,
  type EventRule,
  type EventSubject,
  type WatchEvent,
} from './watch/watch-event.ts'
export { creditsLeftOf, newControl, nextControl, type HealthEvent, type WatchCounts } from './watch/watch-control.ts'
export type { PauseReason, WatchControl, WatchTerms } from './watch/watch-terms.ts'
export { NEW_WATCH_STATE, type SeriesState, type ValueState, type WatchState } from './watch/watch-state.ts'
export { defaultFieldsOf, type FieldChoice, type WatchedFields } from './watch/watched-fields.ts'
