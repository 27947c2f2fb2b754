import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { CommandName, CommandResult, UncheckedInput } from '../../adapters/http/admin/commands.ts'
import { readConfig } from '../../adapters/server/config.ts'
import type { ServiceOverrides } from '../../adapters/server/open-parts.ts'
import { startService } from '../../adapters/server/start-service.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import type { AdminUsage } from '../../adapters/http/admin/print-charges.ts'
import type { AdminCreatedKey } from '../../adapters/http/admin/print-key.ts'
import type { Store } from '../../adapters/store/store.ts'
import { assertConforms } from './service-conformance.ts'
import { GENEROUS_MS, until } from './wait.ts'

/** An answer as received. */
export interface Answer {
  readonly status: number
  /** Names as they were sent. Order: as sent. */
  readonly headers: readonly (readonly [string, string])[]
  readonly bytes: Buffer
}

export interface Call {
  readonly method?: string
  /** API key, sent in `Authorization`. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly signal?: AbortSignal
  /** Connection to use. Default: one of many, kept open. */
  readonly agent?: Agent
}

export interface BenchOptions extends ServiceOverrides {
  /** Fills the store before the service opens it. */
  readonly prepare?: (store: Store) => Promise<void>
  readonly settings?: Readonly<Record<string, string>>
  /** Data folder of an earlier bench. Default: a new one. */
  readonly folder?: string
}

export type Bench = Awaited<ReturnType<typeof startBench>>

export const ADMIN_TOKEN = 'a-token-of-the-administration'

/** Ceilings that no test reaches by accident. */
const WIDE = {
  plan: 'custom',
  overrides: { concurrency: 1000, sustainedPerSecond: 500 },
} as const

export const PRODUCT = '/api/v1/market/product'
export const SEARCH = '/api/v1/market/search'
export const BATCH = '/api/v1/market/batch'

const IN_FLIGHT = /^shelfmark_requests_in_flight (\d+)$/m

/** Closes what a failed test has left open, so that its file ends. */
const closers: (() => Promise<void>)[] = []
after(() => Promise.all(closers.map((close) => close())))

