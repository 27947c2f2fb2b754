import { defineContract } from '../core/contract/index.ts'
import { marketplaces } from '../selectors/index.ts'

/** The requests of the interface, for all marketplaces. */
export const contract = defineContract([...marketplaces.keys()])
