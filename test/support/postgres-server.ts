import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres, preparePostgres, type Postgres } from '../../bench/service/postgres.ts'
import { findFreePort } from '../../bench/service/processes.ts'

/** Time after which a hanging suite fails, however busy the machine is. */
const TIMEOUT_MS = 900_000
/**
 * Defines tests that share a PostgreSQL server of their own. Where it can't run, they print that nothing was checked.
 *
 * @param settings Of the server, such as `fsync=off`. By default, every confirmed write is on disk.
 */
export function describePostgres(
  name: string,
  settings: readonly string[],
  define: (server: PostgresServer) => void,
): void {
  const found = findPostgres()
  if (typeof found === 'string') {
    test(name, (context) => {
      const message = `NOT CHECKED: ${name}: ${found}`
      console.warn(`\n*** ${message} ***\n`)
      context.skip(message)
    })
    return
  }
  describe(name, { timeout: TIMEOUT_MS }, () => {
    const server = new PostgresServer(found, settings)
    before(() => server.start())
    after(() => server.end())
    define(server)
  })
}

/** A PostgreSQL server in a child process. */
export class PostgresServer {
  private readonly postgres: Postgres
  private readonly settings: readonly string[]
  private readonly directory = mkdtempSync(join(tmpdir(), 'shelfmark-postgres-'))
  private ownPort = 0
  private command: readonly string[] = []
  private child: ChildProcess | null = null

  constructor(postgres: Postgres, settings: readonly string[]) {
    this.postgres = postgres
    this.settings = settings
    // An interrupted test run leaves no server running.
    process.once('exit', () => this.child?.kill('SIGQUIT'))
  }

  get port(): number {
    return this.ownPort
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.ownPort}/postgres`
  }

  /** Address of a schema of its own, which is created. */
  async createSchema(name: string): Promise<string> {
    await this.ask(`CREATE SCHEMA ${name}`)
    return `${this.url}?options=${encodeURIComponent(`-c search_path=${name}`)}`
  }

  async removeSchema(name: string): Promise<void> {
    await this.ask(`DROP SCHEMA ${name} CASCADE`)
  }

  /** All rows of the tables of a schema. */
  async dump(schema: string): Promise<Buffer> {
    const tables = await this.ask(`SELECT table_name FROM information_schema.tables WHERE table_schema = '${schema}'`)
    const parts: string[] = []
    for (const { table_name } of tables) {
      const rows = await this.ask(`SELECT * FROM ${schema}.${String(table_name)}`)
      const values = rows.flatMap((row) => Object.values(row))
      parts.push(
        String(table_name),
        ...values.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
      )
    }
    return Buffer.from(parts.join('\n'), 'latin1')
  }

  /** Runs SQL on a connection of its own. Returns the rows of the last statement. */
  async ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url })
    await client.connect()
    try {
      const results = await client.query(sql)
      return [results].flat().at(-1)?.rows ?? []
    } finally {
      await client.end()
    }
  }

  /** Starts the server with the data that it had before. */
  async start(): Promise<void> {
    if (this.ownPort === 0) {
      this.ownPort = await findFreePort()
      this.command = preparePostgres(this.postgres, this.directory, this.ownPort)
    }
    const [program = '', ...options] = this.command
    const settings = this.settings.flatMap((setting) => ['-c', setting])
    this.child = spawn(program, [...options, ...settings], {
      ...this.postgres.user,
      cwd: this.directory,
      stdio: 'ignore',
    })
    for (;;) {
      if (this.child.exitCode !== null) throw new Error('The PostgreSQL server has ended.')
      if (
        await this.ask('SELECT 1').then(
          () => true,
          () => false,
        )
      )
        return
      await sleep(50)
    }
  }

  /** Ends the server at once, as its crash does. What it has confirmed is on disk. */
  async kill(): Promise<void> {
    if (this.child === null) return
    const exited = once(this.child, 'exit')
    this.child.kill('SIGQUIT')
    await exited
    this.child = null
  }

  /** Copies the data, with a restart. Returns the function that puts the copy in its place, as a restored backup. */
  async copyData(): Promise<() => Promise<void>> {
    const [data, copy] = [join(this.directory, 'data'), join(this.directory, 'copy')]
    const replace = async (from: string, to: string): Promise<void> => {
      await this.kill()
      rmSync(to, { recursive: true, force: true })
      // With the owner of each file.
      assert.equal(spawnSync('cp', ['-a', from, to]).status, 0)
      rmSync(join(to, 'postmaster.pid'), { force: true })
      await this.start()
    }
    await replace(data, copy)
    return () => replace(copy, data)
  }

  async end(): Promise<void> {
    await this.kill()
    rmSync(this.directory, { recursive: true, force: true })
  }
}
