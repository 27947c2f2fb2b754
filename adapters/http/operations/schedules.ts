import * as v from 'valibot'
import type { H3Event, HTTPResponse } from 'h3'
import {
  findUnknown,
  printBatchHead,
  scheduleChangeSchema,
  SHOWN_RUNS,
  toTimestamp,
  type Schedule as PrintedSchedule,
  type ScheduleList,
} from '../../../core/contract/index.ts'
import { nextRunOf } from '../../work/schedule/run-schedules.ts'
import type { Caller } from '../../store/keys.ts'
import type { Schedule, ScheduleStep } from '../../store/schedules.ts'
import { scheduleExample, scheduleListExample } from '../openapi/examples/schedule.ts'
import { FREE, jsonAnswer, refuse, refuseParams, refuseParam, refuseSchedule } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { isJsonType } from '../route/json-type.ts'
import { printScheduleHead } from '../route/print-schedule.ts'
import { readJson } from '../route/read-json.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { findOwn, idParameter } from './find-own.ts'
import { toBody } from './parse-watch-body.ts'
import { answerList, listParameters } from './list-own.ts'
import { stepOwn } from './step-own.ts'
import { deletedAnswer } from './deleted-answer.ts'

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
  parameters: listParameters('schedules'),
  success: answered(200, {
    description: 'A page of schedules.',
    schema: 'ScheduleList',
    examples: { page: { summary: 'The last page', value: scheduleListExample } },
  }),
  errors: ['invalid_params'],
  handler: (event, { store }, caller) =>
    answerList(event, caller, store.schedules, async (page, next_cursor): Promise<ScheduleList> => ({
      schedules: await Promise.all(page.map((schedule) => printScheduleHead(schedule, store))),
      next_cursor,
    })),
})

export const getSchedule = defineOperation('getSchedule', 'read', {
  tags: ['batch'],
  summary: 'A schedule, its items and last runs',
  description: 'What it was asked to do, when its next run begins, and how the last ones went.',
  parameters: [idParameter('schedule')],
  success: described200('The schedule.'),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const found = await findOwn(event, caller, service.store.schedules)
    return found === null ? refuseSchedule() : jsonAnswer(200, await printSchedule(found, service), FREE)
  },
})

export const changeSchedule = defineOperation('changeSchedule', 'batch', {
  tags: ['batch'],
  summary: 'Pause a schedule, or let it go on',
  description:
    'The run in progress goes on. One that is paused begins no run; it goes on with the next time of its `every` or `cron`, and belongs to the key that resumes it. Other members can not be changed: create another schedule.',
  parameters: [idParameter('schedule')],
  requestBody: jsonBody('The status.', 'ScheduleChange', {
    pause: { summary: 'No run begins', value: { status: 'paused' } },
  }),
  success: described200('The schedule as it is now.'),
  errors: ['invalid_params', 'not_found', 'unsupported_media_type'],
  handler: answerChange,
})

export const deleteSchedule = defineOperation('deleteSchedule', 'batch', {
  tags: ['batch'],
  summary: 'Delete a schedule',
  description:
    'Ends the schedule, cancels its run in progress, and removes its keys for the bucket. Batches of earlier runs stay.',
  parameters: [idParameter('schedule')],
  success: deletedAnswer('schedule', scheduleExample.id),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const { store, epochMs } = service
    const found = await findOwn(event, caller, service.store.schedules)
    if (found === null || !(await store.schedules.remove(found.id))) return refuseSchedule()
    // Read after the removal: no other run begins.
    for (const { id } of await store.schedules.listRuns(found.id, 1)) await store.batches.stop(id, epochMs())
    return jsonAnswer(200, { id: found.id, deleted_at: toTimestamp(epochMs()) }, FREE)
  },
})

async function answerChange(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const { store } = service
  const reading = await readJson(event)
  const body = toBody(reading)
  if ('problem' in body) {
    return refuseParam('body', body.problem)
  }
  const parsed = v.safeParse(scheduleChangeSchema, body.value)
  const unknown = findUnknown(body.value, Object.keys(scheduleChangeSchema.entries))
  if (!parsed.success || unknown.length > 0) {
    const wrong = parsed.success ? [] : [{ param: 'status', message: 'must be active or paused' }]
    return refuseParams([...wrong, ...unknown])
  }
  return stepOwn(event, service, caller, store.schedules, {
    plan: (found, nowMs) => toStep(found, parsed.output.status, caller, nowMs),
    answer: async ({ id }) => {
      const changed = await store.schedules.find(id)
      return changed === null ? refuseSchedule() : jsonAnswer(200, await printSchedule(changed, service), FREE)
    },
    missing: refuseSchedule,
  })
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
