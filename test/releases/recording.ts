import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort, isListening } from '../../bench/service/processes.ts'
import { until } from '../support/wait.ts'
import type { Facts } from './recorded.ts'

const ADMIN_TOKEN = 'a-token-of-the-administration'
const ALL_DAYS = { from: '2026-01-01', to: '2026-12-31' }

interface Account {
  readonly id: string
  readonly workspace: string
  readonly kind: 'live' | 'test'
  readonly fullKey: string
  isRevoked: boolean
}

interface RecordingOptions {
  /** The released version, built. */
  readonly folder: string
  /** Data folder of the server, or of its Redis. */
  readonly data: string
  /** The library of `shifted-clock.c`. */
  readonly clock: string
  /** Origin of the receiver of webhooks. */
  readonly webhooks: string
  /** Absent: null, the store is embedded. */
  readonly redisPort: number | null
}

/** A server of a released version, on one store. */
export class Recording {
  readonly keys: Account[] = []
  readonly batches: { readonly id: string; readonly fullKey: string }[] = []
  idempotency = { key: '', bodyHash: '', batchId: '' }
  private readonly main: string
  private readonly data: string
  private readonly clock: string
  private readonly webhooks: string
  private readonly redisPort: number | null
  private port = 0
  private adminPort = 0
  private readonly children: ChildProcess[] = []
  private session = ''

  constructor({ folder, data, clock, webhooks, redisPort }: RecordingOptions) {
    this.main = join(folder, 'dist/adapters/cli/main.js')
    this.data = data
    this.clock = clock
    this.webhooks = webhooks
    this.redisPort = redisPort
  }

  /** Starts the server, and its Redis, at a time. */
  async start(time: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.startRedis(time)
    await this.serve(time, settings)
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${this.port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isReady, 'the server is ready')
  }

  /** Starts the server on data that it must refuse. Its Redis runs. Throws: it does not end by itself. */
  async requireRefusal(time: string): Promise<void> {
    const child = await this.serve(time, {})
    await until(() => child.exitCode !== null, 'the server refuses the data')
    if (child.exitCode === 0) throw new Error('The server ended without an error.')
  }

  private async serve(time: string, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
    this.port = await findFreePort()
    this.adminPort = await findFreePort()
    const environment = {
      SHELFMARK_DATA: this.data,
      SHELFMARK_PORT: String(this.port),
      SHELFMARK_ADMIN_PORT: String(this.adminPort),
      SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
      SHELFMARK_SOURCE: 'sandbox',
      SHELFMARK_WORKERS: '1',
      SHELFMARK_LOG: 'error',
      SHELFMARK_BATCH_INTERVAL_MS: '1000',
      SHELFMARK_BATCH_ITEMS: '2',
      SHELFMARK_WEBHOOK_ALLOW: this.webhooks,
      ...(this.redisPort === null ? {} : { SHELFMARK_REDIS_URL: `redis://127.0.0.1:${this.redisPort}` }),
      ...settings,
    }
    return this.launch(time, [process.execPath, this.main, 'serve'], environment)
  }

  /** Starts only the Redis, if there is one. */
  async startRedis(time: string): Promise<void> {
    if (this.redisPort === null) return
    const own = ['--port', String(this.redisPort), '--dir', this.data, '--save', '', '--appendonly', 'yes']
    this.launch(time, ['redis-server', ...own], {})
    await until(() => isListening(this.redisPort ?? 0), 'Redis is ready')
  }

