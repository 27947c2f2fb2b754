import { toTimestamp, type WatchList } from '../../../core/contract/index.ts'
import { watchExample, watchListExample } from '../openapi/examples/watch.ts'
import { FREE, jsonAnswer, refuseWatch } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import { answered, defineOperation } from './define-operation.ts'
import { idParameter } from './find-own.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { answerWatch, findOwnWatch } from './watch-facts.ts'
import { answerList, listParameters } from './list-own.ts'
import { deletedAnswer } from './deleted-answer.ts'

export const listWatches = defineOperation('listWatches', 'read', {
  tags: ['watch'],
  summary: 'The watches of the workspace',
  description: 'Watches that keys of the same kind have created, without their items. Newest first.',
  parameters: listParameters('watches'),
  success: answered(200, {
    description: 'A page of watches.',
    schema: 'WatchList',
    examples: { page: { summary: 'The last page', value: watchListExample } },
  }),
  errors: ['invalid_params'],
  handler: (event, { store }, caller) =>
    answerList(event, caller, store.watches, (page, next_cursor): WatchList => ({
      watches: page.map(printWatchHead),
      next_cursor,
    })),
})

export const getWatch = defineOperation('getWatch', 'read', {
  tags: ['watch'],
  summary: 'A watch and its items',
  description: 'What it was asked to do, how it goes, and when each of its items is looked at next.',
  parameters: [idParameter('watch')],
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

export const deleteWatch = defineOperation('deleteWatch', 'batch', {
  tags: ['watch'],
  summary: 'Delete a watch',
  description:
    'Ends the watch, and removes its looks, values and events. Looks in progress that have a page by then are charged. To stop it for a time, change its `status`.',
  parameters: [idParameter('watch')],
  success: deletedAnswer('watch', watchExample.id),
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
