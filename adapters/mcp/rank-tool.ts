import * as v from 'valibot'
import { rankSchema, type Rank } from '../../core/contract/index.ts'
import type { Watches } from '../client/index.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'
import { findItems, timeOf } from './watch-tools.ts'

/** Changes that one call returns of a keyword: the last ones. */
const MAX_CHANGES = 50

const { changes, gaps, last_look_at } = rankSchema.entries

/** Where tracked products are among the results of watched searches. */
export function rankTool(watches: Pick<Watches, 'list' | 'get' | 'rank'>): Tool {
  return defineTool({
    name: 'keyword_rank',
    title: 'Keyword rank',
    description:
      'Returns where tracked products are among the results of a watched search, which share of the cards brands have, and how positions have changed. Another layout or place of the page is not a change. Costs nothing. Only searches of a watch of the caller that has "track" have a rank.',
    input: v.object({
      keyword: v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(2048),
        v.description('Words of the search, or its reference.'),
      ),
      from: timeOf('Begin of the changes. Default: the creation of the watch.'),
      to: timeOf('End: the ranks are those of that time. Default: now.'),
    }),
    output: v.object({
      keywords: v.array(
        v.object({
          watch: v.string(),
          input: v.record(v.string(), v.unknown()),
          now: v.nullable(rankSchema.entries.points.pipe[0].item),
          changes,
          gaps,
          last_look_at,
        }),
      ),
    }),
    writes: false,
    isRemote: true,
    run: async ({ keyword, from, to }, signal) => {
      const found = (await findItems(watches, keyword.trim(), signal)).filter(({ isTracking }) => isTracking)
      if (found.length === 0) {
        throw new ToolError(
          'not_found',
          `No watch tracks products in a search for "${keyword}". POST /api/v1/market/watch creates one, with "endpoint": "market.search" and "track".`,
        )
      }
      const ranks = await Promise.all(
        found.map(async ({ watch, index }) => (await watches.rank(watch, { item: index, from, to, signal })).data),
      )
      return { text: ranks.map(describeRank).join('\n\n'), data: { keywords: ranks.map(toData) } }
    },
  })
}

function toData({ watch, input, points, changes: all, gaps: unseen, last_look_at: last }: Rank) {
  return {
    watch,
    input,
    now: points.at(-1) ?? null,
    changes: all.slice(-MAX_CHANGES),
    gaps: unseen,
    last_look_at: last,
  }
}

function describeRank({ watch, input, points, changes: all, gaps: unseen, last_look_at: last, track }: Rank): string {
  const name = [input['reference'], input['query'], input['domain']].filter((part) => typeof part === 'string')
  const head = `${name.join(', ')} (watch ${watch}), last look ${last ?? 'never'}:`
  const now = points.at(-1)
  if (now === undefined) return `${head}\nno rank in this time`
  const products = now.products.map(({ asin, organic_position, sponsored_position, page, above }) => {
    const place =
      organic_position === null
        ? now.pages === 1
          ? 'not on the page'
          : `not on ${now.pages} pages`
        : `position ${organic_position}`
    const ad = sponsored_position === null ? '' : `, ad ${sponsored_position}`
    const rest = page === null ? '' : `, page ${page}${above.length === 0 ? '' : `, below ${above.join(' ')}`}`
    return `${asin}: ${place}${ad}${rest}`
  })
  const brands = now.brands.slice(0, Math.max(track.brands.length, 5)).map(({ brand, cards, top10_cards }) => {
    return `${brand}: ${cards} of ${now.cards} cards, ${top10_cards} of the first 10`
  })
  const told = all.slice(-MAX_CHANGES).map(({ at, asin, change, before, after, top10 }) => {
    const what = change === 'position' ? `${before} to ${after}` : change
    return `${at} ${asin} ${what}${top10 === null ? '' : ` (${top10} the first 10)`}`
  })
  const gap = unseen.at(-1)
  const blind = gap === undefined || gap.to !== null ? [] : [`not seen since ${gap.from}`]
  return [head, ...products, ...brands, told.length === 0 ? 'no changes' : 'changes:', ...told, ...blind].join('\n')
}
