/**
 * Fills the disk of an embedded store under load, and frees it again. Checks that the server says
 * so (503 of /readyz), that it takes no new batches, that every answer with status 200 has one charge and nothing
 * else has one, and that all works again afterwards. Needs the right to mount a tmpfs (root on
 * Linux); without it, it says that nothing was checked.
 *
 * Usage: npm run bench -- disk
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ASKED_ENDPOINT, ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer } from './services.ts'
import { mountSmallDisk } from './small-disk.ts'

const DISK_MB = 30
/** Free space for which the server is told to be ready, and to take batches. Unit: MB. */
const FLOOR_MB = '5'
const PHASE_MS = 5000
const CLIENTS = 16
const PATIENCE_MS = 60_000

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-disk-'))
const disk = mountSmallDisk(directory, DISK_MB)
if (disk === null) {
  rmSync(directory, { recursive: true })
  console.warn('\n*** NOT CHECKED: a full disk: a tmpfs can not be mounted here ***\n')
  process.exit()
}

const environment = {
  SHELFMARK_DISK_FLOOR_MB: FLOOR_MB,
  SHELFMARK_BATCH_DISK_FLOOR_MB: FLOOR_MB,
  SHELFMARK_LOG: 'silent',
}
const server = await startServer(directory, environment)
try {
  const { keys, workspace } = await createKeys(server, 2)
  const [payer = '', maker = ''] = keys
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    await answer.arrayBuffer()
    return answer.status
  }
  const headersOf = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })
  // Only requests are charged: there is no such product.
  const body = JSON.stringify({ endpoint: ASKED_ENDPOINT, items: [{ query: 'B0GONE0404' }] })
  const createBatch = () => ask('/api/v1/market/batch', { method: 'POST', headers: headersOf(maker), body })
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) if (await isSo()) return
    throw new Error(`not in ${PATIENCE_MS} ms: ${what}`)
  }

  let phase = 'before'
  const end = new AbortController()
  const answers = new Map<string, number>()
  const clients = Array.from({ length: CLIENTS }, async (_, first) => {
    for (let index = first; !end.signal.aborted; index += CLIENTS) {
      const path = `${ASKED_PATH}?query=B0L0AD${String(index % 200).padStart(4, '0')}`
      const outcome = `${phase}: ${await ask(path, { headers: headersOf(payer) })}`
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    }
  })
  const countOf = (name: string, status: number): number => answers.get(`${name}: ${status}`) ?? 0

  const problems: string[] = []
  const expect = (isSo: boolean, problem: string): void => {
    if (!isSo) problems.push(problem)
  }
  await sleep(PHASE_MS)
  expect((await createBatch()) === 201, 'no batch before')
  phase = 'full'
  const left = disk.fill()
  await until('/readyz is 503', async () => (await ask('/readyz')) === 503)
  await until('batches get 503', async () => (await createBatch()) === 503)
  await until('requests get 503', async () => countOf('full', 503) > 0)
  await sleep(PHASE_MS)
  phase = 'after'
  disk.free()
  await until('/readyz is 200', async () => (await ask('/readyz')) === 200)
  await until('batches are taken', async () => (await createBatch()) === 201)
  await until('requests are answered', async () => countOf('after', 200) > 0)
  end.abort()
  await Promise.all(clients)
  const answered = ['before', 'full', 'after'].reduce((sum, name) => sum + countOf(name, 200), 0)
  // A charge whose outcome was unknown is voided within a second.
  const isCharged = async () => (await server.administrate('ledger.check', {})).charges === answered
  await until('charges are those of the answers', isCharged)
  const usage = await server.administrate('usage.read', { workspace, from: '2020-01-01', to: '2099-12-31' })
  const charges = usage.reduce((sum, one) => sum + one.charges, 0)
  const ledger = await server.administrate('ledger.check', {})
  console.log(`disk of ${DISK_MB} MB, ${left} bytes free when full`)
  console.log('answers:', Object.fromEntries(answers))
  console.log(`${answered} answers with status 200, ${charges} charges`, ledger)
  expect(ledger.differences.length === 0, 'usage is not the sum of the ledger')
  expect(answered === charges, 'charges are not those of the answers')
  if (problems.length > 0) throw new Error(problems.join())
} finally {
  await server.process.kill()
  disk.remove()
  rmSync(directory, { recursive: true, force: true })
}
