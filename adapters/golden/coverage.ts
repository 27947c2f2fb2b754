import { cardSchema, productSchema } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import type { GoldenCase } from './golden-case.ts'

/** How many cases of each marketplace expect a value of each field: what nobody guards shows as 0. */
export interface Coverage {
  readonly kind: 'product' | 'card'
  readonly domains: readonly string[]
  /** A row a field, in the order of the wire; a number a domain. */
  readonly rows: readonly { readonly field: string; readonly counts: readonly number[] }[]
}

type Fields = Readonly<Record<string, unknown>>

/** Coverage of the fields of products and of cards. A case with several cards counts once. */
export function measureCoverage(cases: readonly GoldenCase[]): readonly [products: Coverage, cards: Coverage] {
  const domains = [...marketplaces.keys()]
  const records = cases.flatMap(({ domain, expected }) => {
    if (expected === null) return []
    const isSearch = 'products' in expected
    const entries: readonly Fields[] = isSearch ? expected.products : [expected]
    return [{ domain, isSearch, entries }]
  })
  const cover = (kind: Coverage['kind'], fields: readonly string[]): Coverage => {
    const own = records.filter(({ isSearch }) => isSearch === (kind === 'card'))
    const countOf = (field: string, domain: string): number =>
      own.filter((record) => record.domain === domain && record.entries.some((entry) => hasValue(field, entry[field])))
        .length
    return {
      kind,
      domains,
      rows: fields.map((field) => ({ field, counts: domains.map((domain) => countOf(field, domain)) })),
    }
  }
  const fieldsOf = (entries: object): string[] => Object.keys(entries).filter((field) => field !== 'html')
  return [cover('product', fieldsOf(productSchema.entries)), cover('card', fieldsOf(cardSchema.entries))]
}

/** Where the wire has no null, 0 stands for what is absent. */
const ZERO_IS_ABSENT: ReadonlySet<string> = new Set(['reviews_count', 'answered_questions_count'])

/** Whether a value says something: absent fields are null, false or empty. */
function hasValue(field: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value === 0 ? !ZERO_IS_ABSENT.has(field) : Boolean(value)
}
