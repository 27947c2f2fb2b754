/**
 * Keeps a server under a steady load of products and batches, and prints its memory, open
 * files, response times and data each minute, so that whatever grows can be seen.
 *
 * Usage: npm run bench -- capacity memory [MINUTES [REQUESTS_PER_SECOND]]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { BatchClient } from './batch-client.ts'
import { memoryMbOf, openFilesOf, printLoad, runLoad } from './request-load.ts'
import { createKeys, startServer } from './services.ts'

const minutes = Number(process.argv[2] ?? 60)
const perSecond = Number(process.argv[3] ?? 150)
const ITEMS = 100
/** Time from the end of a batch to the creation of the next. */
const PAUSE_MS = 5000

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-soak-'))
const server = await startServer(directory, { SHELFMARK_BATCH_INTERVAL_MS: '1000' })
try {
  const { workspace, keys } = await createKeys(server, 5)
  const [ofBatches = '', ...ofProducts] = keys
  const end = new AbortController()
  const batches = runBatches(new BatchClient([server.url], ofBatches), end.signal)
  for (let minute = 1; minute <= minutes; minute++) {
    const keyOf = (index: number): string => ofProducts[index % ofProducts.length] ?? ''
    printLoad(`minute ${minute}`, await runLoad({ url: server.url, keyOf, perSecond, seconds: 60 }))
    const pid = server.process.pid()
    console.log(`  ${memoryMbOf(pid).toFixed(0)} MB, ${openFilesOf(pid)} open files, data ${sizeOf(directory)}`)
  }
  end.abort()
  console.log(`${await batches} batches of ${ITEMS} items`)
  const today = new Date().toISOString().slice(0, 10)
  const usage = await server.administrate('usage.read', { workspace, from: today, to: today })
  const charges = usage.reduce((sum, one) => sum + one.charges, 0)
  console.log(`charges: ${charges}; ledger:`, await server.administrate('ledger.check', {}))
} finally {
  await server.process.stop()
  printRows(directory)
  rmSync(directory, { recursive: true })
}

/** Creates one batch after the other. Gives how many ended. */
async function runBatches(client: BatchClient, signal: AbortSignal): Promise<number> {
  const items = Array.from({ length: ITEMS }, (_, index) => ({ query: `B0S0AK${String(index).padStart(4, '0')}` }))
  let ended = 0
  while (!signal.aborted) {
    const { id } = await client.create(`soak ${ended}`, items, null)
    while ((await client.poll(id, false)).completed_at === null) await sleep(500)
    await client.poll(id, true)
    ended += 1
    await sleep(PAUSE_MS)
  }
  return ended
}

function sizeOf(folder: string): string {
  const files = readdirSync(folder).map((name) => [name, statSync(join(folder, name))] as const)
  return files.flatMap(([name, stat]) => (stat.isFile() ? `${name} ${(stat.size / 1e6).toFixed(1)} MB` : [])).join(', ')
}

/** Rows of each table, after the server has released the file. */
function printRows(folder: string): void {
  const database = new DatabaseSync(join(folder, 'shelfmark.sqlite'), { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  for (const { name } of tables) {
    const { rows } = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get() as { rows: number }
    console.log(`  ${name}: ${rows} rows`)
  }
  database.close()
}
