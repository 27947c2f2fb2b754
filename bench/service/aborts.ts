/**
 * Holds a server to its ceilings: more requests at a time than a key may have,
 * then 10,000 requests whose clients leave. Fails when more are let through
 * than may be, or when a slot is not given back.
 *
 * Usage: npm run bench:aborts [-- ABORTS]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { createKeys, startServer } from './server-process.ts'

const aborts = Number(process.argv[2] ?? 10_000)
/** Of the key's plan, as `createKeys` agrees on it. */
const CEILING = 1000
const AT_A_TIME = 1400
/** Clients that leave, a second: below the rate of the key. */
const ABORTS_PER_SECOND = 450
/** A page that takes two seconds. */
const SLOW = '/api/v1/market/product?query=B0SLOW2000'

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-aborts-'))
const server = await startServer(directory)
const dispatcher = new Agent({ connections: AT_A_TIME, pipelining: 1 })
try {
  const { keys } = await createKeys(server, 1)
  const headers = { authorization: `Bearer ${keys[0]}` }
  const ask = async (path: string, signal?: AbortSignal): Promise<{ status: number; inFlight: string }> => {
    const answer = await request(server.url + path, { headers, dispatcher, signal: signal ?? null })
    await answer.body.dump()
    return { status: answer.statusCode, inFlight: String(answer.headers['svc-concurrency'] ?? '') }
  }

  const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => ask(SLOW)))
  const letThrough = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 429).length
  const highest = Math.max(...answers.map(({ inFlight }) => Number.parseInt(inFlight, 10) || 0))
  console.log(
    `${AT_A_TIME} at a time: ${letThrough} answered, ${refused} refused; at most ${highest} in flight, ceiling ${CEILING}`,
  )

  let left = 0
  const leave = async (): Promise<void> => {
    const controller = new AbortController()
    const answered = ask(SLOW, controller.signal).catch(() => left++)
    await sleep(Math.random() * 40)
    controller.abort()
    await answered
  }
  const leaving: Promise<void>[] = []
  for (let sent = 0; sent < aborts; sent++) {
    leaving.push(leave())
    if (sent % 45 === 44) await sleep((45 / ABORTS_PER_SECOND) * 1000)
  }
  await Promise.all(leaving)
  await sleep(500)
  const { status, inFlight } = await ask('/api/v1/market/product?query=B0SHLFS001')
  console.log(`${left} clients left; afterwards: ${status}, ${inFlight}`)
  const ledger = (await server.administrate('ledger.check', {})) as { differences: readonly string[] }
  console.log('ledger:', ledger)
  const isRight =
    highest <= CEILING && letThrough <= CEILING && inFlight.startsWith('1/') && ledger.differences.length === 0
  if (!isRight) process.exitCode = 1
} finally {
  await dispatcher.destroy()
  await server.stop()
  rmSync(directory, { recursive: true })
}
