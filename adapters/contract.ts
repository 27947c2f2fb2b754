import { defineContract, type Contract } from '../core/contract/index.ts'
import { marketplaces } from '../selectors/index.ts'

const domains = [...marketplaces.keys()]

/** The requests of the interface, for all marketplaces, without a browser. */
export const contract = defineContract(domains, { hasBrowser: false })

/** The same where a browser is configured: pages can be rendered. */
const browserContract = defineContract(domains, { hasBrowser: true })

export function contractFor(hasBrowser: boolean): Contract {
  return hasBrowser ? browserContract : contract
}
