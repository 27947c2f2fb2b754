/**
 * Records what released versions write to both stores: builds each from its commit, and uses its
 * server on three days of a shifted clock. The data and what the version says of it go to
 * `test/releases/<version>`, and are read by the tests of upgrades.
 *
 * Then this version upgrades the Redis, and the released one must refuse to start on it.
 *
 * Usage: npx tsx test/releases/record.ts [VERSION]
 * Needs: Linux, the history of git, a registry of npm, `gcc`, `redis-server`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { findFreePort } from '../../bench/service/processes.ts'
import { root } from '../support/root.ts'
import { readRedisData } from './read-redis-data.ts'
import { RELEASES, writeRecorded, type Release, type StoreName } from './recorded.ts'
import { Recording } from './recording.ts'

/** Days on which the server runs. May is closed on the last one. */
const [FIRST, SECOND, LAST, END] = [
  '2026-05-30 12:00:00',
  '2026-05-31 12:00:00',
  '2026-06-09 12:00:00',
  '2026-06-09 12:10:00',
]
/** Charges whose answer was not sent, for 0.2.0: one is voided, and the process of the other dies. */
const UNCOUNTED = ['voided', 'unanswered']
const chargeUncounted = (open: string): string => `
  ${open}
  const [workspace] = await store.workspaces.list()
  const [key] = await store.keys.list(workspace.id)
  for (const chargeId of ${JSON.stringify(UNCOUNTED)}) {
    const reservation = await store.ledger.reserve(workspace.id, 5, Date.now())
    await store.ledger.settle(reservation, { chargeId, keyId: key.id, kind: 'product', credits: 5, isUnanswered: true })
    if (chargeId === 'voided') store.ledger.void({ workspaceId: workspace.id, chargeId, atMs: reservation.atMs })
  }
  await store.close()`

async function record(release: Release, store: StoreName, folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), `shelfmark-${release}-${store}-`))
  const clock = join(data, 'clock.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-o', clock, join(root, 'test/releases/shifted-clock.c')])
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === '/refused' ? 500 : 204).end()
  })
  const webhookPort = await findFreePort()
  receiver.listen(webhookPort, '127.0.0.1')
  const redisPort = store === 'redis' ? await findFreePort() : null
  const recording = new Recording({ folder, data, clock, webhooks: `http://127.0.0.1:${webhookPort}`, redisPort })
  try {
    await recording.start(FIRST)
    await recording.createAccounts()
    await recording.sendRequests()
    await recording.stop()

    await recording.start(SECOND)
    await recording.sendRequests()
    const delivered = await recording.createBatch(recording.keyOf(3), 3, '/taken')
    await recording.awaitBatch(delivered, ({ webhook_delivery_status: status }) => status === 'delivered')
    await recording.stop()

    await recording.start(LAST)
    await recording.sendRequests()
    const refused = await recording.createBatch(recording.keyOf(6), 2, '/refused')
    await recording.awaitBatch(refused, ({ webhook_last_error: error }) => error !== null)
    const sandbox = await recording.createBatch(recording.keyOf(4), 2, null)
    await recording.awaitBatch(sandbox, ({ status }) => status === 'complete')
    const running = await recording.createBatch(recording.keyOf(3), 12, '/taken')
    await recording.createBatch(recording.keyOf(9), 5, null)
    await recording.awaitBatch(running, ({ processed_count: count }) => Number(count) >= 2)
    await recording.stop()

    // Nothing is dealt any more: what is left of the last batches waits for the next version.
    await recording.start(END, { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' })
    await sleep(8000)
    const facts = await recording.readFacts(Date.parse(`${END}Z`) + 60_000)
    await recording.stop()
    await recording.startRedis(END)
    if (release === '0.2.0') {
      const modules = join(folder, 'dist/adapters/store')
      const open =
        redisPort === null
          ? `const { openSqliteStore } = await import('${modules}/sqlite/open-sqlite-store.js')
             const store = await openSqliteStore({ directory: '${data}' })`
          : `const { openRedisStore } = await import('${modules}/redis/open-redis-store.js')
             const store = await openRedisStore({ url: 'redis://127.0.0.1:${redisPort}' })`
      await recording.runCode(END, chargeUncounted(open))
    }
    if (redisPort !== null) {
      const redis = new Redis(redisPort)
      writeRecorded(release, 'redis.json', JSON.stringify(await readRedisData(redis, 'shelfmark')))
      redis.disconnect()
      await (await openRedisStore({ url: `redis://127.0.0.1:${redisPort}`, clock: 'caller' })).close()
      await recording.requireRefusal(END)
    }
    await recording.stop()
    const uncounted = release === '0.2.0' ? UNCOUNTED : []
    writeRecorded(release, `${store}-facts.json`, JSON.stringify({ ...facts, uncounted }))
    if (redisPort === null) writeRecorded(release, 'shelfmark.sqlite', readFileSync(join(data, 'shelfmark.sqlite')))
  } finally {
    await recording.stop()
    receiver.close()
    receiver.closeAllConnections()
    rmSync(data, { recursive: true, force: true })
  }
}

for (const release of Object.keys(RELEASES) as Release[]) {
  if (process.argv[2] !== undefined && process.argv[2] !== release) continue
  mkdirSync(join(root, 'test/releases', release), { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), `shelfmark-${release}-`))
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, RELEASES[release]], { cwd: root })
    // `prepare` builds it.
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
    for (const store of ['sqlite', 'redis'] as const) await record(release, store, folder)
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  }
}
