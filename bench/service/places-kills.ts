/**
 * Asks two servers on one Redis for products at places of all marketplaces, of a simulated marketplace that lies,
 * loses places and refuses, and kills one of the servers again and again. Fails when an answer is for another place,
 * or when the ledger is not what the answers say, but for those that were in flight at a kill.
 *
 * Usage: npm run bench -- places-kills [REQUESTS [KILLS [SEED]]]
 */
import { rmSync } from 'node:fs'
import { Agent, request } from 'undici'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { marketplaces } from '../../selectors/index.ts'
import { isForPlace, listPlaces, PLACE_FAULTS, type AskedPlace } from './asked-places.ts'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startCluster, makeClusterDirectory } from './services.ts'

const REQUESTS = Number(process.argv[2] ?? 10_000)
const KILLS = Number(process.argv[3] ?? 20)
const SEED = process.argv[4] ?? 'places'
const CLIENTS = 16
const PRODUCTS = 300

const all = listPlaces()
const random = new Random(SEED)
const asins = Array.from({ length: PRODUCTS }, (_, index) => generateAsin(`${SEED} ${index}`))
const sandbox = await startSandbox({ weight: 'light', faults: PLACE_FAULTS })
const directory = makeClusterDirectory('places')
const cluster = await startCluster(directory, {
  servers: 2,
  workers: 0,
  environment: {
    SHELFMARK_SOURCE: 'live',
    SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${sandbox.port}`,
    SHELFMARK_MASTER_KEY: 'a master key of a bench, which is not secret',
  },
})
const dispatcher = new Agent({ connections: CLIENTS, headersTimeout: 120_000 })

const outcomes = new Map<string, number>()
const count = (name: string): void => void outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
const said = { answers: 0, credits: 0, ofAnotherPlace: 0, lost: 0 }

/** Asks one server. False: there was no whole answer. */
async function ask(url: string, key: string, asin: string, asked: AskedPlace): Promise<boolean> {
  const { domain, place } = asked
  const given = new URLSearchParams({ query: asin, domain })
  for (const [name, value] of Object.entries({ zip: place.zip, city: place.city, ship_to: place.shipTo })) {
    if (value !== null) given.set(name, value)
  }
  const path = `${url}${ASKED_PATH}?${given.toString()}`
  const headers = { authorization: `Bearer ${key}` }
  const answer = await request(path, { headers, dispatcher }).catch(() => null)
  const body = await answer?.body.json().catch(() => null)
  if (answer === null || body === null || body === undefined) return false
  const { statusCode, headers: told } = answer
  if (statusCode !== 200) {
    count(`${statusCode} ${(body as { readonly error: string }).error}`)
    return true
  }
  said.answers++
  said.credits += Number(told['svc-cost'])
  count(`200 ${String(told['svc-location'])}`)
  if (!isForPlace(body, asin, asked)) said.ofAnotherPlace++
  return true
}

try {
  const { keys } = await createKeys(cluster, 4)
  const key = (index: number): string => keys[index % keys.length] ?? ''
  let next = 0
  let kills = 0
  let restart = Promise.resolve()
  const killSometimes = (): void => {
    if (kills >= KILLS || next < ((kills + 1) * REQUESTS) / (KILLS + 1)) return
    const server = cluster.servers[kills++ % cluster.servers.length]
    // One at a time: the other one answers meanwhile.
    restart = restart.then(() => server?.kill()).then(() => server?.start())
  }
  const runClient = async (): Promise<void> => {
    while (next < REQUESTS) {
      const index = next++
      killSometimes()
      const [asin, asked] = [random.pick(asins), random.pick(all)]
      for (let turn = index; !(await ask(cluster.urls[turn % 2] ?? '', key(index), asin, asked)); turn++) {
        said.lost++
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const startMs = performance.now()
  await Promise.all(Array.from({ length: CLIENTS }, runClient))
  await restart
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const { credits, differences } = await cluster.administrate('ledger.check', {})
  const above = credits - said.credits
  console.log(
    `${REQUESTS} requests for ${all.length} places of ${marketplaces.size} marketplaces in ${seconds} s, ${kills} kills`,
  )
  for (const [name, number] of outcomes) console.log(`  ${name}: ${number}`)
  console.log(`without a whole answer, and asked again: ${said.lost}`)
  console.log(`200 for another place: ${said.ofAnotherPlace}`)
  console.log(`credits: ${said.credits} by ${said.answers} answers, ${credits} by the ledger, difference ${above}`)
  if (said.ofAnotherPlace > 0 || differences.length > 0 || Math.abs(above) > 5 * CLIENTS * kills) process.exitCode = 1
} finally {
  await dispatcher.destroy()
  await cluster.stop()
  await sandbox.close()
  rmSync(directory, { recursive: true })
}
