/**
 * Measures the processor time that a product costs without a session, in a session, and in one that has told its place.
 * Pages are as large as real ones, and come from the simulated marketplace in a process of its own. The three take
 * turns; the requests that make the sessions are part of the time.
 *
 * Usage: npm run bench -- session-cost [REQUESTS [ROUNDS]]
 */
import { createRetriever } from '../../adapters/retrieve/index.ts'
import { BROWSER_VERSIONS } from '../../adapters/retrieve/source/browser-versions.ts'
import { liveSource } from '../../adapters/retrieve/source/index.ts'
import { headerProfiles } from '../../adapters/retrieve/source/request-headers.ts'
import { withSessions } from '../../adapters/retrieve/sessions/index.ts'
import { startExtractPool } from '../../adapters/retrieve/threads/index.ts'
import { contractFor } from '../../adapters/contract.ts'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { startMarketplace } from './services.ts'

const REQUESTS = Number(process.argv[2] ?? 1000)
const ROUNDS = Number(process.argv[3] ?? 3)
const AT_A_TIME = 8
const PRODUCTS = 50

const WAYS = [
  { name: 'without a session', isAlwaysOn: false, zip: undefined },
  { name: 'in a session', isAlwaysOn: true, zip: undefined },
  { name: 'in a session with a place', isAlwaysOn: false, zip: '10117' },
] as const

const marketplace = await startMarketplace()
const extractor = await startExtractPool({ threads: 2 })
const retrievers = WAYS.map(({ isAlwaysOn }) => {
  const live = liveSource({ upstreams: new Map([['*', marketplace.url]]) })
  const settings = { isAlwaysOn, maxPages: 200, maxAgeMs: 6 * 3_600_000 }
  const source = withSessions(live, { settings, profiles: headerProfiles(BROWSER_VERSIONS) })
  return { source, retriever: createRetriever({ source, extractor }) }
})
const asins = Array.from({ length: PRODUCTS }, (_, index) => generateAsin(`session cost ${index}`))

/** Retrieves products. Gives the processor time of this process for each, extraction included. Unit: ms. */
async function measure(index: number, count: number): Promise<number> {
  const way = WAYS[index]
  const { retriever } = retrievers[index] ?? {}
  if (way === undefined || retriever === undefined) throw new Error(`There is no way ${index}`)
  let next = 0
  const before = process.cpuUsage()
  const work = async (): Promise<void> => {
    while (next < count) {
      const given = { query: asins[next++ % PRODUCTS], domain: 'de', zip: way.zip }
      const parsed = contractFor(false).parseParams(ASKED_RECORD, given)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed))
      const retrieval = await retriever.retrieve(
        { record: ASKED_RECORD, params: parsed.params },
        new AbortController().signal,
      )
      if (!('json' in retrieval)) throw new Error(`${retrieval.error}: ${retrieval.reason}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

try {
  for (const index of WAYS.keys()) await measure(index, 200)
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [index, { name }] of WAYS.entries()) {
      console.log(`round ${round}: ${name}: ${(await measure(index, REQUESTS)).toFixed(2)} ms`)
    }
  }
} finally {
  await Promise.all(retrievers.map(({ source }) => source.close()))
  await extractor.close()
  await marketplace.process.stop()
}
