import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from '../../bench/service/processes.ts'

/** Time after which a hanging suite fails, however busy the machine is. */
const TIMEOUT_MS = 900_000

/** Attempts to remove the files of a server, 200 ms apart, after the first. */
const REMOVALS = 50

/**
 * Defines tests that share a Redis server of their own. Without the program `redis-server`, they
 * print that nothing was checked.
 *
 * @param settings Command line of the server. By default, every confirmed write is on disk.
 */
export function describeRedis(name: string, settings: readonly string[], define: (server: RedisServer) => void): void {
  if (spawnSync('redis-server', ['--version']).error !== undefined) {
    test(name, (context) => {
      const message = `NOT CHECKED: ${name}: there is no redis-server`
      console.warn(`\n*** ${message} ***\n`)
      context.skip(message)
    })
    return
  }
  describe(name, { timeout: TIMEOUT_MS }, () => {
    const server = new RedisServer(settings)
    before(() => server.start())
    after(() => server.end())
    define(server)
  })
}

/** A Redis server in a child process. */
export class RedisServer {
  private readonly settings: readonly string[]
  private readonly directory = mkdtempSync(join(tmpdir(), 'shelfmark-redis-'))
  private ownPort = 0
  private child: ChildProcess | null = null
  private connection: Redis | null = null

  constructor(settings: readonly string[]) {
    this.settings = settings
    // An interrupted test run leaves no server running.
    process.once('exit', () => this.child?.kill('SIGKILL'))
  }

  get port(): number {
    return this.ownPort
  }

  get url(): string {
    return `redis://127.0.0.1:${this.ownPort}`
  }

  /** Connection of the test itself. */
  get redis(): Redis {
    if (this.connection === null) throw new Error('the server was not started')
    return this.connection
  }

  /** Starts the server with the data that it had before. */
  async start(): Promise<void> {
    if (this.ownPort === 0) this.ownPort = await findFreePort()
    const own = ['--port', String(this.ownPort), '--bind', '127.0.0.1', '--dir', this.directory, '--save', '']
    const safe = ['--appendonly', 'yes', '--appendfsync', 'always']
    this.child = spawn('redis-server', [...own, ...safe, ...this.settings], { stdio: 'ignore' })
    this.connection ??= new Redis({ port: this.ownPort, retryStrategy: () => 20, maxRetriesPerRequest: null })
    this.connection.on('error', () => undefined)
    await this.connection.ping()
  }

  /** Ends the server as a power cut does. */
  async kill(): Promise<void> {
    if (this.child === null) return
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
    this.child = null
  }

  /** Stops the process: connections stay open, and nothing is answered. */
  async freeze(): Promise<void> {
    this.child?.kill('SIGSTOP')
    await sleep(20)
  }

  thaw(): void {
    this.child?.kill('SIGCONT')
  }

  async end(): Promise<void> {
    this.connection?.disconnect()
    await this.kill()
    await this.removeFiles()
  }

  /** A child process that rewrites the append-only file may outlive the server for a moment, and add a file. */
  private async removeFiles(): Promise<void> {
    for (let left = REMOVALS; ; left--) {
      try {
        rmSync(this.directory, { recursive: true, force: true })
        return
      } catch (error) {
        if (left === 0) throw error
        await sleep(200)
      }
    }
  }

  /** Names and values of all data with a prefix. */
  async dump(prefix: string): Promise<Buffer> {
    const parts: unknown[] = []
    for await (const names of this.redis.scanStream({ match: `${prefix}:*`, count: 1000 })) {
      for (const name of names as string[]) parts.push(name, await this.read(name))
    }
    const toBytes = (part: unknown): Buffer[] =>
      Array.isArray(part) ? part.flatMap(toBytes) : [Buffer.isBuffer(part) ? part : Buffer.from(String(part))]
    return Buffer.concat(toBytes(parts).flatMap((bytes) => [bytes, Buffer.from('\n')]))
  }

  private async read(name: string): Promise<unknown> {
    const commands: Readonly<Record<string, readonly [string, ...(string | number)[]]>> = {
      string: ['GET', name],
      list: ['LRANGE', name, 0, -1],
      set: ['SMEMBERS', name],
      zset: ['ZRANGE', name, 0, -1],
      hash: ['HGETALL', name],
    }
    const [command, ...args] = commands[await this.redis.type(name)] ?? ['GET', name]
    return this.redis.callBuffer(command, ...args)
  }

  /** Removes all data with a prefix. */
  async remove(prefix: string): Promise<void> {
    for await (const names of this.redis.scanStream({ match: `${prefix}:*`, count: 1000 })) {
      if ((names as string[]).length > 0) await this.redis.unlink(names as string[])
    }
  }
}
