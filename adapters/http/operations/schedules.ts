import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import * as v from 'valibot'
import { described, errorBody, findUnknown, printBatchHead, scheduleChangeSchema, SHOWN_RUNS, toTimestamp, type Schedule as PrintedSchedule, type ScheduleList } from '../../../core/contract/index.ts'
import { nextRunOf } from '../../work/schedule/run-schedules.ts'
import type { Caller } from '../../store/keys.ts'
import type { Schedule, ScheduleStep } from '../../store/schedules.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { scheduleExample, scheduleListExample } from '../openapi/examples/schedule.ts'
import { because, FREE, jsonAnswer, refuse, refuseForNow, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { isJsonType } from '../route/json-type.ts'
import { printScheduleHead } from '../route/print-schedule.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { readJson } from '../route/read-json.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { toBatchId } from './find-batch.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'
import { toBody } from './parse-watch-body.ts'

/** Schedules that a page has. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const RULES = { limit: wholeNumber(1, MAX_LIMIT), cursor: { parse: toBatchId, message: NO_CURSOR } }

const idParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the schedule, in upper or lower case.',
  schema: { type: 'string', format: 'uuid' },
}

const described200 = (description: string) =>
  answered(200, {
    description,
    schema: 'Schedule',
    examples: { schedule: { summary: 'A schedule with a run', value: scheduleExample } },
  })

export const listSchedules = defineOperation('listSchedules', 'read', {
  tags: ['batch'],
  summary: 'The schedules of the workspace',
  description: 'Schedules that keys of the same kind have created, without their items and runs. Newest first.',
  parameters: pageParameters({ what: 'schedules', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
  success: answered(200, {
    description: 'A page of schedules.',
    schema: 'ScheduleList',
    examples: { page: { summary: 'The last page', value: scheduleListExample } },
  }),
  errors: ['invalid_params'],
  handler: async (event, { store }, { workspace, mode }) => {
    const reading = readQuery<{ limit: number; cursor: string }>(event.url.searchParams, RULES)
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    const { limit = DEFAULT_LIMIT, cursor = null } = reading.params
    // One more than asked for shows whether another page follows.
    const found = await store.schedules.list({ workspaceId: workspace.id, mode }, { after: cursor, limit: limit + 1 })
    if (typeof found === 'string') {
      return refuseWith(errorBody('invalid_params', { details: [{ param: 'cursor', message: NO_CURSOR }] }))
    }
    const page = found.slice(0, limit)
    const next_cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null
    const schedules = await Promise.all(page.map((schedule) => printScheduleHead(schedule, store)))
    const list: ScheduleList = { schedules, next_cursor }
    return jsonAnswer(200, list, FREE)
  },
})

export const getSchedule = defineOperation('getSchedule', 'read', {
  tags: ['batch'],
  summary: 'A schedule, its items and last runs',
  description: 'What it was asked to do, when its next run begins, and how the last ones went.',
  parameters: [idParameter],
  success: described200('The schedule.'),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const found = await findOwnSchedule(event, service, caller)
    return found === null ? refuseSchedule() : jsonAnswer(200, await printSchedule(found, service), FREE)
  },
})

export const changeSchedule = defineOperation('changeSchedule', 'batch', {
  tags: ['batch'],
  summary: 'Pause a schedule, or let it go on',
  description:
    'The run in progress goes on. One that is paused begins no run; it goes on with the next time of its `every` or `cron`, and belongs to the key that resumes it. Other members can not be changed: create another schedule.',
  parameters: [idParameter],
  requestBody: jsonBody('The status.', 'ScheduleChange', { pause: { summary: 'No run begins', value: { status: 'paused' } } }),
  success: described200('The schedule as it is now.'),
  errors: ['invalid_params', 'not_found', 'unsupported_media_type'],
  handler: answerChange,
})

const deletedSchema = v.object({
  id: described(v.pipe(v.string(), v.uuid()), 'UUID of the schedule.'),
  deleted_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was deleted.'),
})

export const deleteSchedule = defineOperation('deleteSchedule', 'batch', {
  tags: ['batch'],
  summary: 'Delete a schedule',
  description:
    'Ends the schedule, cancels its run in progress, and removes its keys for the bucket. Batches of earlier runs stay.',
  parameters: [idParameter],
  success: answered(200, {
    description: 'It is gone.',
    schema: deletedSchema,
    examples: {
      deleted: { summary: 'It is gone', value: { id: scheduleExample.id, deleted_at: '2026-03-19T08:00:00.000Z' } },
    },
  }),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const { store, epochMs } = service
    const found = await findOwnSchedule(event, service, caller)
    if (found === null || !(await store.schedules.remove(found.id))) return refuseSchedule()
    // Read after the removal: no other run begins.
    for (const { id } of await store.schedules.listRuns(found.id, 1)) await store.batches.stop(id, epochMs())
    return jsonAnswer(200, { id: found.id, deleted_at: toTimestamp(epochMs()) }, FREE)
  },
})

/** Tries to write a step, while the scheduler writes too. */
const MAX_TRIES = 5

async function answerChange(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const { store, epochMs } = service
  const reading = await readJson(event)
  const body = toBody(reading)
  if ('problem' in body) {
    return refuseWith(errorBody('invalid_params', { details: [{ param: 'body', message: body.problem }] }))
  }
  const parsed = v.safeParse(scheduleChangeSchema, body.value)
  const unknown = findUnknown(body.value, Object.keys(scheduleChangeSchema.entries))
  if (!parsed.success || unknown.length > 0) {
    const wrong = parsed.success ? [] : [{ param: 'status', message: 'must be active or paused' }]
    return refuseWith(errorBody('invalid_params', { details: [...wrong, ...unknown] }))
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findOwnSchedule(event, service, caller)
    if (found === null) return refuseSchedule()
    const step = await toStep(found, parsed.output.status, caller, epochMs())
    if (!(await store.schedules.step(found.id, found.revision, step))) continue
    const changed = await store.schedules.find(found.id)
    return changed === null ? refuseSchedule() : jsonAnswer(200, await printSchedule(changed, service), FREE)
  }
  return refuseForNow('busy')
}

async function toStep(
  { terms, createdAtMs, paused }: Schedule,
  status: 'active' | 'paused',
  { keyId }: Caller,
  nowMs: number,
): Promise<ScheduleStep> {
  if (status === 'paused') return { paused: 'caller', nextRunMs: null }
  return paused === null ? {} : { paused: null, keyId, nextRunMs: await nextRunOf(terms, createdAtMs, nowMs) }
}

/** Absent: null, it does not exist, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
async function findOwnSchedule(
  event: H3Event,
  { store }: Service,
  { workspace, mode }: Caller,
): Promise<Schedule | null> {
  const id = toBatchId(getRouterParam(event, 'id') ?? '')
  const found = id === undefined ? null : await store.schedules.find(id)
  return found?.workspaceId === workspace.id && found.mode === mode ? found : null
}

async function printSchedule(schedule: Schedule, { store }: Service): Promise<PrintedSchedule> {
  const [head, inputs, runs] = await Promise.all([
    printScheduleHead(schedule, store),
    store.schedules.listInputs(schedule.id),
    store.schedules.listRuns(schedule.id, SHOWN_RUNS),
  ])
  return {
    ...head,
    items: inputs.map((input) => JSON.parse(input) as Record<string, unknown>),
    runs: runs.map((batch) => printBatchHead(batch)),
  }
}

function refuseSchedule(): HTTPResponse {
  return refuse('not_found', because('unknown_schedule'))
}
