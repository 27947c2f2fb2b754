import { errorBody } from '../../../core/contract/index.ts'
import { rankTable, readRank } from '../../work/rank/read-rank.ts'
import { rankExample, rankRowExample } from '../openapi/examples/watch.ts'
import { refuseWatch, refuseWith } from '../route/answers.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { readInTurn } from '../route/read-in-turn.ts'
import { answered, defineOperation } from './define-operation.ts'
import { itemParameter, spanParameters } from './get-series.ts'
import { instant } from './list-filters.ts'
import { answerTable, chooseTableFormat, TABLE_FORMAT, tableFormatParameter, type TableFormat } from './table-answer.ts'
import { findItemMistakes, findOwnWatch, watchIdParameter } from './watch-facts.ts'

interface Query {
  readonly item: number
  /** Unit: ms since 1970. */
  readonly from: number
  /** Unit: ms since 1970. */
  readonly to: number
  readonly format: TableFormat
}

const RULES = { item: wholeNumber(0, 999), from: instant, to: instant, format: TABLE_FORMAT }

export const getRank = defineOperation('getRank', 'read', {
  tags: ['watch'],
  summary: 'The rank of products in a search over time',
  description:
    'Of a watch of searches with `track`: where each tracked product was, what was above it, and which share of the cards each brand had, with the confirmed changes of positions. A point holds until the next; null positions mean that the pages that were looked at do not show the product, and a gap, that nobody looked. As CSV, lines or Parquet, a position, brand, change or gap is a row. An answer has 2,000 points at most: `next_from`, and `Svc-Next-From` in every format, say where the next one begins.',
  parameters: [watchIdParameter, itemParameter, ...spanParameters, tableFormatParameter],
  success: answered(200, {
    description: 'Points, changes and gaps.',
    schema: 'Rank',
    rareHeaders: ['Svc-Next-From'],
    examples: { rank: { summary: 'A product that gained two positions', value: rankExample } },
    lines: { schema: 'RankRow', examples: { line: { summary: 'A position', value: rankRowExample } } },
    tableHead:
      'kind,at,until,query,asin,organic_position,sponsored_position,page,is_first_page,pages,above,brand,cards,share,top10_cards,top10_share,change,before,after,by,top10,series,place',
  }),
  errors: ['invalid_params', 'not_found'],
  handler: async (event, service, caller) => {
    const reading = readQuery<Query>(event.url.searchParams, RULES)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    const { item = 0, from = watch.createdAtMs, to = service.epochMs(), format } = reading.params
    const { track = null } = watch.terms
    const details = [
      ...(track === null ? [{ param: 'id', message: 'is of a watch that tracks nothing: change its track' }] : []),
      ...(await findItemMistakes(service, watch.id, item)),
      ...(from <= to ? [] : [{ param: 'to', message: 'must not be before from' }]),
    ]
    if (track === null || details.length > 0) return refuseWith(errorBody('invalid_params', { details }))
    const chosen = format ?? chooseTableFormat(event)
    const subject = { watchId: watch.id, item, track, fromMs: from, toMs: to }
    return readInTurn(event, service, caller.workspace.id, async () => {
      const rank = await readRank(service.store.watches, subject)
      return answerTable({ json: rank, nextFrom: rank.next_from, table: () => rankTable(rank) }, chosen)
    })
  },
})
