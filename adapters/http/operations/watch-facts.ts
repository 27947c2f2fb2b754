import type { H3Event, HTTPResponse } from 'h3'
import { toTimestamp, type Watch as PrintedWatch } from '../../../core/contract/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { Watch } from '../../store/watches.ts'
import { FREE, jsonAnswer, refuseWatch, refuseParam } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { findOwn } from './find-own.ts'

/** Finds the watch of a path: see `findOwn`. */
export function findOwnWatch(event: H3Event, { store }: Service, caller: Caller): Promise<Watch | null> {
  return findOwn(event, caller, store.watches)
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

export interface Mistake {
  readonly param: string
  readonly message: string
}

/** Mistakes of the index of an item whose past is read: also that of one that was removed. */
export async function findItemMistakes({ store }: Service, watchId: string, item: number): Promise<readonly Mistake[]> {
  return (await store.watches.findItem(watchId, item)) === null ? [{ param: 'item', message: NO_ITEM }] : []
}

/** Refuses the index of an item that a watch does not have. */
export function refuseItemIndex(param: string): HTTPResponse {
  return refuseParam(param, NO_ITEM)
}
