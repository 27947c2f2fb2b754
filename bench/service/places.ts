/**
 * Asks for products at places of all marketplaces, of a simulated marketplace that lies, loses places and
 * refuses: counts answers for another place, which must be none, and what a page costs.
 *
 * Usage: npm run bench -- places [requests] [seed]
 */
import { availableParallelism } from 'node:os'
import { createRetriever } from '../../adapters/retrieve/index.ts'
import { BROWSER_VERSIONS } from '../../adapters/retrieve/source/browser-versions.ts'
import { liveSource, type PageSource } from '../../adapters/retrieve/source/index.ts'
import { headerProfiles } from '../../adapters/retrieve/source/request-headers.ts'
import { withSessions } from '../../adapters/retrieve/sessions/index.ts'
import { startExtractPool } from '../../adapters/retrieve/threads/index.ts'
import { contractFor } from '../../adapters/contract.ts'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { marketplaces } from '../../selectors/index.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { isForPlace, listPlaces, PLACE_FAULTS, type AskedPlace } from './asked-places.ts'

const REQUESTS = Number(process.argv[2] ?? 10_000)
const SEED = process.argv[3] ?? 'places'
const AT_A_TIME = 16
const PRODUCTS = 300
const all = listPlaces()
const random = new Random(SEED)
const asins = Array.from({ length: PRODUCTS }, (_, index) => generateAsin(`${SEED} ${index}`))
const sandbox = await startSandbox({ weight: 'light', faults: PLACE_FAULTS })
const extractor = await startExtractPool({ threads: availableParallelism() })
const live = liveSource({ upstreams: new Map([['*', `http://127.0.0.1:${sandbox.port}`]]) })
let shopRequests = 0
const counted: PageSource = {
  ...live,
  fetch: (request, signal) => {
    shopRequests++
    return live.fetch(request, signal)
  },
}
const source = withSessions(counted, { profiles: headerProfiles(BROWSER_VERSIONS) })
const retriever = createRetriever({ source, extractor, random: () => random.next(), pause: async () => undefined })

const outcomes = new Map<string, number>()
const count = (name: string): void => void outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
let [ofAnotherPlace, attempts] = [0, 0]

async function ask(asin: string, asked: AskedPlace): Promise<void> {
  const { domain, place } = asked
  const { zip, city, shipTo: ship_to } = place
  const given = { query: asin, domain, zip: zip ?? undefined, city: city ?? undefined, ship_to: ship_to ?? undefined }
  const parsed = contractFor(false).parseParams(ASKED_RECORD, given)
  if (!parsed.ok) throw new Error(`${domain} does not take ${JSON.stringify(place)}`)
  const { params } = parsed
  const retrieval = await retriever.retrieve({ record: ASKED_RECORD, params }, new AbortController().signal)
  attempts += retrieval.attempts
  if (!('json' in retrieval)) return count(retrieval.error)
  count(`200 ${retrieval.location}`)
  if (!isForPlace(JSON.parse(retrieval.json) as object, asin, asked)) ofAnotherPlace++
}

const start = performance.now()
let next = 0
const work = async (): Promise<void> => {
  while (next < REQUESTS) {
    next++
    await ask(random.pick(asins), random.pick(all))
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, work))
const seconds = (performance.now() - start) / 1000
await Promise.all([extractor.close(), source.close()])
await sandbox.close()

const sums = { made: 0, proven: 0, refused: 0, lost: 0 }
for (const counts of Object.values(source.counts())) {
  for (const event of ['made', 'proven', 'refused', 'lost'] as const) sums[event] += counts[event]
}
const aPage = (number: number): string => (number / REQUESTS).toFixed(2)
console.log(
  `${REQUESTS} requests for ${all.length} places of ${marketplaces.size} marketplaces in ${seconds.toFixed(1)} s`,
)
for (const [name, number] of outcomes) console.log(`  ${name}: ${number}`)
console.log(`200 for another place: ${ofAnotherPlace}`)
console.log(
  `a page: ${aPage(shopRequests)} requests to the shop, ${aPage(attempts)} attempts, ${aPage(sums.made)} sessions`,
)
console.log(
  `sessions: ${Object.entries(sums)
    .map(([event, number]) => `${event} ${number}`)
    .join(', ')}`,
)
if (ofAnotherPlace > 0) process.exitCode = 1
