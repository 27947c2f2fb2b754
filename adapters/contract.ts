import { defineContract, type Contract, type ParamsOf } from '../core/contract/index.ts'
import { requireRecord, type RecordName } from '../core/index.ts'
import { domains, pageMarketplaces, site, type PageDomain } from '../selectors/index.ts'
import { requireMarketplace } from './require-marketplace.ts'

const contracts = new Map<string, Contract>()

/**
 * The requests that a process answers.
 *
 * `hasBrowser`: pages can be rendered. `others`: marketplaces besides those of the interface. Default: none.
 */
export function contractFor(hasBrowser: boolean, others: readonly PageDomain[] = []): Contract {
  const key = JSON.stringify([hasBrowser, others])
  let contract = contracts.get(key)
  if (contract === undefined) {
    const all = [...domains, ...others].map(requireMarketplace)
    contract = defineContract(all, { hasBrowser, owners: [...pageMarketplaces.values()], links: site.links })
    contracts.set(key, contract)
  }
  return contract
}

/** The requests of the interface, without a browser. */
export const contract = contractFor(false)

/** The example parameters of a record, parsed. Throws: `Error`, when they are wrong. */
export function requireExampleParams<Name extends RecordName>(name: Name): ParamsOf<Name> {
  const parsed = contract.parseParams(name, requireRecord(name).exampleParams)
  if (parsed.ok) return parsed.params
  throw new Error(`The example parameters of "${name}" are wrong: ${JSON.stringify(parsed.details)}`)
}
