import { errorBody, printBatch, type BatchHead } from '../../core/contract/index.ts'
import { isEnded } from '../../core/policy/index.ts'
import type { Batch, ResultRange } from '../store/batches.ts'
import type { Caller } from '../store/keys.ts'
import { admittedHandler } from './admitted-route.ts'
import { FREE, jsonAnswer, jsonStreamAnswer, type Answer } from './answer.ts'
import { answerCreation } from './create-batch.ts'
import { refuse, refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Route } from './routes.ts'
import type { Service } from './service.ts'

const BATCH_PATH = '/api/v1/market/batch'

/** What is answered about batches: of them, only items that succeed are charged. */
export function batchRoutes(service: Service): readonly Route[] {
  const poll = admittedHandler((request, caller, id) => answerPoll(service, request, caller, id), service)
  const cancel = admittedHandler((_, caller, id) => answerCancel(service, caller, id), service)
  const create = admittedHandler((request, caller) => answerCreation(service, request, caller), service)
  const redeliver = admittedHandler((_, caller, id) => answerRedelivery(service, caller, id), service)
  return [
    { path: BATCH_PATH, methods: { POST: create } },
    { path: `${BATCH_PATH}/:id`, methods: { GET: poll, DELETE: cancel } },
    { path: `${BATCH_PATH}/:id/redeliver`, methods: { POST: redeliver } },
  ]
}

/** As they are made; nothing else reaches the store as the name of a record. */
const BATCH_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Absent: null, there is none, or it is another workspace's, which nobody is told. */
async function findOwn({ store }: Service, { workspace }: Caller, id: string): Promise<Batch | null> {
  const batch = BATCH_ID.test(id) ? await store.batches.find(id) : null
  return batch?.workspaceId === workspace.id ? batch : null
}

async function answerPoll(service: Service, request: ServiceRequest, caller: Caller, id: string): Promise<Answer> {
  const batch = await findOwn(service, caller, id)
  if (batch === null) return refuse('not_found')
  const range = readRange(request.query)
  if (!range.ok) return refuseWith(errorBody('invalid_params', { details: [...range.details] }))
  return answerBatch(service, batch, range.params)
}

async function answerCancel(service: Service, caller: Caller, id: string): Promise<Answer> {
  const batch = await findOwn(service, caller, id)
  const stopped = batch === null ? null : await service.store.batches.stop(id, service.now())
  return stopped === null ? refuse('not_found') : answerBatch(service, stopped, {})
}

/** The record, and as many results as its counter says: more may come while they are read. */
function answerBatch({ store }: Service, batch: Batch, { offset = 0, limit = Infinity }: ResultRange): Answer {
  const left = Math.max(0, batch.progress.processedCount - offset)
  const results = store.batches.results(batch.id, { offset, limit: Math.min(limit, left) })
  return jsonStreamAnswer(200, printBatch(batch, results), FREE)
}

async function answerRedelivery(service: Service, caller: Caller, id: string): Promise<Answer> {
  const batch = await findOwn(service, caller, id)
  if (batch === null) return refuse('not_found')
  const problem = findRedeliveryProblem(batch)
  if (problem !== null) {
    return refuseWith(errorBody('invalid_params', { details: [{ param: 'id', message: problem }] }))
  }
  await service.store.batches.redeliver(id, service.now())
  const answer: Pick<BatchHead, 'id' | 'webhook_delivery_status'> = { id, webhook_delivery_status: 'pending' }
  return jsonAnswer(202, answer, FREE)
}

/** Absent: null, its webhook can be sent once more. */
function findRedeliveryProblem({ webhookUrl, progress }: Batch): string | null {
  if (webhookUrl === null) return 'must be of a batch with a webhook_url'
  return isEnded(progress) ? null : 'must be of a batch that has ended'
}

type RangeReading =
  | { readonly ok: true; readonly params: ResultRange }
  | { readonly ok: false; readonly details: readonly { readonly param: string; readonly message: string }[] }

const WHOLE_NUMBER = /^[0-9]{1,9}$/

function readRange(query: URLSearchParams): RangeReading {
  const names = ['offset', 'limit'] as const
  const details = names
    .filter(
      (name) => query.getAll(name).some((text) => !WHOLE_NUMBER.test(text)) || new Set(query.getAll(name)).size > 1,
    )
    .map((param) => ({ param, message: 'must be a whole number, not below 0' }))
  if (details.length > 0) return { ok: false, details }
  const [offset, limit] = names.map((name) => (query.has(name) ? Number(query.get(name)) : undefined))
  return { ok: true, params: { offset, limit } }
}
