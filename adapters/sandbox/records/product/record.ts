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
  return { request: { asin, ...magic?.page }, faults: magic?.faults ?? '' }
}
