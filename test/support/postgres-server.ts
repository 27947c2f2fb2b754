import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../bench/service/processes.ts'

/** Time after which a hanging suite fails, however busy the machine is. */
const TIMEOUT_MS = 900_000
/** Debian keeps the programs of each version here, and not in the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** Folder of the programs of a server. Absent: null, there is none. */
function findPrograms(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...versions.map((one) => join(DEBIAN_FOLDER, one, 'bin'))]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null
}

/** The server refuses to run as root: it runs as the user `postgres` then. Absent: null, there is no such user. */
function findUser(): { readonly uid?: number; readonly gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, 'postgres']).stdout.toString()))
  return uid === undefined || gid === undefined || uid === 0 || gid === 0 ? null : { uid, gid }
}

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
  const [programs, user] = [findPrograms(), findUser()]
  if (programs === null || user === null) {
    test(name, (context) => {
      const missing = programs === null ? 'there is no PostgreSQL server' : 'there is no user postgres'
      const message = `NOT CHECKED: ${name}: ${missing}`
      console.warn(`\n*** ${message} ***\n`)
      context.skip(message)
    })
    return
  }
  describe(name, { timeout: TIMEOUT_MS }, () => {
    const server = new PostgresServer(programs, user, settings)
    before(() => server.start())
    after(() => server.end())
    define(server)
  })
}

/** A PostgreSQL server in a child process. */
export class PostgresServer {
  private readonly programs: string
  private readonly user: { readonly uid?: number; readonly gid?: number }
  private readonly settings: readonly string[]
  private readonly directory = mkdtempSync(join(tmpdir(), 'shelfmark-postgres-'))
  private ownPort = 0
  private child: ChildProcess | null = null

  constructor(programs: string, user: { readonly uid?: number; readonly gid?: number }, settings: readonly string[]) {
    this.programs = programs
    this.user = user
    this.settings = settings
    if (user.uid !== undefined && user.gid !== undefined) chownSync(this.directory, user.uid, user.gid)
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
    const data = join(this.directory, 'data')
    if (this.ownPort === 0) {
      this.ownPort = await findFreePort()
      const made = spawnSync(
        join(this.programs, 'initdb'),
        ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'],
        { ...this.user, cwd: this.directory },
      )
      if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString()}`)
    }
    const own = [`port=${this.ownPort}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${this.directory}`]
    const settings = [...own, ...this.settings].flatMap((setting) => ['-c', setting])
    this.child = spawn(join(this.programs, 'postgres'), ['-D', data, ...settings], {
      ...this.user,
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

  async end(): Promise<void> {
    await this.kill()
    rmSync(this.directory, { recursive: true, force: true })
  }
}
