import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import { errorBody, toTimestamp, type Watch as PrintedWatch } from '../../../core/contract/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { Watch } from '../../store/watches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { FREE, jsonAnswer, refuseWatch, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { toBatchId } from './find-batch.ts'

/** The id of a watch in a path. */
export const watchIdParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the watch, in upper or lower case.',
  schema: { type: 'string', format: 'uuid' },
}

/** Finds the watch of a path. Absent: null, it does not exist, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
export async function findOwnWatch(
  event: H3Event,
  { store }: Service,
  { workspace, mode }: Caller,
): Promise<Watch | null> {
  const id = toBatchId(getRouterParam(event, 'id') ?? '')
  const found = id === undefined ? null : await store.watches.find(id)
  return found?.workspaceId === workspace.id && found.mode === mode ? found : null
}

/** Answers with a watch as it is now, and its items. */
export async function answerWatch(watchId: string, { store }: Service): Promise<HTTPResponse> {
  const found = await store.watches.find(watchId)
  if (found === null) return refuseWatch()
  const items = await store.watches.listItems(found.id, 0, found.itemCount)
  const watch: PrintedWatch = {
    ...printWatchHead(found),
    items: items.map(({ item, input, dueMs }) => ({
      index: item,
      input: JSON.parse(input) as Record<string, unknown>,
      next_look_at: toTimestamp(dueMs),
    })),
  }
  return jsonAnswer(200, watch, FREE)
}

const NO_ITEM = 'must be that of an item of the watch'

/** Mistakes of the index of an item whose past is read: also that of one that was removed. */
export async function findItemMistakes({ store }: Service, watchId: string, item: number) {
  return (await store.watches.findItem(watchId, item)) === null ? [{ param: 'item', message: NO_ITEM }] : []
}

/** Refuses the index of an item that a watch does not have. */
export function refuseItemIndex(param: string): HTTPResponse {
  return refuseWith(errorBody('invalid_params', { details: [{ param, message: NO_ITEM }] }))
}
