import type { Watch } from '../../store/watches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import type { Service } from '../route/deps.ts'
import { wholeNumber } from '../route/query.ts'
import { instant, timeParameter } from './list-filters.ts'
import { TABLE_FORMAT, type TableFormat } from './table-answer.ts'
import { findItemMistakes, type Mistake } from './watch-facts.ts'

export const itemParameter: ParameterObject = {
  name: 'item',
  in: 'query',
  required: false,
  description: 'Index of the item. Default: 0.',
  schema: { type: 'integer', minimum: 0, maximum: 999 },
}

export const spanParameters: readonly ParameterObject[] = [
  timeParameter('from', 'Begin of the span. Default: the creation of the watch.'),
  timeParameter('to', 'End of the span. Default: now.'),
]

export interface SpanQuery {
  readonly item: number
  /** Unit: ms since 1970. */
  readonly from: number
  /** Unit: ms since 1970. */
  readonly to: number
  readonly format: TableFormat
}

export const SPAN_RULES = { item: wholeNumber(0, 999), from: instant, to: instant, format: TABLE_FORMAT }

/** What is asked for, and its mistakes. `own`: those in what only this operation has. */
export async function readSpan(
  service: Service,
  { id: watchId, createdAtMs }: Watch,
  { item = 0, from: fromMs = createdAtMs, to: toMs = service.epochMs() }: Partial<SpanQuery>,
  own: readonly Mistake[],
) {
  const order = fromMs <= toMs ? [] : [{ param: 'to', message: 'must not be before from' }]
  const details = [...own, ...(await findItemMistakes(service, watchId, item)), ...order]
  return { subject: { watchId, item, fromMs, toMs }, details }
}
