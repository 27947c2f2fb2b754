import type { AskedPage, SimulatedRecord } from '../../record/simulated-record.ts'
import { parseProductPath } from './addresses.ts'
import { findMagicAsin, magicAsins } from './magic.ts'
import type { ProductPageRequest } from './page-request.ts'
import { renderProduct } from './render-product.ts'
import { generateProduct } from './truth/generate-product.ts'

/** The product pages of the simulated marketplace. */
export const simulatedProduct: SimulatedRecord<'product', ProductPageRequest> = {
  name: 'product',
  magic: {
    heading: 'ASIN',
    answers: magicAsins.map(({ asin, description }) => ({ query: asin, description })),
  },
  examples: [
    { query: 'B0SHLFS081', domain: 'de', text: 'a product in Germany' },
    { query: 'B0DEAL0000', domain: 'com', text: 'a deal' },
    { query: 'B0NEWUSED0', domain: 'co.uk', text: 'new and used offers' },
    { query: 'B0CHILD000', domain: 'fr', text: 'a family of variations' },
    { query: 'B0SUBSAVE0', domain: 'co.jp', text: 'a subscription in Japan' },
  ],
  ask: askForProduct,
  findDestination(path) {
    const address = parseProductPath(path)
    if (address === null) return null
    const { asin, isMoved } = address
    if (asin === null) return { state: 'not_found' }
    return isMoved ? { status: 301, to: `/dp/${asin}` } : askForProduct(asin)
  },
  print: ({ weight, ...request }) => renderProduct(generateProduct(request), { weight }),
}

function askForProduct(asin: string): AskedPage<ProductPageRequest> {
  const magic = findMagicAsin(asin)
  return { request: { asin, ...magic?.page }, faults: magic?.faults ?? '', moves: magic?.moves }
}
