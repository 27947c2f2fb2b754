import { findMagicAsin } from '../../../sandbox/server/magic.ts'
import { builtInPages } from '../../../sandbox/server/page-printer.ts'
import type { SandboxPage } from './protocol.ts'

/** A page of the simulated marketplace, made in the browser. */
export function printSandboxPage({ domain, asin, query }: SandboxPage): string {
  if (asin !== undefined) return builtInPages.product({ asin, domain, weight: 'light', ...findMagicAsin(asin)?.page })
  return builtInPages.search({ query, domain, weight: 'light', page: 1, sort: 'best_match', isEmpty: false })
}
