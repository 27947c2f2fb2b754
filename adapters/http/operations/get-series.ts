import { errorBody, recordOf } from '../../../core/contract/index.ts'
import { parseFieldPath, requireRecord } from '../../../core/index.ts'
import { readSeries, seriesColumns, toSeriesRows } from '../../work/watch/read-series.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { seriesExample, seriesRowExample } from '../openapi/examples/watch.ts'
import { refuseWatch, refuseWith } from '../route/answers.ts'
import type { Watch } from '../../store/watches.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { readInTurn } from '../route/read-in-turn.ts'
import { answered, defineOperation } from './define-operation.ts'
import { instant } from './list-filters.ts'
import {
  answerTable,
  chooseTableFormat,
  TABLE_FORMAT,
  tableFormatParameter,
  type Table,
  type TableFormat,
} from './table-answer.ts'
import { findItemMistakes, findOwnWatch, watchIdParameter } from './watch-facts.ts'

export const itemParameter: ParameterObject = {
  name: 'item',
  in: 'query',
  required: false,
  description: 'Index of the item. Default: 0.',
  schema: { type: 'integer', minimum: 0, maximum: 999 },
}

const time = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description: `${description} A time in UTC, or a day, which is its beginning.`,
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)?$' },
  example: '2026-05-31',
})

export const spanParameters: readonly ParameterObject[] = [
  time('from', 'Begin of the span. Default: the creation of the watch.'),
  time('to', 'End of the span. Default: now.'),
]

const parameters: readonly ParameterObject[] = [
  watchIdParameter,
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
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    const { item = 0, field, from = watch.createdAtMs, to = service.epochMs(), format } = reading.params
    const details = [
      ...findFieldMistake(watch, field),
      ...(await findItemMistakes(service, watch.id, item)),
      ...(from <= to ? [] : [{ param: 'to', message: 'must not be before from' }]),
    ]
    if (field === undefined || details.length > 0) return refuseWith(errorBody('invalid_params', { details }))
    const chosen = format ?? chooseTableFormat(event)
    const subject = { watchId: watch.id, item, field, fromMs: from, toMs: to }
    return readInTurn(event, service, caller.workspace.id, async () => {
      const series = await readSeries(service.store.watches, subject)
      const table = (): Table => {
        const rows = toSeriesRows(series)
        return { rows, columns: seriesColumns(rows) }
      }
      return answerTable({ json: series, nextFrom: series.next_from, table }, chosen)
    })
  },
})

function findFieldMistake({ endpoint }: Watch, field: string | undefined) {
  if (field === undefined) return [{ param: 'field', message: 'is required' }]
  const path = parseFieldPath(requireRecord(recordOf(endpoint)), field)
  return typeof path === 'string' ? [{ param: 'field', message: path }] : []
}

interface Query {
  readonly item: number
  readonly field: string
  /** Unit: ms since 1970. */
  readonly from: number
  /** Unit: ms since 1970. */
  readonly to: number
  readonly format: TableFormat
}

const RULES = {
  item: wholeNumber(0, 999),
  field: {
    parse: (text: string) => (text.length >= 1 && text.length <= 200 ? text : undefined),
    message: 'must be the path of a value',
  },
  from: instant,
  to: instant,
  format: TABLE_FORMAT,
}
