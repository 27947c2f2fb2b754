import { extractPage } from '../../adapters/pages/index.ts'
import { generateSearch, renderSearch } from '../../adapters/sandbox/index.ts'
import {
  addRank,
  applyLook,
  definitions,
  NEW_WATCH_STATE,
  planWatch,
  toRankChanges,
  type LookResult,
  type RankChange,
  type SeenRecord,
  type Track,
  type WatchState,
} from '../../core/index.ts'
import { numberCards } from '../../core/records/search/combine.ts'

export const HOUR_MS = 3_600_000
/** Results of a simulated page, ads not included. */
export const SHOWN = 16

const pages = [1, 2].map((page) => generateSearch({ query: 'lantern', domain: 'de', size: SHOWN, page }))
const [first] = pages
if (first === undefined) throw new Error('There is no simulated page.')
const all = pages.flatMap(({ response, cardExtras }) =>
  response.products.flatMap((card, index) => {
    const extras = cardExtras[index]
    return extras === undefined ? [] : [{ card, extras }]
  }),
)
const byAsin = new Map(all.flatMap((one) => (one.card.is_sponsored ? [] : [[one.card.asin, one] as const])))
const ads = all.filter(({ card }) => card.is_sponsored && !card.is_video)

/** Products that the marketplace ranks: the first ones are on the page. */
export const RANKED: readonly string[] = [...byAsin.keys()]

/**
 * `old`, `new`: two layouts that are read; `unread`: one that does not count its results, with three ads that are not known
 * as ads, so that they are taken for results.
 */
export type Layout = 'old' | 'new' | 'unread'

/** What says that a card is an ad, and how many results there are. */
const SIGNS = /AdHolder|puis-sponsored-label[a-z-]*|Gesponsert|s-result-info-bar|\/sspa\/click/g

/** A page of a search with its ads, as the marketplace prints it. */
export function printRanked(order: readonly string[], adCount: number, layout: Layout): string {
  if (first === undefined) return ''
  const results = order.slice(0, SHOWN).flatMap((asin) => byAsin.get(asin) ?? [])
  const shown = [...ads.slice(0, layout === 'unread' ? 3 : adCount), ...results]
  const response = { ...first.response, products: numberCards(shown.map(({ card }) => card)) }
  const html = renderSearch({ ...first, response, cardExtras: shown.map(({ extras }) => extras) })
  if (layout === 'old') return html
  const other = html.replaceAll('data-cy="title-recipe"', 'data-cy="heading"')
  return layout === 'new' ? other : other.replaceAll(SIGNS, '')
}

/** What a look at a page sees. `place`: of delivery. `isCut`: only the first part of it came. */
export function seeRanked(html: string, track: Track, { place = 'Berlin', isCut = false } = {}): SeenRecord {
  const page = extractPage(isCut ? html.slice(0, html.length * 0.7) : html, { domain: 'de', explain: true })
  return addRank({ ...page, place }, track)
}

/** A watch of one search, with the second looks that it asks for. */
export class RankedWatch {
  private state: WatchState = NEW_WATCH_STATE
  readonly told: RankChange[] = []
  readonly results: LookResult[] = []
  private readonly track: Track

  constructor(track: Track) {
    this.track = track
  }

  /** `see`: what a look sees; null, it was refused. */
  lookAt(atMs: number, see: () => SeenRecord | null): void {
    const planned = planWatch(definitions.search, { track: this.track })
    if (!planned.ok) throw new Error(JSON.stringify(planned))
    const result = applyLook(planned.plan, this.state, { atMs, seen: see() })
    this.state = result.state
    this.results.push(result)
    this.told.push(...toRankChanges(result.changes, this.track))
    if (result.againMs !== null && this.results.at(-2)?.againMs !== atMs) this.lookAt(result.againMs, see)
  }
}
