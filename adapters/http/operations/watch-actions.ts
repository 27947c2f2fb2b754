import type { H3Event, HTTPResponse } from 'h3'
import type { WatchAction } from '../../../core/contract/index.ts'
import { redeliveryWaitMs } from '../../../core/policy/index.ts'
import { toOwnEvent } from '../../work/watch/watch-entries.ts'
import type { Caller } from '../../store/keys.ts'
import { WATCH_EVENT_PREFIX, type Watch, type WatchStep } from '../../store/watches.ts'
import { watchActionExample } from '../openapi/examples/watch.ts'
import { refuseRate } from '../route/admit.ts'
import { FREE, jsonAnswer, refuseForNow, refuseWatch, refuseParams, refuseParam } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import type { Service } from '../route/deps.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { stepOwn } from './step-own.ts'
import { findOwnWatch, refuseItemIndex } from './watch-facts.ts'
import { idParameter } from './find-own.ts'

const described = (description: string, events: number) =>
  answered(202, {
    description,
    schema: 'WatchAction',
    examples: { due: { summary: 'It is due', value: { ...watchActionExample, events } } },
  })

const ACTION_ERRORS = ['invalid_params', 'not_found'] as const

export const runWatch = defineOperation('runWatch', 'batch', {
  tags: ['watch'],
  summary: 'Look at all items, or one, now',
  description:
    'Once, besides the regular looks, which stay where they are. It costs what they cost. If a run is in progress, this one follows it. The answer does not wait for the looks, so `events` is 0: read `changes` from its last `next_cursor` until they are there.',
  parameters: [
    idParameter('watch'),
    {
      name: 'item',
      in: 'query',
      required: false,
      description: 'Index of the only item that is looked at. Default: all.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
  success: described('The items are due.', 0),
  errors: ACTION_ERRORS,
  handler: (event, service, caller) =>
    act(event, service, caller, async (watch, nowMs) => {
      if (watch.control.paused !== null) return refuseParam('id', 'must be of a watch that is not paused')
      const reading = readQuery<{ item: number }>(event.url.searchParams, {
        item: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      })
      if (!reading.ok) return refuseParams(reading.details)
      const { item: only } = reading.params
      const isAll = only === undefined
      const items = await service.store.watches.listItems(watch.id, only ?? 0, isAll ? watch.itemCount : 1)
      if (!isAll && items[0]?.item !== only) return refuseItemIndex('item')
      const tooMany = await refuseItems(event, service, caller, items.length)
      if (tooMany !== null) return tooMany
      // Those that are due already are not written again: asking many times costs little.
      const due = items.flatMap(({ item, dueMs }) => (dueMs > nowMs ? [[item, nowMs] as const] : []))
      return { due, nextRunMs: nowMs }
    }),
})

export const testWatch = defineOperation('testWatch', 'batch', {
  tags: ['watch'],
  summary: 'Send a sample event',
  description:
    'Sends `watch.test` to the webhook of the watch, signed and repeated as every event is. With `redeliver`, once a minute.',
  parameters: [idParameter('watch')],
  success: described('The first attempt is due.', 1),
  errors: ACTION_ERRORS,
  handler: (event, service, caller) =>
    act(event, service, caller, async (watch, nowMs) => {
      const refusal = findRefusal(watch, nowMs, event, service)
      return refusal ?? { events: [toOwnEvent(watch, 'watch.test', nowMs)], redeliveredAtMs: nowMs }
    }),
})

const EVENT_ID = /^wev_[0-9a-f]{32}$/

export const redeliverWatch = defineOperation('redeliverWatch', 'batch', {
  tags: ['watch'],
  summary: 'Send events again',
  description:
    'Starts the delivery of events whose six attempts have failed again, or of the one that `event` names, to the present `webhook_url`. Once a minute for each watch.',
  parameters: [
    idParameter('watch'),
    {
      name: 'event',
      in: 'query',
      required: false,
      description: 'Id of the only event that is sent again, also if it was delivered. Default: all that failed.',
      schema: { type: 'string', pattern: EVENT_ID.source },
    },
  ],
  success: described('The first attempts are due.', 1),
  errors: ACTION_ERRORS,
  handler: async (event, service, caller) => {
    const rule = {
      parse: (text: string) => (EVENT_ID.test(text) ? text : undefined),
      message: `must be the id of an event: ${WATCH_EVENT_PREFIX} and 32 characters`,
    }
    const reading = readQuery<{ event: string }>(event.url.searchParams, { event: rule })
    if (!reading.ok) return refuseParams(reading.details)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    const nowMs = service.epochMs()
    const refusal = findRefusal(watch, nowMs, event, service)
    if (refusal !== null) return refusal
    const { watches } = service.store
    if (!(await watches.step(watch.id, watch.revision, { redeliveredAtMs: nowMs }, nowMs))) return refuseForNow('busy')
    const events = await watches.redeliver(watch, reading.params.event ?? null, nowMs)
    const action: WatchAction = { id: watch.id, events }
    return jsonAnswer(202, action, FREE)
  },
})

function act(
  event: H3Event,
  service: Service,
  caller: Caller,
  plan: (watch: Watch, nowMs: number) => Promise<WatchStep | HTTPResponse>,
): Promise<HTTPResponse> {
  return stepOwn(event, service, caller, service.store.watches, {
    missing: refuseWatch,
    plan,
    answer: ({ id }, { events = [] }) => {
      const action: WatchAction = { id, events: events.length }
      return jsonAnswer(202, action, FREE)
    },
  })
}

const LIMIT = 'Events of a watch are sent again, and samples are sent, once a minute.'

/** Absent: null, an event may be sent. */
function findRefusal(
  { webhookUrl, redeliveredAtMs }: Watch,
  nowMs: number,
  event: H3Event,
  service: Service,
): HTTPResponse | null {
  if (webhookUrl === null) return refuseParam('id', 'must be of a watch with a webhook_url')
  const waitMs = redeliveryWaitMs(redeliveredAtMs, nowMs)
  return waitMs === 0 ? null : refuseRate(LIMIT, waitMs, event, service)
}
