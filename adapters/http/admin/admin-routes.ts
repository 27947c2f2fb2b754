import { createHash, timingSafeEqual } from 'node:crypto'
import { jsonAnswer, textAnswer, type Answer } from '../answer.ts'
import { readBearer } from '../authenticate.ts'
import type { Metrics } from '../../observe/metrics.ts'
import { refuse } from '../refuse.ts'
import type { ServiceRequest } from '../request.ts'
import type { Route } from '../routes.ts'
import type { Store } from '../../store/store.ts'
import { isOperation, OperationError, runOperation } from './operations.ts'

export interface AdminParts {
  readonly store: Store
  readonly metrics: Metrics
  readonly token: string
}

/**
 * What the admin port answers: metrics to everyone who reaches it, and
 * `POST /admin/v1/<operation>` with a JSON body to those who show the token.
 */
export function adminRoutes(parts: AdminParts): readonly Route[] {
  return [
    { path: '/metrics', methods: { GET: () => answerMetrics(parts.metrics) }, allowsHead: true },
    { path: '/livez', methods: { GET: () => jsonAnswer(200, { status: 'ok' }) }, allowsHead: true },
    { path: '/admin/v1/:id', methods: { POST: (request, operation) => answerOperation(request, operation, parts) } },
  ]
}

async function answerMetrics(metrics: Metrics): Promise<Answer> {
  const { text, type } = await metrics.print()
  return textAnswer(200, text, type)
}

const MAX_BODY_BYTES = 64 * 1024

async function answerOperation(
  request: ServiceRequest,
  operation: string,
  { store, token }: AdminParts,
): Promise<Answer> {
  if (!isSame(readBearer(request) ?? '', token)) return refuse('unauthorized')
  if (!isOperation(operation)) return refuse('not_found')
  const input = parseJson(await request.readText(MAX_BODY_BYTES))
  if (input === undefined) return jsonAnswer(400, { error: 'invalid_input', message: 'the body is no JSON object' })
  try {
    return jsonAnswer(200, { result: await runOperation(store, operation, input) })
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return jsonAnswer(statusOf(error), { error: error.code, message: error.message })
  }
}

function statusOf({ code }: OperationError): number {
  if (code === 'unavailable' || code === 'closed') return 503
  if (code.startsWith('unknown_')) return 404
  return code === 'invalid_input' ? 400 : 409
}

/** Compares digests, so that the time says nothing about the token. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** An empty body is an empty object. Absent: undefined, no JSON, or a list. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text) as unknown
    return Array.isArray(value) ? undefined : value
  } catch {
    return undefined
  }
}