/** A service in this process, with its own data folder and the simulated marketplace as its source. */
export async function startBench({ prepare, settings, folder: earlier, ...overrides }: BenchOptions = {}) {
  const folder = earlier ?? mkdtempSync(join(tmpdir(), 'shelfmark-service-'))
  if (prepare !== undefined) {
    const store = await openSqliteStore({ directory: folder, epochMs: overrides.epochMs })
    await prepare(store)
    await store.close()
  }
  const environment = {
    SHELFMARK_PORT: '0',
    SHELFMARK_ADMIN_PORT: '0',
    SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
    SHELFMARK_DATA: folder,
    SHELFMARK_SOURCE: 'sandbox',
    SHELFMARK_WORKERS: '1',
    SHELFMARK_LOG: 'silent',
    SHELFMARK_DRAIN_WAIT_MS: '0',
    ...settings,
  }
  const service = await startService(readConfig(environment, 1), {
    ...overrides,
    retrieval: { pauseMs: 1, ...overrides.retrieval },
  })
  const agent = new Agent({ keepAlive: true })
  const { port, adminPort, firstKey } = service
  assert.ok(adminPort !== null)

  const call = async (target: string, { key, ...rest }: Call = {}): Promise<Answer> => {
    const headers = { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...rest.headers }
    const answer = await send(port, target, { agent, ...rest, headers })
    assertConforms(rest.method ?? 'GET', target, answer)
    return answer
  }
  /** An answer that may be compressed, which nothing checks. */
  const callEncoded = (target: string, { key, ...rest }: Call = {}): Promise<Answer> =>
    send(port, target, { agent, ...rest, headers: { Authorization: `Bearer ${key}`, ...rest.headers } })
  const callAdmin = (target: string, { key = ADMIN_TOKEN, ...rest }: Call = {}): Promise<Answer> =>
    send(adminPort, target, { agent, ...rest, headers: { Authorization: `Bearer ${key}`, ...rest.headers } })
  const administrate = async <Name extends CommandName>(
    command: Name,
    input: UncheckedInput<Name>,
  ): Promise<CommandResult<Name>> => {
    const answer = await callAdmin(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input) })
    assert.equal(answer.status, 200, String(answer.bytes))
    return (jsonOf(answer) as { result: CommandResult<Name> }).result
  }
  const createKey = async (workspace: string, mode: 'live' | 'test' = 'live'): Promise<AdminCreatedKey> =>
    administrate('keys.create', { workspace, kind: mode, name: 'a key' })
  const createWorkspace = async (terms: object = WIDE): Promise<string> =>
    (await administrate('workspaces.create', { name: 'a workspace', ...terms })).id
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => {
    agent.destroy()
    stopped ??= service.close()
    return stopped
  }
  const close = async (): Promise<void> => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  closers.push(close)

  return {
    port,
    adminPort,
    firstKey,
    agent,
    folder,
    call,
    callEncoded,
    callAdmin,
    administrate,
    createKey,
    createWorkspace,
    /** A key of a workspace of its own. */
    async createCaller(terms: object = WIDE, mode: 'live' | 'test' = 'live') {
      const workspace = await createWorkspace(terms)
      const { key, fullKey } = await createKey(workspace, mode)
      return { workspace, keyId: key.id, key: fullKey, prefix: key.prefix }
    },
    /** All charges of a workspace. Order: day, key, kind. */
    readUsage: (workspace: string): Promise<AdminUsage[]> =>
      administrate('usage.read', { workspace, from: '2020-01-01', to: '2099-12-31' }),
    product: (query: string, key: string, rest = ''): Promise<Answer> =>
      call(`${PRODUCT}?query=${query}${rest}`, { key }),
    createBatch: (key: string, body: unknown, headers: Call['headers'] = {}): Promise<Answer> =>
      call(BATCH, {
        method: 'POST',
        key,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    search: (query: string, key: string, rest = ''): Promise<Answer> =>
      call(`${SEARCH}?query=${encodeURIComponent(query)}${rest}`, { key }),
    /** Sends text unchanged, with a pause after each part. Returns everything received until the connection ends. */
    sendRaw: (parts: string | readonly string[], pause: () => Promise<unknown> = noPause): Promise<string> =>
      sendRaw(port, typeof parts === 'string' ? [parts] : parts, pause),
    /** Waits until the service works on this number of requests, without the request of its metrics. */
    awaitInFlight: async (expected: number): Promise<void> => {
      let seen = -1
      const isSo = async (): Promise<boolean> => {
        const { bytes } = await callAdmin('/metrics')
        seen = Number(IN_FLIGHT.exec(bytes.toString())?.[1]) - 1
        return seen === expected
      }
      await until(isSo, () => `${expected} requests in flight: ${seen}`)
    },
    /** Ends the service, and leaves its data. */
    stop,
    close,
  }
}

function send(port: number, target: string, call: Call): Promise<Answer> {
  const { method = 'GET', body, signal, agent } = call
  // The client sends no length of a GET by itself.
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const headers = { ...length, ...call.headers }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { port, host: '127.0.0.1', path: target, method, headers, signal, agent },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: toPairs(incoming.rawHeaders),
            bytes: Buffer.concat(chunks),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function toPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))
}

const noPause = (): Promise<unknown> => Promise.resolve()

async function sendRaw(port: number, parts: readonly string[], pause: () => Promise<unknown>): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const ended = once(socket, 'close')
  socket.setTimeout(GENEROUS_MS, () => socket.destroy())
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server may close before it has read everything.
  socket.on('error', () => undefined)
  for (const part of parts) {
    socket.write(part, 'latin1')
    await pause()
  }
  await ended
  return Buffer.concat(chunks).toString()
}

/** Value of a header that is spelled exactly so. Absent: null. */
export function headerOf({ headers }: Answer, name: string): string | null {
  return headers.find(([spelled]) => spelled === name)?.[1] ?? null
}

export function jsonOf({ bytes }: Answer): unknown {
  return JSON.parse(bytes.toString())
}

/** Asserts an error: its status, its whole body, and that it is free. */
export function assertError(answer: Answer, status: number, body: object): void {
  assert.deepEqual({ status: answer.status, body: jsonOf(answer) }, { status, body })
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
}

/** Asserts `invalid_params` that names exactly these parameters, in this order. */
export function assertInvalid(answer: Answer, params: readonly string[]): void {
  assert.equal(answer.status, 400)
  const { error, details, ...more } = jsonOf(answer) as { error: string; details: { param: string; message: string }[] }
  assert.deepEqual(
    { error, params: details.map(({ param }) => param), more },
    { error: 'invalid_params', params, more: {} },
  )
  for (const detail of details) {
    assert.deepEqual(Object.keys(detail), ['param', 'message'])
    assert.ok(detail.message.length > 0)
  }
}
