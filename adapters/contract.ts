import { defineContract, type Contract, type ParamsOf } from '../core/contract/index.ts'
import { requireRecord, type RecordName } from '../core/index.ts'
import { marketplaces, site } from '../selectors/index.ts'

const all = [...marketplaces.values()]

/** The requests of the interface, for all marketplaces, without a browser. */
export const contract = defineContract(all, { hasBrowser: false, owners: all, links: site.links })

/** The same where a browser is configured: pages can be rendered. */
const browserContract = defineContract(all, { hasBrowser: true, owners: all, links: site.links })

export function contractFor(hasBrowser: boolean): Contract {
  return hasBrowser ? browserContract : contract
}

/** The example parameters of a record, parsed. Throws: `Error`, when they are wrong. */
export function requireExampleParams<Name extends RecordName>(name: Name): ParamsOf<Name> {
  const parsed = contract.parseParams(name, requireRecord(name).exampleParams)
  if (parsed.ok) return parsed.params
  throw new Error(`The example parameters of "${name}" are wrong: ${JSON.stringify(parsed.details)}`)
}