  /** Ends the server, and then its Redis, as an operator does. */
  async stop(): Promise<void> {
    for (const child of this.children.splice(0).toReversed()) {
      if (child.exitCode !== null) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }

  /** Runs code of the released version on its store, at a time. The server does not run. */
  async runCode(time: string, code: string): Promise<void> {
    const child = this.launch(time, [process.execPath, '--input-type=module', '-e', code], {})
    this.children.pop()
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    if (exitCode !== 0) throw new Error(`The code of the released version failed:\n${code}`)
  }

  private launch(time: string, command: readonly [string, ...string[]], more: NodeJS.ProcessEnv): ChildProcess {
    const env = { ...process.env, TZ: 'UTC', LD_PRELOAD: this.clock, CLOCK_SHIFT_SECONDS: this.shift(time), ...more }
    const [program, ...args] = command
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    this.children.push(child)
    return child
  }

  /** Distance of a session's clock from the real one, the same for all of its processes. */
  private shift(time: string): string {
    if (this.children.length === 0) this.session = String(Math.round((Date.parse(`${time}Z`) - Date.now()) / 1000))
    return this.session
  }

  async administrate<Result>(command: string, input: object): Promise<Result> {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }
    const address = `http://127.0.0.1:${this.adminPort}/admin/v1/${command}`
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(input) })
    const body = (await response.json()) as { readonly result: Result }
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(body)}`)
    return body.result
  }

  async call(path: string, fullKey: string, more: RequestInit = {}): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${fullKey}`, ...(more.headers as Record<string, string> | undefined) }
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1/market/${path}`, { ...more, headers })
    return (await response.json()) as Record<string, unknown>
  }

  async createAccounts(): Promise<void> {
    for (const terms of [
      { name: 'free', plan: 'free' },
      { name: 'vibe', plan: 'vibe', payAsYouGo: true },
      { name: 'pro', plan: 'pro' },
      { name: 'custom', plan: 'custom', overrides: { includedRequests: 300_000, concurrency: 400 } },
    ]) {
      const { id: workspace } = await this.administrate<{ id: string }>('workspaces.create', terms)
      for (const kind of ['live', 'test', 'live'] as const) {
        const input = { workspace, kind, name: `${terms.name} ${kind}` }
        const { key, fullKey } = await this.administrate<{ key: { id: string }; fullKey: string }>('keys.create', input)
        this.keys.push({ id: key.id, workspace, kind, fullKey, isRevoked: false })
      }
    }
    for (const revoked of [this.keyOf(2), this.keyOf(5)]) {
      await this.call('product?query=B0SHLFX300', revoked.fullKey)
      await this.administrate('keys.revoke', { key: revoked.id })
      revoked.isRevoked = true
    }
    const old = this.keyOf(8)
    const successor = await this.administrate<{ key: { id: string }; fullKey: string }>('keys.rotate', { key: old.id })
    this.keys.push({ ...old, id: successor.key.id, fullKey: successor.fullKey })
    old.isRevoked = true
  }

  keyOf(index: number): Account {
    const key = this.keys[index]
    if (key === undefined) throw new Error(`There is no key ${index}.`)
    return key
  }

  /** Requests of every active key: some are charged, some fail. */
  async sendRequests(): Promise<void> {
    for (const [index, { fullKey, isRevoked }] of this.keys.entries()) {
      if (isRevoked) continue
      await this.call(`product?query=B0SHLFX3${String(index).padStart(2, '0')}`, fullKey)
      await this.call('product?query=B0GONE0404', fullKey, { headers: { 'Idempotency-Key': `request-${index}` } })
      await this.call('search?query=usb', fullKey, { headers: { 'Idempotency-Key': `search-${index}` } })
    }
  }

  /** Creates a batch. `path`: of its webhook. */
  async createBatch({ fullKey }: Account, items: number, path: string | null): Promise<string> {
    const key = `batch-${this.batches.length}`
    const all = Array.from({ length: items }, (_, index) => ({ query: `B0SHLFX3${String(index).padStart(2, '0')}` }))
    const webhook_url = path === null ? null : this.webhooks + path
    const body = { endpoint: 'market.product', items: all, ...(path === null ? {} : { webhook_url }) }
    const { id } = await this.call('batch', fullKey, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    })
    const meaning = JSON.stringify({ endpoint: body.endpoint, items: all, webhook_url })
    const bodyHash = createHash('sha256').update(meaning).digest('base64url')
    this.idempotency = { key, bodyHash, batchId: String(id) }
    this.batches.push({ id: String(id), fullKey })
    return String(id)
  }

  readBatch(id: string): Promise<Record<string, unknown>> {
    return this.call(`batch/${id}`, this.batches.find((batch) => batch.id === id)?.fullKey ?? '')
  }

  async awaitBatch(id: string, isSo: (batch: Record<string, unknown>) => boolean): Promise<void> {
    await until(async () => isSo(await this.readBatch(id)), `the batch ${id}`)
  }

  /** What the version says when it no longer changes anything. */
  async readFacts(endMs: number): Promise<Facts> {
    const usage: Record<string, Facts['usage'][string]> = {}
    const workspaces = await this.administrate<Facts['workspaces']>('workspaces.list', {})
    for (const { id } of workspaces) {
      usage[id] = await this.administrate('usage.read', { workspace: id, ...ALL_DAYS })
    }
    const batches: Facts['batches'][number][] = []
    for (const { id, fullKey } of this.batches) batches.push({ fullKey, batch: { id, ...(await this.readBatch(id)) } })
    return { endMs, workspaces, keys: this.keys, usage, batches, idempotency: this.idempotency, uncounted: [] }
  }
}
