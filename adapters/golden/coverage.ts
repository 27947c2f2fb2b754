import { cardSchema, productSchema } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { guardedFields, type Expectation } from './expectation.ts'
import type { GoldenCase } from './golden-case.ts'

/** Number of cases that expect a value, by field and marketplace. */
export interface Coverage {
  readonly domains: readonly string[]
  /**
   * One row a field, one number a domain.
   *
   * Order: that of the wire.
   */
  readonly rows: readonly { readonly field: string; readonly counts: readonly number[] }[]
}

type Entry = 'product' | 'card'

const fieldsOf = { product: guardedFields(productSchema), card: guardedFields(cardSchema) } as const

/** Counts the cases that expect a value of each field of a product and of a card. A case with several cards counts once. */
export function measureCoverage(cases: Iterable<GoldenCase>): Readonly<Record<Entry, Coverage>> {
  const domains = [...marketplaces.keys()]
  const counts = new Map<string, number>()
  for (const { facts, expectation } of cases) {
    for (const cell of cellsOf(facts.domain, facts.kind === 'product', expectation ?? {})) {
      counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
  }
  const cover = (entry: Entry): Coverage => ({
    domains,
    rows: fieldsOf[entry].map((field) => ({
      field,
      counts: domains.map((domain) => counts.get(cellOf(entry, domain, field)) ?? 0),
    })),
  })
  return { product: cover('product'), card: cover('card') }
}

/** Cells of the table that one case counts in. */
function cellsOf(domain: string, isProduct: boolean, expectation: Expectation): ReadonlySet<string> {
  if (isProduct) return new Set(Object.keys(expectation).map((field) => cellOf('product', domain, field)))
  const { products = [] } = expectation as { readonly products?: readonly Expectation[] }
  return new Set(products.flatMap((card) => Object.keys(card).map((field) => cellOf('card', domain, field))))
}

function cellOf(entry: Entry, domain: string, field: string): string {
  return `${entry} ${domain} ${field}`
}

/** Fields that no case expects a value of. */
export function unguardedFields({ rows }: Coverage): string[] {
  return rows.filter(({ counts }) => counts.every((count) => count === 0)).map(({ field }) => field)
}
