import * as v from 'valibot'
import { described, errorBody, toTimestamp, type WatchList } from '../../../core/contract/index.ts'
import { watchExample, watchListExample } from '../openapi/examples/watch.ts'
import { FREE, jsonAnswer, refuseWatch, refuseWith } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { toBatchId } from './find-batch.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { answerWatch, findOwnWatch, watchIdParameter } from './watch-facts.ts'

/** Watches that a page has. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const RULES = { limit: wholeNumber(1, MAX_LIMIT), cursor: { parse: toBatchId, message: NO_CURSOR } }

export const listWatches = defineOperation('listWatches', 'read', {
  tags: ['watch'],
  summary: 'The watches of the workspace',
  description: 'Watches that keys of the same kind have created, without their items. Newest first.',
  parameters: pageParameters({ what: 'watches', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
  success: answered(200, {
    description: 'A page of watches.',
    schema: 'WatchList',
    examples: { page: { summary: 'The last page', value: watchListExample } },
  }),
  errors: ['invalid_params'],
  handler: async (event, { store }, { workspace, mode }) => {
    const reading = readQuery<{ limit: number; cursor: string }>(event.url.searchParams, RULES)
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    const { limit = DEFAULT_LIMIT, cursor = null } = reading.params
    // One more than asked for shows whether another page follows.
    const found = await store.watches.list({ workspaceId: workspace.id, mode }, { after: cursor, limit: limit + 1 })
    if (typeof found === 'string') {
      return refuseWith(errorBody('invalid_params', { details: [{ param: 'cursor', message: NO_CURSOR }] }))
    }
    const page = found.slice(0, limit)
    const next_cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null
    const list: WatchList = { watches: page.map(printWatchHead), next_cursor }
    return jsonAnswer(200, list, FREE)
  },
})

export const getWatch = defineOperation('getWatch', 'read', {
  tags: ['watch'],
  summary: 'A watch and its items',
  description: 'What it was asked to do, how it goes, and when each of its items is looked at next.',
  parameters: [watchIdParameter],
  success: answered(200, {
    description: 'The watch.',
    schema: 'Watch',
    examples: { watch: { summary: 'A watch that runs', value: watchExample } },
  }),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const found = await findOwnWatch(event, service, caller)
    return found === null ? refuseWatch() : answerWatch(found.id, service)
  },
})

const deletedSchema = v.object({
  id: described(v.pipe(v.string(), v.uuid()), 'UUID of the watch.'),
  deleted_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was deleted.'),
})

export const deleteWatch = defineOperation('deleteWatch', 'batch', {
  tags: ['watch'],
  summary: 'Delete a watch',
  description:
    'Ends the watch, and removes its looks, values and events. Looks in progress that have a page by then are charged. To stop it for a time, change its `status`.',
  parameters: [watchIdParameter],
  success: answered(200, {
    description: 'It is gone.',
    schema: deletedSchema,
    examples: {
      deleted: { summary: 'It is gone', value: { id: watchExample.id, deleted_at: '2026-03-19T08:00:00.000Z' } },
    },
  }),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const { store, epochMs } = service
    const found = await findOwnWatch(event, service, caller)
    const tooMany = found === null ? null : await refuseItems(event, service, caller, found.itemCount)
    if (tooMany !== null) return tooMany
    if (found === null || !(await store.watches.remove(found.id))) return refuseWatch()
    if (found.batchId !== null) await store.batches.stop(found.batchId, epochMs())
    return jsonAnswer(200, { id: found.id, deleted_at: toTimestamp(epochMs()) }, FREE)
  },
})
