import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFreePort, isListening, manageProcess, type ManagedProcess } from './processes.ts'

/** Debian keeps the programs of each version here, and not in the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** How a PostgreSQL server runs on this machine. */
export interface Postgres {
  /** Folder of its programs. */
  readonly programs: string
  /** Who runs it. Empty: the user of this process. */
  readonly user: { readonly uid?: number; readonly gid?: number }
}

export interface PostgresOptions {
  /** URL of the server that this one follows, as its standby, with a copy of its data. Default: none, the data is empty. */
  readonly copyOf?: string
  /** Folder of its log (WAL), such as a disk of its own. Default: with its data. */
  readonly logDirectory?: string
  /** Such as `fsync=off`. */
  readonly settings?: readonly string[]
}

/** Returns what is missing, if a server can't run here. It refuses to run as root: the user `postgres` runs it then. */
export function findPostgres(): Postgres | string {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...versions.map((one) => join(DEBIAN_FOLDER, one, 'bin'))]
  const programs = folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
  if (programs === undefined) return 'there is no PostgreSQL server'
  if (process.getuid?.() !== 0) return { programs: beside(programs), user: {} }
  const [uid = 0, gid = 0] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, 'postgres']).stdout))
  return uid > 0 && gid > 0 ? { programs: beside(programs), user: { uid, gid } } : 'there is no user postgres'
}

/** Where a program really is: the others are beside it. */
function beside(folder: string): string {
  return dirname(realpathSync(join(folder, 'initdb')))
}

/** Makes the data of a server, and returns the command line that runs it on a port of this machine. `directory`: empty, and reached by its user. */
export function preparePostgres(
  { programs, user }: Postgres,
  directory: string,
  port: number,
  { copyOf, logDirectory, settings = [] }: PostgresOptions = {},
): readonly string[] {
  const data = join(directory, 'data')
  for (const own of [directory, ...(logDirectory === undefined ? [] : [logDirectory])]) {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(own, user.uid, user.gid)
  }
  const empty = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync']
  const [program, options] =
    copyOf === undefined ? ['initdb', empty] : ['pg_basebackup', ['-d', copyOf, '-R', '-c', 'fast']]
  const log = logDirectory === undefined ? [] : [`--waldir=${join(logDirectory, 'wal')}`]
  const made = spawnSync(join(programs, program), ['-D', data, ...options, ...log], { ...user, cwd: directory })
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr.toString()}`)
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`]
  return [join(programs, 'postgres'), '-D', data, ...[...own, ...settings].flatMap((setting) => ['-c', setting])]
}

export interface PostgresProcess extends ManagedProcess {
  readonly url: string
}

/** Starts a server that confirms a write when it is on disk. `directory`: is created. */
export async function startPostgres(directory: string, options: PostgresOptions = {}): Promise<PostgresProcess> {
  const found = findPostgres()
  if (typeof found === 'string') throw new Error(found)
  mkdirSync(directory, { recursive: true })
  const port = await findFreePort()
  const [program = '', ...args] = preparePostgres(found, directory, port, options)
  const server = await manageProcess({
    name: 'postgres',
    launch: () => spawn(program, args, { ...found.user, cwd: directory, stdio: 'ignore' }),
    isReady: () => isListening(port),
    stopSignal: 'SIGINT',
  })
  return { ...server, url: `postgres://postgres@127.0.0.1:${port}/postgres` }
}
