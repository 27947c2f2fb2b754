import * as v from 'valibot'
import { parsePosition, type RequestFilter, type RequestPage, type RequestQuery } from '../../store/request-log.ts'
import type { Store } from '../../store/store.ts'
import { define, id, READS, time } from './define-command.ts'

/** Requests that ended in the same way. */
export interface OutcomeCount {
  readonly outcome: string
  /** null: the outcome says all. */
  readonly reason: string | null
  readonly count: number
  /** Whether there were more: of requests that are refused for their key, the log has a part. */
  readonly isPart: boolean
}

/** How requests ended. */
export interface OutcomeSums {
  /** Order: most first. */
  readonly outcomes: readonly OutcomeCount[]
  /** Whether all of the asked time was counted. False: only its newest requests were. */
  readonly isWhole: boolean
}

const MAX_PAGE = 500
/** Pages that are counted. */
const MAX_PAGES = 40

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const asked = {
  workspace: id,
  from: time,
  to: time,
  outcome: v.exactOptional(text),
  reason: v.exactOptional(text),
  key: v.exactOptional(id),
  record: v.exactOptional(text),
  batch: v.exactOptional(id),
  text: v.exactOptional(text),
}
const isPosition = (after: string): boolean => parsePosition(after) !== null

export const REQUEST_COMMANDS = {
  'requests.list': define(
    'List the requests of the last days, newest first, a page at a time. `outcome`: `ok`, `failed` or an error.',
    v.strictObject({
      ...asked,
      after: v.exactOptional(v.pipe(v.string(), v.check(isPosition, 'must be `next` of a page'))),
      limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 50),
    }),
    (store, { after, limit, ...rest }): Promise<RequestPage> =>
      store.requestLog.list({ ...toQuery(rest), after, limit }),
    READS,
  ),
  'requests.sum': define(
    'Count the requests of the last days by outcome and reason. The input is that of `requests.list`.',
    v.strictObject(asked),
    sumOutcomes,
    READS,
  ),
} as const

interface Asked extends Omit<RequestFilter, 'keyId' | 'batchId'> {
  readonly workspace: string
  /** Unit: ms since 1970. */
  readonly from: number
  /** End, exclusive. Unit: ms since 1970. */
  readonly to: number
  readonly key?: string
  readonly batch?: string
}

function toQuery({ workspace, from, to, key, batch, ...rest }: Asked): Omit<RequestQuery, 'after' | 'limit'> {
  return { ...rest, workspaceId: workspace, fromMs: from, toMs: to, keyId: key, batchId: batch }
}

async function sumOutcomes({ requestLog }: Store, input: Asked): Promise<OutcomeSums> {
  const query = toQuery(input)
  const sums = new Map<string, OutcomeCount>()
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const { requests, next }: RequestPage = await requestLog.list({ ...query, after, limit: MAX_PAGE })
    for (const { outcome, reason, isPart = false } of requests) {
      const key = `${outcome} ${reason ?? ''}`
      const before = sums.get(key) ?? { count: 0, isPart: false }
      sums.set(key, { outcome, reason, count: before.count + 1, isPart: before.isPart || isPart })
    }
    after = next
    if (after === null) break
  }
  return { outcomes: [...sums.values()].toSorted((a, b) => b.count - a.count), isWhole: after === null }
}
