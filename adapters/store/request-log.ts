import type { KeyMode } from '../../core/policy/index.ts'

/** A request that has ended, with a key that the service knows, or an item of a batch, as operators see it. It has no page, no record and no secret. */
export interface LoggedRequest {
  /** Random. A request is added once, however often it is sent. */
  readonly id: string
  /** When it ended. Unit: ms since 1970. */
  readonly atMs: number
  readonly workspaceId: string
  readonly keyId: string
  readonly mode: KeyMode
  /** `Svc-Request-Id`; of an item, its batch and its index: `<batch>:<index>`. */
  readonly requestId: string
  /** Absent: null, it is not an item of a batch. */
  readonly batchId: string | null
  /** Method and path of its route; of an item, the endpoint of its batch. */
  readonly endpoint: string
  /** Name of the record that was asked for. Absent: null, it was refused before its parameters were read, or asks for none. */
  readonly record: string | null
  /** Its known parameters: `query=B08N5WRWNW domain=de`. Empty: it has none. */
  readonly input: string
  /** The place of delivery that was asked for, as its parameters. Absent: null, none was. */
  readonly place: string | null
  /** `ok`, an error of the interface, or `client_left`: the client did not wait for the answer. */
  readonly outcome: string
  /** Why it failed: a value of `Svc-Reason`, `key_revoked` or `key_expired`. Absent: null, it did not fail, or the error says all. */
  readonly reason: string | null
  /** Attempts at pages. */
  readonly attempts: number
  readonly durationMs: number
  /** What the answer said that it costs. */
  readonly credits: number
  /** Whether other requests of its key, in the hour that follows, may be left out. Default: false. */
  readonly isPart?: boolean | undefined
}

/** What is looked for. Absent: undefined, anything. */
export interface RequestFilter {
  /** `failed`: all but `ok`. */
  readonly outcome?: string | undefined
  readonly reason?: string | undefined
  readonly keyId?: string | undefined
  readonly record?: string | undefined
  readonly batchId?: string | undefined
  /** Part of the input or the place, or of the id of the request. Upper and lower case are the same. */
  readonly text?: string | undefined
}

export interface RequestQuery extends RequestFilter {
  readonly workspaceId: string
  /** Unit: ms since 1970. */
  readonly fromMs: number
  /** End, exclusive. Unit: ms since 1970. */
  readonly toMs: number
  /** `next` of the page before. Default: null, the first page. */
  readonly after?: string | null | undefined
  readonly limit: number
}

/** Order: newest first. It may have fewer requests than the limit, although others follow. */
export interface RequestPage {
  readonly requests: readonly LoggedRequest[]
  /** Absent: null, this is the last page. */
  readonly next: string | null
}

/**
 * The requests of the last days, for operators. Nobody is charged by them: a process that is killed loses those of its
 * last seconds.
 */
export interface RequestLog {
  /** Adds requests, except those of an erased workspace. It does not wait for the disk. */
  add(requests: readonly LoggedRequest[]): Promise<void>
  list(query: RequestQuery): Promise<RequestPage>
  /**
   * Removes requests from before a time, and the oldest of more than `most`: of those workspaces that have most, so that
   * one with few keeps them. Unit: ms since 1970.
   */
  forget(kept: { readonly beforeMs: number; readonly most: number }): Promise<void>
}

/** Requests that one step of a page reads, and steps of a page: a page of few matches is short, and others follow. */
export const READ_PER_STEP = 500
const STEPS_PER_PAGE = 20

/** Whether a request is looked for. */
function isMeant(request: LoggedRequest, filter: RequestFilter): boolean {
  const { outcome, reason, keyId, record, batchId, text } = filter
  if (outcome !== undefined && (outcome === 'failed' ? request.outcome === 'ok' : request.outcome !== outcome)) {
    return false
  }
  if (reason !== undefined && request.reason !== reason) return false
  if (keyId !== undefined && request.keyId !== keyId) return false
  if (record !== undefined && request.record !== record) return false
  if (batchId !== undefined && request.batchId !== batchId) return false
  return text === undefined || hasText(request, text)
}

function hasText({ input, place, requestId }: LoggedRequest, text: string): boolean {
  const part = text.toLowerCase()
  return [input, place ?? '', requestId].some((whole) => whole.toLowerCase().includes(part))
}

/** Where a page ends: the last request that was looked at. */
export interface Position {
  readonly atMs: number
  readonly id: string
}

function printPosition({ atMs, id }: Position): string {
  return `${atMs}.${id}`
}

/** Absent: null, it has another form. */
export function parsePosition(text: string): Position | null {
  const [, atMs, id] = POSITION.exec(text) ?? []
  return atMs === undefined || id === undefined ? null : { atMs: Number(atMs), id }
}

const POSITION = /^(\d{1,15})\.([\w-]{1,64})$/

/** Requests in their order, some at a time. `after`: null, from the newest. */
export type ReadRequests = (after: Position | null) => Promise<readonly LoggedRequest[]>

/** A page of what is looked for, read step by step. */
export async function readPage(read: ReadRequests, { after, limit, ...filter }: RequestQuery): Promise<RequestPage> {
  const requests: LoggedRequest[] = []
  let last = typeof after === 'string' ? parsePosition(after) : null
  for (let step = 0; step < STEPS_PER_PAGE; step++) {
    const found = await read(last)
    for (const request of found) {
      const isNext = isMeant(request, filter)
      if (isNext && requests.length === limit) return { requests, next: last === null ? null : printPosition(last) }
      if (isNext) requests.push(request)
      last = request
    }
    if (found.length < READ_PER_STEP) return { requests, next: null }
  }
  return { requests, next: last === null ? null : printPosition(last) }
}

/**
 * How many rows each owner may keep, so that there are at most `most` together. An owner with fewer than an equal part
 * keeps all; the others share the rest equally.
 */
export function shareOf(counts: readonly number[], most: number): number {
  let left = most
  for (const [index, count] of counts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (counts.length - index))
    if (count > share) return share
    left -= count
  }
  return Math.max(most, ...counts)
}
