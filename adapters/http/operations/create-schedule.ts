import type { H3Event, HTTPResponse } from 'h3'
import {
  ENDPOINTS,
  findUnknown,
  parseWatchTerms,
  pathOf,
  scheduleParamsSchema,
  toErrorBody,
  type BatchParams,
  type ParsedParams,
  type ScheduleCreated,
} from '../../../core/contract/index.ts'
import { leastIntervalOf } from '../../../core/policy/index.ts'
import { nextRunOf } from '../../work/schedule/run-schedules.ts'
import type { Caller } from '../../store/keys.ts'
import type { ScheduleTimes } from '../../store/schedules.ts'
import { scheduleCreatedExample, scheduleRequestExample } from '../openapi/examples/schedule.ts'
import { FREE, jsonAnswer, REPLAYED, refuse, refuseForNow, refuseWith } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import { isJsonType } from '../route/json-type.ts'
import { mountBase } from '../route/mount-base.ts'
import { printScheduleHead } from '../route/print-schedule.ts'
import { readJson, type JsonReading } from '../route/read-json.ts'
import type { Service } from '../route/deps.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { MAX_BODY_BYTES, refuseStorage } from './create-batch.ts'
import { findDeliverMistakes, toStoredDeliver } from './find-deliver-mistakes.ts'
import { findKeyMistakes, idempotencyParameter, readIdempotencyKey } from './idempotency-key.ts'
import { findOwnMistakes, toBody } from './parse-watch-body.ts'
import { parseItems, toIdempotency } from './same-body.ts'

export const createSchedule = defineOperation('createSchedule', 'batch', {
  tags: ['batch'],
  summary: 'A batch again and again',
  description:
    'Stores a batch that is created again at each time of `every` or `cron`. Each run is a batch as any other, charged as one, with the webhook and the `deliver` of the schedule; runs that were missed are not made up for, and none begins while the one before has not ended. The plan says how often it may run, as for a watch. The schedule itself costs nothing.',
  parameters: [
    idempotencyParameter(
      'Names this schedule for a day, within the workspace and its live or its sandbox keys: the same key and body give the first answer again, with the secret.',
    ),
  ],
  requestBody: jsonBody('The items and terms of each run, and when runs begin. At most 8 MiB.', 'ScheduleRequest', {
    schedule: { summary: 'Two products, each Monday at six', value: scheduleRequestExample },
  }),
  success: answered(201, {
    description: 'The schedule was created. Store the secret: later answers do not show it.',
    schema: 'ScheduleCreated',
    headers: ['Location'],
    rareHeaders: ['Svc-Replayed'],
    examples: { created: { summary: 'A new schedule', value: scheduleCreatedExample } },
  }),
  errors: ['invalid_params', 'idempotency_conflict', 'unsupported_media_type', 'quota_exceeded', 'not_implemented'],
  handler: answerCreation,
})

interface ScheduleRequest extends BatchParams {
  readonly times: ScheduleTimes
}

const MEMBERS = Object.keys(scheduleParamsSchema.entries)

async function answerCreation(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const key = readIdempotencyKey(event)
  const parsed = await parseSchedule(service, caller, await readJson(event, { maxBytes: MAX_BODY_BYTES }), key)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const { params } = parsed
  const refusal =
    (await refuseItems(event, service, caller, params.items.length)) ?? (await refuseStorage(service, caller))
  const { secrets, store, epochMs, newId } = service
  const secret = secrets.create()
  const nowMs = epochMs()
  const { endpoint, webhook_url, metadata, times } = params
  const { deliver, sealedKeys } = toStoredDeliver(service, params.deliver)
  const others = { schedule: times, webhook_url, metadata, deliver: params.deliver }
  const created = await store.schedules.create({
    id: newId(),
    workspaceId: caller.workspace.id,
    keyId: caller.keyId,
    mode: caller.mode,
    endpoint,
    createdAtMs: nowMs,
    terms: { ...times, metadata, deliver },
    nextRunMs: times.cron === null ? nowMs : await nextRunOf(times, nowMs, nowMs),
    sealedSecret: secrets.seal(secret),
    webhookUrl: webhook_url,
    inputs: params.items.map((item) => JSON.stringify(item)),
    sealedKeys,
    idempotency: key === null ? null : toIdempotency(key, params, parseItems(service, params), others),
    // A schedule that was created before is answered again, also when no other may be created.
    mayCreate: refusal === null,
  })
  if (created === 'idempotency_conflict') return refuse(created)
  if (created === 'refused') return refusal ?? refuseForNow('busy')
  const { isNew, schedule } = created
  const known = isNew ? secret : secrets.open(schedule.sealedSecret)
  if (known === null) return refuseForNow('sealed')
  const answer: ScheduleCreated = { ...(await printScheduleHead(schedule, store)), webhook_signature_secret: known }
  const location = mountBase(event, ENDPOINTS.createSchedule.path) + pathOf(ENDPOINTS.getSchedule, { id: schedule.id })
  return jsonAnswer(201, answer, { ...FREE, Location: location, ...(!isNew && REPLAYED) })
}

/** Finds all mistakes at once: in the header, the batch, its bucket, the times, and the URL of the webhook. */
async function parseSchedule(
  service: Service,
  caller: Caller,
  reading: JsonReading,
  key: string | null,
): Promise<ParsedParams<ScheduleRequest>> {
  const body = toBody(reading)
  if ('problem' in body) return { ok: false, details: [{ param: 'body', message: body.problem }], roadmap: [] }
  const { every, cron, timezone, ...batch } = body.value
  const parsed = service.contract.parseBatch(Object.fromEntries(Object.entries(batch).filter(isOfBatch)))
  const rules = { definition: null, leastMs: leastIntervalOf(caller.workspace) }
  const { terms, details } = parseWatchTerms({ every, cron, timezone }, rules)
  const all = [
    ...(parsed.ok ? await findDeliverMistakes(service, parsed.params.deliver) : parsed.details),
    ...(await findOwnMistakes(service, caller, body.value, terms, details)),
    ...findUnknown(body.value, MEMBERS),
    ...findKeyMistakes(key),
  ]
  if (!parsed.ok || all.length > 0) return { ok: false, details: all, roadmap: parsed.ok ? [] : parsed.roadmap }
  const times = { every: terms.every, cron: terms.cron, timezone: terms.timezone }
  return { ok: true, params: { ...parsed.params, times } }
}

/** Other members are unknown ones of the schedule. */
function isOfBatch([name]: readonly [string, unknown]): boolean {
  return MEMBERS.includes(name)
}
