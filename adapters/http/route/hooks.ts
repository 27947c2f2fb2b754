import {
  getEventContext,
  onDispose,
  onError,
  onRequest,
  onResponse,
  type H3Event,
  type H3EventContext,
  type HTTPError,
  type HTTPResponse,
  type Middleware,
} from 'h3'
import { redactKeys } from '../../observe/redact-keys.ts'
import { RetrieverBusyError } from '../../fetch/retriever.ts'
import type { Asked } from '../../fetch/describe-asked.ts'
import { StoreError, type StoreErrorCode } from '../../store/store-error.ts'
import { abandoned, EVERY_ANSWER, refuse, refuseForNow } from './answers.ts'
import { findBodyError } from './body-error.ts'
import { onceAMinute } from '../../observe/once-a-minute.ts'
import { clientAddress } from './client-address.ts'
import { corsHeaders } from './cors.ts'
import type { Observers } from './deps.ts'
import { chosenRequestId } from './request-id.ts'
import { traceRequests } from './trace-requests.ts'
import { BODY_CODINGS } from './unpack-body.ts'

/** What is known of a request besides its h3 event. */
export interface RequestState {
  /** Names the request in headers, logs and errors. A client may choose it. */
  readonly id: string
  /** IP address of the client. Absent: null, see `clientAddress`. */
  readonly address: string | null
  /** Time on the clock of `performance`. Unit: ms. */
  readonly startMs: number
  /** Path of its route, or `other`: one of few, whatever clients send. */
  readonly route: string
  /** More members for the line of the request in the log. */
  readonly notes: Record<string, string>
  /** Describes the record that is asked for. Absent: null, none is, or the request was refused before. */
  asked: (() => Asked) | null
}

interface OwnContext extends H3EventContext {
  shelfmark: RequestState
}

/** State of a request that has passed the hooks. */
export function stateOf(event: H3Event): RequestState {
  return getEventContext<OwnContext>(event).shelfmark
}

/** Gives an answer the form that its client asks for. */
export type Finish = (event: H3Event, answer: HTTPResponse) => HTTPResponse | Promise<HTTPResponse>

export interface HookOptions {
  /** See `corsHeaders`. */
  readonly corsOrigins: ReadonlySet<string>
  readonly finish: Finish
}

/**
 * h3's hooks for a route, as middleware of the route. The hooks of `new H3({ onRequest })` would be
 * lost when another app mounts this one: `mount` copies routes and their middleware, not the configuration.
 *
 * `label`: gives the name of the route, in metrics and statistics.
 */
export function hooks(
  label: (event: H3Event) => string,
  observers: Observers,
  { corsOrigins, finish }: HookOptions,
): Middleware[] {
  return [
    onRequest((event) => begin(event, label(event), observers, corsOrigins)),
    onResponse((response, event) => report(response, event, observers)),
    ...traceRequests(observers.tracer ?? null, label, (event) => stateOf(event).id),
    async (event, next) => finish(event, (await next()) as HTTPResponse),
    onError((error, event) => toRefusal(error, event, observers)),
  ]
}

function begin(
  event: H3Event,
  route: string,
  { activity, trustedProxies, newId, log }: Observers,
  corsOrigins: ReadonlySet<string>,
): void {
  activity.inFlight++
  const id = chosenRequestId(event.req.headers.get('x-request-id')) ?? newId()
  getEventContext<OwnContext>(event).shelfmark = {
    id,
    address: clientAddress(event, trustedProxies),
    startMs: performance.now(),
    route,
    notes: {},
    asked: null,
  }
  onDispose(event, (problem) => {
    activity.inFlight--
    if (problem !== undefined && !isAbort(problem)) log.warn({ request: id, err: problem }, 'an answer broke off')
  })
  event.res.headers.set('Svc-Request-Id', id)
  const headers = { ...EVERY_ANSWER, ...corsHeaders(event, corsOrigins) }
  for (const [name, value] of Object.entries(headers)) event.res.headers.set(name, value)
}

function report({ status, headers }: Response, event: H3Event, observers: Observers): void {
  const { id, address, startMs, route, notes } = stateOf(event)
  const durationMs = performance.now() - startMs
  observers.metrics.countAnswer(route, status, durationMs / 1000)
  observers.log.info({
    ...notes,
    request: id,
    address: address ?? undefined,
    method: event.req.method,
    path: redactKeys(event.url.pathname),
    status,
    cost: headers.get('Svc-Cost') ?? undefined,
    durationMs,
  })
}

/** Whether a response ended because its client left. */
function isAbort(problem: unknown): boolean {
  return problem instanceof Error && problem.name === 'AbortError'
}

/** A store that was found damaged needs its operator; for callers it is unavailable. */
const REFUSED_FOR_NOW: ReadonlySet<StoreErrorCode> = new Set(['unavailable', 'closed', 'damaged'])

/** Of each log: while a store does not work, every request would be a line. */
const sayUnavailable = new WeakMap<Observers['log'], (facts: object) => void>()

function unavailableOf(log: Observers['log']): (facts: object) => void {
  const known = sayUnavailable.get(log)
  if (known !== undefined) return known
  const say = onceAMinute<object>((facts, leftOut) => log.error({ ...facts, leftOut }, 'the store is unavailable'))
  sayUnavailable.set(log, say)
  return say
}

/** The one translation of errors to answers. h3 wraps an error that is not its own. */
function toRefusal(error: HTTPError, event: H3Event, { log }: Observers): HTTPResponse {
  const cause = error.unhandled === true ? error.cause : error
  const { id } = stateOf(event)
  if (cause instanceof RetrieverBusyError) return refuseForNow('busy')
  if (cause instanceof StoreError && REFUSED_FOR_NOW.has(cause.code)) {
    unavailableOf(log)({ request: id, err: cause })
    return refuseForNow('store')
  }
  const refused = findBodyError(error)
  if (refused !== null) {
    return refuse(refused, refused === 'unsupported_media_type' ? { 'Accept-Encoding': BODY_CODINGS } : {})
  }
  if (hasLeft(event)) return abandoned()
  log.error({ request: id, err: cause }, 'unexpected error in a request')
  return refuse('internal_error')
}

/** Whether the client has closed its connection before it got an answer, as during its body. */
function hasLeft({ req, runtime }: H3Event): boolean {
  const incoming = runtime?.node?.req
  return req.signal.aborted || (incoming !== undefined && incoming.destroyed && !incoming.complete)
}
