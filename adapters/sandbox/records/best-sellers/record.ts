import type { AskedPage, PostedRequest, SimulatedRecord } from '../../record/simulated-record.ts'
import { parseListAddress, parseRestPath, restParameters, type ListAddress } from './truth/addresses.ts'
import { faultsOf, findMagicCategory, magicCategories } from './truth/magic.ts'
import type { BestSellersPageRequest } from './truth/page-request.ts'
import { renderList } from './render-list.ts'
import { generateList } from './truth/generate-list.ts'

/** The lists of best sellers of the simulated marketplace. */
export const simulatedBestSellers: SimulatedRecord<'best_sellers', BestSellersPageRequest> = {
  name: 'best_sellers',
  magic: magicCategories,
  examples: [{ query: 'kitchen', domain: 'com', text: 'a list of best sellers' }],
  ask: (query) => {
    const [alias = '', node = null] = query.split('/')
    return askFor({ list: 'best_sellers', alias, node, page: 1, isFree: false }, null)
  },
  findDestination(path, parameters) {
    const address = parseListAddress(path, parameters)
    if (address === null) return null
    return findMagicCategory(address.alias) === 'not-found' ? { state: 'not_found' } : askFor(address, null)
  },
  findPosted(path, _, posted) {
    const address = parseRestPath(path)
    if (address === null) return null
    return askFor(address, isKnown(address, posted) ? parseIndexes(posted.text) : [])
  },
  print: ({ weight, ...request }) => renderList(generateList(request), { weight }),
}

function askFor(address: ListAddress, part: readonly number[] | null): AskedPage<BestSellersPageRequest> {
  return { request: { ...address, part }, faults: part === null ? faultsOf(address.alias) : '' }
}

/** Whether a request has what the page named for it. */
function isKnown(address: ListAddress, { headers }: PostedRequest): boolean {
  return headers['x-amz-acp-params'] === restParameters(address)
}

const MAX_CARDS = 50

/** Entries that a request names, by their ranks. What is not such a request names none. */
function parseIndexes(text: string): readonly number[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return []
  }
  const { indexes } = typeof body === 'object' && body !== null ? (body as { indexes?: unknown }) : {}
  if (!Array.isArray(indexes)) return []
  return indexes.slice(0, MAX_CARDS).filter((index): index is number => Number.isInteger(index) && index >= 0)
}
