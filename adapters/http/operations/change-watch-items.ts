import type { H3Event, HTTPResponse } from 'h3'
import { MAX_BATCH_ITEMS, REFERENCE, toErrorBody } from '../../../core/contract/index.ts'
import { maxWatchedItems } from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { WatchItem } from '../../store/watches.ts'
import { watchExample, watchItemsExample } from '../openapi/examples/watch.ts'
import { refuse, refuseWatch, refuseWith, refuseParams, refuseParam } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import type { Service } from '../route/deps.ts'
import { isJsonType } from '../route/json-type.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { readJson } from '../route/read-json.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { MAX_BODY_BYTES, refuseStorage } from './create-batch.ts'
import { refuseWatched } from './create-watch.ts'
import { parseWatchItems } from './parse-watch-body.ts'
import { stepOwn } from './step-own.ts'
import { answerWatch, findOwnWatch } from './watch-facts.ts'
import { idParameter } from './find-own.ts'

const itemsAnswer = answered(200, {
  description: 'The watch as it is now, with its items.',
  schema: 'Watch',
  examples: { watch: { summary: 'A watch that runs', value: watchExample } },
})

export const addWatchItems = defineOperation('addWatchItems', 'batch', {
  tags: ['watch'],
  summary: 'Add items to a watch',
  description:
    'All of them or none; they are looked at at once. An item that the watch has already, with the same members, is not added again, so that the request can be repeated. A watch has 1,000 items at most.',
  parameters: [idParameter('watch')],
  requestBody: jsonBody('Items as those of the creation.', 'WatchItems', {
    items: { summary: 'One more product', value: watchItemsExample },
  }),
  success: itemsAnswer,
  errors: ['invalid_params', 'not_found', 'unsupported_media_type', 'quota_exceeded'],
  handler: answerAddition,
})

async function answerAddition(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const reading = await readJson(event, { maxBytes: MAX_BODY_BYTES })
  const watch = await findOwnWatch(event, service, caller)
  if (watch === null) return refuseWatch()
  const parsed = parseWatchItems(service, reading, watch)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const given = [...new Set(parsed.params.map((item) => JSON.stringify(item)))]
  const refusal = (await refuseItems(event, service, caller, given.length)) ?? (await refuseStorage(service, caller))
  if (refusal !== null) return refusal
  const { watches } = service.store
  return stepOwn(event, service, caller, service.store.watches, {
    missing: refuseWatch,
    plan: async ({ id, itemCount, control }, nowMs) => {
      const known = new Set((await watches.listItems(id, 0, itemCount)).map(({ input }) => input))
      const inputs = given.filter((input) => !known.has(input))
      if (itemCount + inputs.length > MAX_BATCH_ITEMS) {
        return refuseParam('items', `the watch has ${itemCount} items, and can have ${MAX_BATCH_ITEMS}`)
      }
      const most = maxWatchedItems(caller.mode)
      const owner = { workspaceId: caller.workspace.id, mode: caller.mode }
      if (most !== null && (await watches.countItems(owner)) + inputs.length > most) return refuseWatched(most)
      return { inputs, ...(control.paused === null && inputs.length > 0 ? { nextRunMs: nowMs } : {}) }
    },
    answer: ({ id }) => answerWatch(id, service),
  })
}

interface ItemQuery {
  readonly item: number
  readonly reference: string
}

export const removeWatchItems = defineOperation('removeWatchItems', 'batch', {
  tags: ['watch'],
  summary: 'Remove items from a watch',
  description:
    'The item with an index, or all with a reference. They are looked at no more, also in a run in progress. What was seen of them stays in `changes` and `series` as long as the watch keeps it; other items keep their indexes, and no later item gets the same. The last item stays: delete the watch instead.',
  parameters: [
    idParameter('watch'),
    {
      name: 'item',
      in: 'query',
      required: false,
      description: 'Index of the item. This or `reference` is required.',
      schema: { type: 'integer', minimum: 0 },
      example: 1,
    },
    {
      name: 'reference',
      in: 'query',
      required: false,
      description: 'Reference of the items.',
      schema: { type: 'string', minLength: 1 },
    },
  ],
  success: itemsAnswer,
  errors: ['invalid_params', 'not_found'],
  handler: answerRemoval,
})

async function answerRemoval(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  const reading = readQuery<ItemQuery>(event.url.searchParams, {
    item: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    reference: { parse: (text) => text || undefined, message: 'must be the reference of an item' },
  })
  if (!reading.ok) return refuseParams(reading.details)
  const { item, reference } = reading.params
  if ((item === undefined) === (reference === undefined)) {
    return refuseParam('item', 'must be given, or reference, and not both')
  }
  const { watches } = service.store
  return stepOwn(event, service, caller, service.store.watches, {
    missing: refuseWatch,
    plan: async ({ id, itemCount }) => {
      const items = await watches.listItems(id, 0, itemCount)
      const removed = items.filter(
        (one) => one.item === item || (reference !== undefined && hasReference(one, reference)),
      )
      // A request that is repeated finds that it is removed already.
      if (item !== undefined && removed.length === 0 && (await watches.findItem(id, item)) !== null) return {}
      if (removed.length === 0) {
        const param = item === undefined ? 'reference' : 'item'
        return refuseParam(param, 'must be that of an item of the watch')
      }
      if (removed.length === items.length) return refuseParam('item', 'must leave an item: delete the watch instead')
      const tooMany = await refuseItems(event, service, caller, removed.length)
      return tooMany ?? { removed: removed.map((one) => one.item) }
    },
    answer: ({ id }) => answerWatch(id, service),
  })
}

function hasReference({ input }: Pick<WatchItem, 'input'>, reference: string): boolean {
  return (JSON.parse(input) as Readonly<Record<string, unknown>>)[REFERENCE] === reference
}
