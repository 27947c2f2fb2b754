import { ENDPOINTS, errorBody, type WatchChanges } from '../../../core/contract/index.ts'
import { watchChangesExample } from '../openapi/examples/watch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuseWatch, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import type { WatchEvent, Watches } from '../../store/watches.ts'
import { printChange } from '../route/print-watch.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'
import { findOwnWatch, watchIdParameter } from './watch-facts.ts'

/** Changes that a page has, unless they are long. */
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const RULES = { limit: wholeNumber(1, MAX_LIMIT), cursor: { ...wholeNumber(0), message: NO_CURSOR } }

export const listChanges: Operation<Service> = {
  ...ENDPOINTS.listChanges,
  operationId: 'listChanges',
  tags: ['watch'],
  summary: 'What has changed',
  description:
    'Every change that looks have confirmed, whether a rule waited for it or not, and what happened to the watch itself. Oldest first: a program that reads on gives `next_cursor` of the last page as `cursor`. A page of long changes has fewer than `limit`: `has_more` says whether others follow.',
  security: anyKey,
  parameters: [
    watchIdParameter,
    ...pageParameters({ what: 'changes', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
  ],
  answers: {
    success: success(200, {
      description: 'A page of changes.',
      schema: 'WatchChanges',
      headers: ADMITTED_HEADERS,
      examples: { page: { summary: 'A price that fell', value: watchChangesExample } },
    }),
    errors: [...ADMITTED_ERRORS, 'invalid_params', 'not_found'],
  },
  handler: admitted('read', async (event, service, caller) => {
    const reading = readQuery<{ limit: number; cursor: number }>(event.url.searchParams, RULES)
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    const { limit = DEFAULT_LIMIT, cursor = 0 } = reading.params
    const { page, hasMore } = await readChanges(service.store.watches, watch.id, { cursor, limit })
    const last = page.at(-1)?.sequence ?? cursor
    const changes: WatchChanges = {
      changes: page.map(printChange),
      next_cursor: last === 0 ? null : String(last),
      has_more: hasMore,
    }
    return jsonAnswer(200, changes, FREE)
  }),
}

/** Changes that are read at once. */
const READ_AT_ONCE = 20
/** A page ends after so much: one change of a list can have all of its entries. Unit: characters. */
const MAX_CHARACTERS = 4 * 1024 * 1024

/** A page of changes. It may have fewer than the limit, although others follow. */
async function readChanges(
  watches: Pick<Watches, 'listEvents'>,
  watchId: string,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<{ readonly page: readonly WatchEvent[]; readonly hasMore: boolean }> {
  const page: WatchEvent[] = []
  for (let characters = 0; ;) {
    const found = await watches.listEvents(watchId, page.at(-1)?.sequence ?? cursor, READ_AT_ONCE)
    for (const one of found) {
      if (page.length === limit || characters > MAX_CHARACTERS) return { page, hasMore: true }
      page.push(one)
      characters += one.entry.length
    }
    if (found.length < READ_AT_ONCE) return { page, hasMore: false }
  }
}
