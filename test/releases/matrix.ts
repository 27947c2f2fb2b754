/**
 * Starts each released version, and this one, on the data of each other, on both stores, and prints what happened. A
 * newer version must start on older data, with its workspaces; an older one must refuse newer data, and say why.
 *
 * The old data is that of `test/releases`. This version's own is made by its upgrade of it.
 *
 * Usage: npx tsx test/releases/matrix.ts
 * Needs: the history of git, a registry of npm, `redis-server`, and the built package.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findFreePort, isListening } from '../../bench/service/processes.ts'
import { root } from '../support/root.ts'
import { until } from '../support/wait.ts'
import { fillRedis, readDatabase, RELEASES, type Release, type StoreName } from './recorded.ts'

type Version = Release | 'this'

const versions: readonly Version[] = [...(Object.keys(RELEASES) as Release[]), 'this']
const folders = new Map<Version, string>([['this', root]])
const scratch = mkdtempSync(join(tmpdir(), 'shelfmark-matrix-'))

interface Started {
  readonly isReady: boolean
  /** The last line that it said. */
  readonly said: string
}

/** Starts a version until it is ready or has ended, and ends it. */
async function start(version: Version, settings: Readonly<Record<string, string>>): Promise<Started> {
  const port = String(await findFreePort())
  const env = { ...process.env, SHELFMARK_SOURCE: 'sandbox', SHELFMARK_ADMIN: 'off', SHELFMARK_PORT: port, ...settings }
  const main = join(folders.get(version) ?? root, 'dist/adapters/cli/main.js')
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  let isReady = false
  await until(async () => child.exitCode !== null || (isReady = await answers()), `${version} starts or ends`)
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { isReady, said: said.trim().split('\n').at(-1) ?? '' }
}

/** A store with the data of a version. */
interface Data {
  readonly settings: Readonly<Record<string, string>>
  readonly end: () => Promise<void>
}

async function openEmbedded(from: Version): Promise<Data> {
  const directory = mkdtempSync(join(scratch, 'data-'))
  const file = join(directory, 'shelfmark.sqlite')
  writeFileSync(file, readDatabase(from === 'this' ? '0.2.0' : from))
  const settings = { SHELFMARK_DATA: directory }
  if (from === 'this') await requireReady(await start('this', settings))
  return { settings, end: async () => undefined }
}

async function openRedis(from: Version): Promise<Data> {
  const directory = mkdtempSync(join(scratch, 'redis-'))
  const port = await findFreePort()
  const args = ['--port', String(port), '--dir', directory, '--save', '', '--appendonly', 'yes']
  const server = spawn('redis-server', [...args, '--appendfsync', 'always'], { stdio: 'ignore' })
  await until(() => isListening(port), 'Redis is ready')
  const redis = new Redis(port)
  await fillRedis(redis, from === 'this' ? '0.2.0' : from, 'shelfmark')
  redis.disconnect()
  const settings = { SHELFMARK_DATA: directory, SHELFMARK_REDIS_URL: `redis://127.0.0.1:${port}` }
  if (from === 'this') await requireReady(await start('this', settings))
  const end = async (): Promise<void> => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return { settings, end }
}

async function requireReady({ isReady, said }: Started): Promise<void> {
  if (!isReady) throw new Error(`This version does not start on data of 0.2.0: ${said}`)
}

const OPEN: Readonly<Record<StoreName, (from: Version) => Promise<Data>>> = { sqlite: openEmbedded, redis: openRedis }

/** What is known and can't be changed any more: 0.2.0 did not raise its mark in Redis. */
const KNOWN = 'redis: 0.2.0 -> 0.1.0'

async function tryAll(): Promise<number> {
  let wrong = 0
  for (const store of ['sqlite', 'redis'] as const) {
    for (const [at, from] of versions.entries()) {
      for (const [to, version] of versions.entries()) {
        const data = await OPEN[store](from)
        const { isReady, said } = await start(version, data.settings)
        await data.end()
        const name = `${store}: ${from} -> ${version}`
        const isRight = isReady === to >= at && (isReady || /newer|upgrade/i.test(said))
        if (!isRight && name !== KNOWN) wrong++
        const note = isRight ? '' : name === KNOWN ? '   KNOWN' : '   WRONG'
        console.log(`${name.padEnd(28)} ${isReady ? 'starts' : `refuses: ${said}`}${note}`)
      }
    }
  }
  return wrong
}

try {
  for (const release of Object.keys(RELEASES) as Release[]) {
    const folder = join(scratch, release)
    execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, RELEASES[release]], {
      cwd: root,
      stdio: 'ignore',
    })
    // `prepare` builds it.
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    folders.set(release, folder)
  }
  process.exitCode = (await tryAll()) === 0 ? 0 : 1
} finally {
  for (const folder of folders.values()) {
    if (folder !== root) execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  }
  rmSync(scratch, { recursive: true, force: true })
}
