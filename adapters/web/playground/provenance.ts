import type { Attempt, Issue } from '../../../core/index.ts'
import type { PageExtraction } from '../../pages/extract-page.ts'

/** One field of a record, or of a card, and where its value is from. */
export interface Field {
  /** `price`; `products[3].price` of a card. */
  readonly path: string
  /** `price` */
  readonly name: string
  readonly value: unknown
  readonly isEmpty: boolean
  /** Selector, or a description of what else gave the value. Absent: null, nothing did. */
  readonly source: string | null
  readonly issue: Issue | null
  /** Order: as tried. */
  readonly attempts: readonly Attempt[]
  /** Positions of the elements that the value was read from. Absent: an empty list, it is not from an element. */
  readonly elements: readonly number[]
}

/** A card of a search, and its fields. */
export interface CardView {
  /** `products[3]` */
  readonly path: string
  readonly fields: readonly Field[]
  /** Position of the card's element. */
  readonly element: number | null
  readonly title: string
  /** `1`, or `Ad 2`. */
  readonly label: string
  readonly isAd: boolean
}

/** What the record of a page consists of. */
export interface ProvenanceView {
  /** Fields of a product, or those of a search besides its cards. */
  readonly fields: readonly Field[]
  readonly cards: readonly CardView[]
  /** Paths of the fields that an element gave a value to, by its position; of a card's element, the path of the card. */
  readonly pathsOf: ReadonlyMap<number, readonly string[]>
}

/** Reads what is known of each field. */
export function toProvenance(extraction: PageExtraction): ProvenanceView {
  const { record } = extraction
  if (record === null) return { fields: [], cards: [], pathsOf: new Map() }
  const sources = indexSources(extraction)
  if (!('products' in record)) return withPaths(toFields(record, '', sources), [])
  const { products, ...rest } = record
  const cards = products.map((card, index): CardView => {
    const { organic_position, sponsored_position, title } = card
    const isAd = sponsored_position !== null
    const path = `products[${index}]`
    return {
      path,
      fields: toFields(card, `${path}.`, sources),
      element: extraction.rowElements?.[index] ?? null,
      title,
      label: isAd ? `Ad ${sponsored_position}` : String(organic_position ?? '–'),
      isAd,
    }
  })
  return withPaths(toFields(rest, '', sources), cards)
}

interface Sources {
  readonly winners: Readonly<Record<string, string | undefined>>
  readonly issues: ReadonlyMap<string, Issue>
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>
}

function indexSources({ winners, issues, attempts }: PageExtraction): Sources {
  const byField = new Map<string, Attempt[]>()
  for (const attempt of (attempts ?? []) as readonly Attempt[]) {
    const own = byField.get(attempt.field)
    if (own === undefined) byField.set(attempt.field, [attempt])
    else own.push(attempt)
  }
  return {
    winners,
    issues: new Map((issues as readonly Issue[]).map((issue) => [issue.field, issue])),
    attempts: byField,
  }
}

function toFields(record: object, prefix: string, sources: Sources): Field[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'html') return []
    const path = prefix + name
    const attempts = sources.attempts.get(path) ?? []
    const isEmpty = isEmptyValue(value)
    return {
      path,
      name,
      value,
      isEmpty,
      source: isEmpty ? null : (sources.winners[path] ?? sourceOfParts(attempts)),
      issue: sources.issues.get(path) ?? null,
      attempts,
      elements: isEmpty ? [] : findElements(path, prefix, sources),
    }
  })
}

/** A value that says nothing: the page does not show the field. */
function isEmptyValue(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The source of a field whose parts have one each. */
function sourceOfParts(attempts: readonly Attempt[]): string | null {
  return attempts.find(({ outcome }) => outcome === 'won')?.source ?? null
}

const OTHER_FIELD = /^field: (\w+)$/

/** Elements of the attempts that gave the value. A value that follows from another field has the elements of that one. */
function findElements(path: string, prefix: string, sources: Sources, seen: ReadonlySet<string> = new Set()): number[] {
  if (seen.has(path)) return []
  const won = (sources.attempts.get(path) ?? []).filter(({ outcome }) => outcome === 'won')
  const positions = won.flatMap(({ elements, source }) => {
    const other = OTHER_FIELD.exec(source)?.[1]
    return other === undefined ? elements : findElements(prefix + other, prefix, sources, new Set([...seen, path]))
  })
  return [...new Set(positions)]
}

function withPaths(fields: readonly Field[], cards: readonly CardView[]): ProvenanceView {
  const pathsOf = new Map<number, string[]>()
  for (const { path, elements } of [...fields, ...cards.flatMap((card) => card.fields)]) {
    for (const element of elements) pathsOf.set(element, [...(pathsOf.get(element) ?? []), path])
  }
  for (const { element, path } of cards) if (element !== null && !pathsOf.has(element)) pathsOf.set(element, [path])
  return { fields, cards, pathsOf }
}
