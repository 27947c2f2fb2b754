import * as v from 'valibot'
import { BATCH_STATUSES, hasPairs, MAX_REFERENCE, referenceSchema } from '../../../core/contract/index.ts'
import type { BatchStatus } from '../../../core/policy/index.ts'
import type { Batch } from '../../store/batches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { choice, type Rule } from '../route/query.ts'

/** A pair of metadata in a query: `order:7`. */
const PAIR = /^([^:]{1,40}):(.*)$/su

export const timeParameter = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description: `${description} A time in UTC, or a day, which is its beginning.`,
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)?$' },
  example: '2026-05-31',
})

/** Filters of a list of batches. All that are given apply. */
export const filterParameters: readonly ParameterObject[] = [
  {
    name: 'status',
    in: 'query',
    required: false,
    description: 'Only batches with this status.',
    schema: { type: 'string', enum: [...BATCH_STATUSES] },
  },
  timeParameter('created_from', 'Only batches that were created then or later.'),
  timeParameter('created_before', 'Only batches that were created before then.'),
  {
    name: 'reference',
    in: 'query',
    required: false,
    description:
      'Only batches that have an item with this `reference`. Batches from before the service had this filter are not found by it.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_REFERENCE },
  },
  {
    name: 'metadata',
    in: 'query',
    required: false,
    description:
      'Only batches whose metadata has this pair, as `order:7`. Several: all of them. `metadata[order]=7` is the same, also for a name with a colon.',
    schema: { type: 'array', items: { type: 'string', pattern: PAIR.source } },
    style: 'form',
    explode: true,
  },
]

export interface Filters {
  readonly status: BatchStatus
  /** Of an item. */
  readonly reference: string
  /** Unit: ms since 1970. */
  readonly created_from: number
  /** Unit: ms since 1970. */
  readonly created_before: number
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?$/

export const instant: Rule<number> = {
  parse: (text) => {
    const timeMs = TIME.test(text) ? Date.parse(text) : NaN
    // 2026-02-30 would be March 2.
    const isInCalendar = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text.slice(0, 10))
    return isInCalendar ? timeMs : undefined
  },
  message: 'must be a day or a time in UTC, as 2026-05-31 or 2026-05-31T12:00:00Z',
}

export const FILTERS: { readonly [Name in keyof Filters]: Rule<Filters[Name]> } = {
  status: choice(BATCH_STATUSES),
  reference: {
    parse: (text) => (text !== '' && v.is(referenceSchema, text) ? text : undefined),
    message: `must be 1 to ${MAX_REFERENCE} characters long`,
  },
  created_from: instant,
  created_before: instant,
}

const METADATA = /^metadata\[(.*)\]$/s
export const NO_PAIR = 'must be a name and its text, such as order:7'

/** Pairs of metadata that are asked for. Of a name that is repeated, the last counts. Absent: null, one of them is no pair. */
export function readPairs(query: URLSearchParams): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>()
  for (const [name, value] of query) {
    const key = METADATA.exec(name)?.[1]
    const [, own, text = ''] = name === 'metadata' ? (PAIR.exec(value) ?? []) : []
    if (name === 'metadata' && own === undefined) return null
    if (own !== undefined) pairs.set(own, text)
    else if (key !== undefined) pairs.set(key, value)
  }
  return pairs
}

/** Which batches a list has. Absent: undefined, all. */
export function toFilter(
  status: BatchStatus | undefined,
  pairs: ReadonlyMap<string, string>,
): ((batch: Batch) => boolean) | undefined {
  if (status === undefined && pairs.size === 0) return undefined
  return ({ progress, metadata }) => (status === undefined || progress.status === status) && hasPairs(metadata, pairs)
}
