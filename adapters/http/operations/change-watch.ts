import type { H3Event, HTTPResponse } from 'h3'
import { toErrorBody, watchHeadSchema } from '../../../core/contract/index.ts'
import { scheduleOf } from '../../work/watch/watch-schedule.ts'
import type { Caller } from '../../store/keys.ts'
import type { Watch, WatchStep } from '../../store/watches.ts'
import { watchChangeExample, watchHeadExample } from '../openapi/examples/watch.ts'
import { FREE, jsonAnswer, refuse, refuseWatch, refuseWith } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import type { Service } from '../route/deps.ts'
import { isJsonType } from '../route/json-type.ts'
import { readJson } from '../route/read-json.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { parseWatchChange, type WatchChange } from './parse-watch-body.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { stepOwn } from './step-own.ts'
import { findOwnWatch } from './watch-facts.ts'
import { idParameter } from './find-own.ts'

export const changeWatch = defineOperation('changeWatch', 'batch', {
  tags: ['watch'],
  summary: 'Change a watch',
  description:
    'Members that are given replace those of the watch; null means the default. `every` replaces `cron`, and the other way around. A rule that stays as it is keeps what it knows. `status: paused` stops the watch, `active` lets it go on; one that was paused belongs to the key that resumes it. Items are added and removed with `items`.',
  parameters: [idParameter('watch')],
  requestBody: jsonBody('What is to be changed.', 'WatchChange', {
    change: { summary: 'Another interval and rule', value: watchChangeExample },
  }),
  success: answered(200, {
    description: 'The watch as it is now, without its items.',
    schema: watchHeadSchema,
    examples: { watch: { summary: 'A watch that runs', value: watchHeadExample } },
  }),
  errors: ['invalid_params', 'not_found', 'unsupported_media_type'],
  handler: answerChange,
})

async function answerChange(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const reading = await readJson(event)
  const { store } = service
  const known = await findOwnWatch(event, service, caller)
  const tooMany = known === null ? null : await refuseItems(event, service, caller, known.itemCount)
  if (tooMany !== null) return tooMany
  return stepOwn(event, service, caller, service.store.watches, {
    missing: refuseWatch,
    plan: async (watch, nowMs) => {
      const parsed = await parseWatchChange(service, caller, reading, watch)
      if (!parsed.ok) return refuseWith(toErrorBody(parsed))
      return toStep(watch, parsed.params, service, { keyId: caller.keyId, nowMs })
    },
    answer: async ({ id }) => {
      const changed = await store.watches.find(id)
      return changed === null ? refuseWatch() : jsonAnswer(200, printWatchHead(changed), FREE)
    },
  })
}

async function toStep(
  watch: Watch,
  { terms, webhookUrl, status }: WatchChange,
  { store }: Service,
  { keyId, nowMs }: { readonly keyId: string; readonly nowMs: number },
): Promise<WatchStep> {
  const { control } = watch
  const hasMore = terms.max_credits_per_month !== watch.terms.max_credits_per_month
  const isResumed = status === 'active' || (status === undefined && control.paused === 'credits' && hasMore)
  const paused = status === 'paused' ? 'caller' : isResumed ? null : control.paused
  const wasPaused = control.paused !== null
  const { every, cron, timezone } = watch.terms
  const isMoved = terms.every !== every || terms.cron !== cron || terms.timezone !== timezone
  const due = isMoved ? await moveItems(watch, { ...watch, terms }, store, nowMs) : undefined
  const isChanged = wasPaused || isMoved
  const nextRunMs = paused !== null ? null : await nextDueMs(watch, due ?? [], store, nowMs)
  return {
    terms,
    control: { ...control, paused },
    ...(status === 'active' && wasPaused ? { keyId } : {}),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(due === undefined ? {} : { due }),
    // A watch that is paused for its credits is claimed with the next month.
    ...(paused === 'caller' || (isChanged && paused === null) ? { nextRunMs } : {}),
  }
}

/** When the first item is due. A run in progress asks again when it ends. */
async function nextDueMs(
  { id, itemCount }: Watch,
  moved: readonly (readonly [number, number])[],
  store: Service['store'],
  nowMs: number,
): Promise<number> {
  const times = new Map(moved)
  const items = await store.watches.listItems(id, 0, itemCount)
  const firstMs = items.reduce((least, { item, dueMs }) => Math.min(least, times.get(item) ?? dueMs), Infinity)
  return Math.max(firstMs, nowMs)
}

/** Items get the times of the new schedule, those that are due stay due. */
async function moveItems(
  { id, itemCount, control }: Watch,
  { terms }: Watch,
  store: Service['store'],
  nowMs: number,
): Promise<readonly (readonly [number, number])[]> {
  const schedule = await scheduleOf(terms, nowMs)
  const items = await store.watches.listItems(id, 0, itemCount)
  return items.flatMap(({ item, dueMs }) =>
    dueMs <= nowMs ? [] : [[item, schedule.nextMs(`${id} ${item}`, control.health)] as const],
  )
}
