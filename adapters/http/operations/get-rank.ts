import { describeUntracked, rankTable, readRank } from '../../work/rank/read-rank.ts'
import { rankExample, rankRowExample } from '../openapi/examples/watch.ts'
import { refuseWatch, refuseParams } from '../route/answers.ts'
import { readQuery } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { answerTable, tableFormatParameter } from './table-answer.ts'
import { findOwnWatch } from './watch-facts.ts'
import { idParameter } from './find-own.ts'
import { itemParameter, readSpan, SPAN_RULES, spanParameters, type SpanQuery } from './item-span.ts'

export const getRank = defineOperation('getRank', 'read', {
  tags: ['watch'],
  summary: 'The rank of products in a search over time',
  description:
    'Of a watch of searches with `track`: where each tracked product was, what was above it, and which share of the cards each brand had, with the confirmed changes of positions. A point holds until the next; null positions mean that the pages that were looked at do not show the product, and a gap, that nobody looked. As CSV, lines or Parquet, a position, brand, change or gap is a row. An answer has 2,000 points at most: `next_from`, and `Svc-Next-From` in every format, say where the next one begins.',
  parameters: [idParameter('watch'), itemParameter, ...spanParameters, tableFormatParameter],
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
    const reading = readQuery<SpanQuery>(event.url.searchParams, SPAN_RULES)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    if (!reading.ok) return refuseParams(reading.details)
    const { track = null } = watch.terms
    const wrong =
      track === null ? [{ param: 'id', message: `is of a watch that ${describeUntracked(watch.endpoint)}` }] : []
    const { subject, details } = await readSpan(service, watch, reading.params, wrong)
    if (track === null || details.length > 0) return refuseParams(details)
    return answerTable(event, service, caller, reading.params.format, async () => {
      const rank = await readRank(service.store.watches, { ...subject, track })
      return { json: rank, nextFrom: rank.next_from, table: () => rankTable(rank) }
    })
  },
})
