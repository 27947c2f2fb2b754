import { readPresentValues, valueColumns } from '../../work/watch/read-present-values.ts'
import { watchValuesExample } from '../openapi/examples/watch.ts'
import { refuseWatch, refuseParams } from '../route/answers.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { answerTable, TABLE_FORMAT, tableFormatParameter, type TableFormat } from './table-answer.ts'
import { findOwnWatch, refuseItemIndex } from './watch-facts.ts'
import { idParameter } from './find-own.ts'

const RULES = { from: wholeNumber(0, 999), format: TABLE_FORMAT }

export const getWatchValues = defineOperation('getWatchValues', 'read', {
  tags: ['watch'],
  summary: 'The present values of all items',
  description:
    'What the last look that saw each item has read, by path, and why an item is not seen now. As CSV and Parquet, an item is a row, and a path is a column; as lines, an item is a line. Items with 50,000 values are an answer: `next_from`, and `Svc-Next-From` in every format, say where the next one begins.',
  parameters: [
    idParameter('watch'),
    {
      name: 'from',
      in: 'query',
      required: false,
      description: 'Index of the first item. Default: 0.',
      schema: { type: 'integer', minimum: 0, maximum: 999 },
    },
    tableFormatParameter,
  ],
  success: answered(200, {
    description: 'The items and their values.',
    schema: 'WatchValues',
    rareHeaders: ['Svc-Next-From'],
    examples: { values: { summary: 'Two items, of which one is gone', value: watchValuesExample } },
    lines: {
      schema: 'ItemValues',
      examples: { line: { summary: 'An item', value: watchValuesExample.items[0] } },
    },
    tableHead: 'index,reference,input,last_look_at,next_look_at,unseen.reason,unseen.since,unseen.attempts,price',
  }),
  errors: ['invalid_params', 'not_found'],
  handler: async (event, service, caller) => {
    const reading = readQuery<{ from: number; format: TableFormat }>(event.url.searchParams, RULES)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    if (!reading.ok) return refuseParams(reading.details)
    const { from = 0, format } = reading.params
    if ((await service.store.watches.listItems(watch.id, from, 1)).length === 0) return refuseItemIndex('from')
    return answerTable(event, service, caller, format, async () => {
      const values = await readPresentValues(service.store.watches, watch.id, from)
      const table = () => ({ rows: values.items, columns: valueColumns(values) })
      return { json: values, nextFrom: values.next_from, table }
    })
  },
})
