/**
 * Tests the concurrency limit of a key: first more simultaneous requests than the limit,
 * then 10,000 requests that their clients abort. Fails when too many requests are let
 * through, or when a slot is not released.
 *
 * Usage: npm run bench -- aborts [ABORTS]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer } from './services.ts'

const aborts = Number(process.argv[2] ?? 10_000)
/** Concurrency limit of the keys that `createKeys` creates. */
const LIMIT = 1000
const SIMULTANEOUS = 1400
/** Below the rate limit of the key. */
const ABORTS_PER_SECOND = 450
/** The page takes two seconds. */
const SLOW = `${ASKED_PATH}?query=B0SLOW2000`

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-aborts-'))
const server = await startServer(directory)
const dispatcher = new Agent({ connections: SIMULTANEOUS, pipelining: 1 })
try {
  const { keys } = await createKeys(server, 1)
  const headers = { authorization: `Bearer ${keys[0]}` }
  const ask = async (path: string, signal?: AbortSignal): Promise<{ status: number; inFlight: string }> => {
    const answer = await request(server.url + path, { headers, dispatcher, signal: signal ?? null })
    await answer.body.dump()
    return { status: answer.statusCode, inFlight: String(answer.headers['svc-concurrency'] ?? '') }
  }

  const answers = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => ask(SLOW)))
  const letThrough = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 429).length
  const highest = Math.max(...answers.map(({ inFlight }) => Number.parseInt(inFlight, 10) || 0))
  console.log(
    `${SIMULTANEOUS} simultaneous requests: ${letThrough} answered, ${refused} refused; at most ${highest} in progress, limit ${LIMIT}`,
  )

  let aborted = 0
  const abortOne = async (): Promise<void> => {
    const controller = new AbortController()
    const answered = ask(SLOW, controller.signal).catch(() => aborted++)
    await sleep(Math.random() * 40)
    controller.abort()
    await answered
  }
  const aborting: Promise<void>[] = []
  for (let sent = 0; sent < aborts; sent++) {
    aborting.push(abortOne())
    if (sent % 45 === 44) await sleep((45 / ABORTS_PER_SECOND) * 1000)
  }
  await Promise.all(aborting)
  await sleep(500)
  const { status, inFlight } = await ask(`${ASKED_PATH}?query=B0SHLFS001`)
  console.log(`${aborted} requests aborted; the next one: status ${status}, ${inFlight} in progress`)
  const ledger = await server.administrate('ledger.check', {})
  console.log('ledger:', ledger)
  const isRight =
    highest <= LIMIT && letThrough <= LIMIT && inFlight.startsWith('1/') && ledger.differences.length === 0
  if (!isRight) process.exitCode = 1
} finally {
  await dispatcher.destroy()
  await server.process.stop()
  rmSync(directory, { recursive: true })
}
