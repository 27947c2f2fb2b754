import { recordOf } from '../../../core/contract/index.ts'
import { parseFieldPath, requireRecord } from '../../../core/index.ts'
import { readSeries, seriesColumns, toSeriesRows } from '../../work/watch/read-series.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { seriesExample, seriesRowExample } from '../openapi/examples/watch.ts'
import { refuseWatch, refuseParams } from '../route/answers.ts'
import type { Watch } from '../../store/watches.ts'
import { readQuery } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { answerTable, tableFormatParameter } from './table-answer.ts'
import { findOwnWatch } from './watch-facts.ts'
import { idParameter } from './find-own.ts'
import { itemParameter, spanParameters, SPAN_RULES, readSpan, type SpanQuery } from './item-span.ts'

const parameters: readonly ParameterObject[] = [
  idParameter('watch'),
  itemParameter,
  {
    name: 'field',
    in: 'query',
    required: true,
    description: 'Path of a value: `price`, `sales_rank[0].rank`, `products[B0SHLF0001].price`.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: 'price',
  },
  ...spanParameters,
  tableFormatParameter,
]

export const getSeries = defineOperation('getSeries', 'read', {
  tags: ['watch'],
  summary: 'The values of a field over time',
  description:
    'A value holds until the next point. Times in which nobody saw it are gaps: between them and the next look, it is not known. Points of different series are of other places, currencies or languages, and not comparable. As CSV, lines or Parquet, points and gaps are rows. An answer has about 10,000 of them at most: `next_from`, and `Svc-Next-From` in every format, say where the next one begins.',
  parameters,
  success: answered(200, {
    description: 'The points and the gaps.',
    schema: 'Series',
    rareHeaders: ['Svc-Next-From'],
    examples: { series: { summary: 'A price of three days', value: seriesExample } },
    lines: { schema: 'SeriesRow', examples: { line: { summary: 'A point', value: seriesRowExample } } },
    tableHead: 'kind,at,until,value,series,place,winner',
  }),
  errors: ['invalid_params', 'not_found'],
  handler: async (event, service, caller) => {
    const reading = readQuery<Query>(event.url.searchParams, RULES)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    if (!reading.ok) return refuseParams(reading.details)
    const { field, format } = reading.params
    const { subject, details } = await readSpan(service, watch, reading.params, findFieldMistake(watch, field))
    if (field === undefined || details.length > 0) return refuseParams(details)
    return answerTable(event, service, caller, format, async () => {
      const series = await readSeries(service.store.watches, { ...subject, field })
      const table = () => {
        const rows = toSeriesRows(series)
        return { rows, columns: seriesColumns(rows) }
      }
      return { json: series, nextFrom: series.next_from, table }
    })
  },
})

function findFieldMistake({ endpoint }: Watch, field: string | undefined) {
  if (field === undefined) return [{ param: 'field', message: 'is required' }]
  const path = parseFieldPath(requireRecord(recordOf(endpoint)), field)
  return typeof path === 'string' ? [{ param: 'field', message: path }] : []
}

interface Query extends SpanQuery {
  readonly field: string
}

const RULES = {
  ...SPAN_RULES,
  field: {
    parse: (text: string) => (text.length >= 1 && text.length <= 200 ? text : undefined),
    message: 'must be the path of a value',
  },
}
