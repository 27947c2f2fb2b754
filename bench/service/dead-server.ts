/**
 * Kills one of two servers on a Redis with requests in flight, and asks the other one with the same
 * key until their slots and credits are free again. Fails when that takes longer than 90 s.
 *
 * Usage: npm run bench -- dead-server [REQUESTS]
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { includedCredits, PLANS } from '../../core/policy/index.ts'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startCluster, makeClusterDirectory } from './services.ts'

const requests = Number(process.argv[2] ?? 46)
/** Never answered: a request lasts as long as it may, 45 s. */
const HANGING = 'B0HANG0000'
/** Long enough that leases are renewed. */
const IN_FLIGHT_MS = 15_000
const MOST_MS = 90_000
const INCLUDED = includedCredits(PLANS.custom)

const dispatcher = new Agent({ connections: requests + 1, headersTimeout: 120_000 })
const directory = makeClusterDirectory('dead-server')
const cluster = await startCluster(directory, { servers: 2, workers: 0 })
try {
  const { keys } = await createKeys(cluster, 1)
  const headers = { authorization: `Bearer ${keys[0]}` }
  const [doomed, other] = cluster.urls
  let spent = 0
  /** Requests of the key in flight, and credits reserved, without those of this request. */
  const look = async (): Promise<{ readonly inFlight: number; readonly reserved: number }> => {
    const answer = await request(`${other}${ASKED_PATH}?query=B0ALIVE000`, { headers, dispatcher })
    await answer.body.dump({ limit: 10_000_000 })
    if (answer.statusCode !== 200) throw new Error(`Unexpected status ${answer.statusCode}`)
    spent += Number(answer.headers['svc-cost'])
    const left = Number(answer.headers['svc-credits-remaining'])
    return {
      inFlight: Number.parseInt(String(answer.headers['svc-concurrency'])) - 1,
      reserved: INCLUDED - spent - left,
    }
  }
  for (let count = 0; count < requests; count++) {
    request(`${doomed}${ASKED_PATH}?query=${HANGING}`, { headers, dispatcher }).catch(() => undefined)
  }
  await sleep(IN_FLIGHT_MS)
  console.log('before the kill:', await look())
  await cluster.servers[0]?.kill()
  const killedMs = performance.now()
  let seen = await look()
  console.log('after the kill:', seen)
  while (seen.inFlight + seen.reserved > 0 && performance.now() - killedMs < MOST_MS) {
    await sleep(500)
    seen = await look()
  }
  console.log(`after ${((performance.now() - killedMs) / 1000).toFixed(1)} s:`, seen)
  if (seen.inFlight + seen.reserved > 0) process.exitCode = 1
} finally {
  await dispatcher.destroy()
  await cluster.stop()
  rmSync(directory, { recursive: true })
}
