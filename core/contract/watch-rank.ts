import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'
import { trackSchema } from '../watch/rank/track.ts'
import { seriesSchema } from './watch-record.ts'

const timestamp = v.pipe(v.string(), v.isoTimestamp())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const position = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const { gaps, last_look_at, next_from, from, to, watch, item } = seriesSchema.entries

const ofProduct = {
  organic_position: described(
    position,
    'From 1, without ads. null: it is not among the results of the pages that were looked at.',
  ),
  sponsored_position: described(position, 'From 1, among the ads. null: no ad of these pages shows it.'),
  page: described(position, 'Page that shows it: as a result, else as an ad. null: none of these pages does.'),
  is_first_page: described(v.boolean(), 'Whether that is the first page of the results.'),
}

const productRankSchema = v.object({
  asin: described(v.string(), 'ASIN of the product.'),
  ...ofProduct,
  above: described(v.array(v.string()), 'ASINs of up to three results directly above it, the nearest first.'),
})

const ofBrand = {
  cards: described(count, 'Cards of the brand, ads included.'),
  share: described(share, 'Their share of all cards.'),
  top10_cards: described(count, 'Cards of the brand among the first ten.'),
  top10_share: described(share, 'Their share of these.'),
}

const brandShareSchema = v.object({ brand: described(v.string(), 'Its name.'), ...ofBrand })

const rankPointSchema = v.object({
  at: described(timestamp, 'Time of the look. It holds until the next point, except in gaps.'),
  series: described(count, 'Looks of different series are not comparable: another place, or another layout.'),
  place: described(v.nullable(v.string()), 'Place of delivery of the series. null: unknown.'),
  first_page: described(count, 'Number of the first page that was looked at.'),
  pages: described(count, 'Pages that were looked at.'),
  cards: described(count, 'Cards on them, ads included.'),
  products: described(v.array(productRankSchema), 'The tracked products.'),
  brands: described(v.array(brandShareSchema), 'The tracked brands, then up to ten others, most cards first.'),
})

const ofChange = {
  change: described(
    v.picklist(['entered', 'left', 'position']),
    '`entered`, `left`: the pages that are looked at; `position`: it moved on them.',
  ),
  before: described(position, 'Organic position. null: it was not on these pages.'),
  after: described(position, 'null: it is not on these pages.'),
  by: described(
    v.nullable(v.pipe(v.number(), v.integer())),
    'Positions gained; negative, lost. null: it entered or left.',
  ),
  top10: described(v.nullable(v.picklist(['entered', 'left'])), 'Whether it came among the first ten, or left them.'),
}

const rankChangeSchema = v.object({
  at: described(timestamp, 'The first look that has shown it.'),
  asin: described(v.string(), 'ASIN of the product.'),
  ...ofChange,
})

/** Where tracked products and brands were in the results of a search over time. */
export const rankSchema = v.object({
  watch,
  item,
  input: described(v.record(v.string(), v.unknown()), 'The search as it was submitted.'),
  track: described(trackSchema, 'What the watch tracks.'),
  from,
  to,
  points: described(
    v.array(rankPointSchema),
    'Order: time. The first one may be earlier than the span: it holds at its begin.',
  ),
  changes: described(
    v.array(rankChangeSchema),
    'Confirmed changes of organic positions. Order: as they were confirmed.',
  ),
  gaps,
  last_look_at,
  next_from,
})

/** Where tracked products and brands were in the results of a search over time. */
export type Rank = v.InferOutput<typeof rankSchema>

/** A position, a brand, a change or a gap of a rank, as a line or a row of a table. */
export const rankRowSchema = v.object({
  kind: v.picklist(['position', 'brand', 'change', 'gap']),
  at: described(timestamp, 'Time of the look; of a gap, its begin.'),
  until: described(v.nullable(timestamp), 'End of a gap. null: the gap goes on, or this is no gap.'),
  query: described(v.nullable(v.string()), 'Words of the search.'),
  asin: v.nullable(v.string()),
  ...ofProduct,
  is_first_page: v.nullable(v.boolean()),
  pages: v.nullable(count),
  above: described(v.nullable(v.string()), 'ASINs, with spaces.'),
  brand: v.nullable(v.string()),
  cards: v.nullable(ofBrand.cards),
  share: v.nullable(ofBrand.share),
  top10_cards: v.nullable(ofBrand.top10_cards),
  top10_share: v.nullable(ofBrand.top10_share),
  change: v.nullable(ofChange.change),
  before: ofChange.before,
  after: ofChange.after,
  by: ofChange.by,
  top10: ofChange.top10,
  series: v.nullable(count),
  place: v.nullable(v.string()),
})

export type RankRow = v.InferOutput<typeof rankRowSchema>
