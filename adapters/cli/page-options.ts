import { marketplaces } from '../../selectors/index.ts'
import type { ExtractPageOptions } from '../pages/extract-page.ts'
import { fail } from './exit-codes.ts'

const ASIN = /^[a-z0-9]{10}$/i

/** Arguments of the commands that read pages. */
export const pageArgs = {
  domain: { type: 'string', description: 'Marketplace (com, co.uk, de ...); recognised from the page when not given' },
  asin: { type: 'string', description: 'ASIN that was asked for' },
} as const

/** What the arguments ask for; ends the command when no page could be read like that. */
export function readPageOptions({ domain, asin }: ExtractPageOptions): ExtractPageOptions {
  if (domain !== undefined && !marketplaces.has(domain)) {
    fail(`there is no marketplace "${domain}". Marketplaces: ${[...marketplaces.keys()].join(', ')}`)
  }
  if (asin !== undefined && !ASIN.test(asin)) fail(`"${asin}" is no ASIN: 10 letters and digits`)
  return { domain, asin }
}
