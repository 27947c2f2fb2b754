import {
  findRecordOf,
  parseRowPath,
  rowPath,
  type Attempt,
  type Page,
  type RecordName,
  type Winners,
} from '../../../core/index.ts'
import type { NamedExtraction, PageExtraction } from '../extract-page.ts'
import { flatten } from './compare.ts'
import { findReason, PARTS_OF } from './grounding-exceptions.ts'
import { holdsValue } from './holds-value.ts'
import { listElements, readEvidence, type PageElement } from './page-elements.ts'

/** A value of a record that was read from elements of its page. */
export interface GroundedValue {
  /** Record, and the field or the field of its rows: `product`, `price`. */
  readonly record: string
  readonly field: string
  /** Path in the record: `products[3].price`, `buybox[0].seller_name`. */
  readonly path: string
  readonly value: string | number
  /** Whether the elements show the value, or the attribute that was read has it. */
  readonly isGrounded: boolean
  /** Why the elements need not show such a value. Absent: null, they have to. */
  readonly exception: string | null
  readonly winner: string
}

/**
 * Whether the elements that gave the values of a record show these values: a number as a number, a text as a part of the
 * text. A flag is not shown, and what does not come from an element has none: data of scripts, the request.
 *
 * `extraction`: with `attempts`. `named`: the record that was read; null, the one that pages of its kind belong to.
 */
export function measureGrounding(
  page: Page,
  extraction: PageExtraction | NamedExtraction,
  named: RecordName | null = null,
): GroundedValue[] {
  const { kind, record } = extraction
  const definition = findRecordOf(kind, named)
  if (definition === null || record === null) return []
  const elements = listElements(page.document)
  const sources = new Sources(extraction, elements)
  const fields = Object.entries(flatten(definition, record)).filter(([path]) => path !== 'html')
  return fields.flatMap(([path, whole]) => {
    const parts = PARTS_OF[`${definition.name}.${path}`] ?? []
    const found = [path, ...parts].flatMap((own) => sources.find(own))
    const own = found.map(({ element }) => element)
    if (own.length === 0) return []
    const winner = found.map(({ source }) => source).join(' | ')
    const field = parseRowPath(path)?.field ?? path
    const texts = found.map(({ element, source }) => readEvidence(element, source))
    return leavesOf(whole, path).map(([leafPath, value]): GroundedValue => {
      const isGrounded = holdsValue(texts, value)
      const exception = isGrounded ? null : findReason(definition.name, nameOf(leafPath, field), value)
      return { record: definition.name, field, path: leafPath, value, isGrounded, exception, winner }
    })
  })
}

/** A field and the member of its value, without positions: `buybox.seller_name`. */
function nameOf(path: string, field: string): string {
  const start = path.indexOf(field)
  return path.slice(start).replaceAll(/\[[^\]]*\]/g, '')
}

/** Texts and numbers of a value, by their paths. */
function leavesOf(value: unknown, path: string): (readonly [path: string, value: string | number])[] {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((member, index) => leavesOf(member, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}.${name}`))
}

/** An element that gave a value, and the selector that found it. */
interface Source {
  readonly element: PageElement
  readonly source: string
}

const OTHER_FIELD = /^field: (\w+)/

/** The elements that gave the values of a record. */
class Sources {
  private readonly attempts = new Map<string, Attempt[]>()
  private readonly winners: Winners
  private readonly elements: readonly PageElement[]

  constructor({ attempts, winners }: PageExtraction | NamedExtraction, elements: readonly PageElement[]) {
    this.winners = winners
    this.elements = elements
    for (const attempt of (attempts ?? []) as readonly Attempt[]) {
      if (attempt.outcome !== 'won') continue
      const own = this.attempts.get(attempt.field)
      if (own === undefined) this.attempts.set(attempt.field, [attempt])
      else own.push(attempt)
    }
  }

  /** Elements of a field; of one that follows from another, those of the other. */
  find(path: string, seen: ReadonlySet<string> = new Set()): readonly Source[] {
    if (seen.has(path)) return []
    const own = this.attempts.get(path) ?? []
    const sources = own.length > 0 ? own.map(({ source }) => source) : [this.winners[path] ?? '']
    const others = sources.flatMap((source) => OTHER_FIELD.exec(source)?.[1] ?? [])
    return [
      ...own.flatMap(({ source, elements }) =>
        elements.flatMap((position) => {
          const element = this.elements[position]
          return element === undefined ? [] : [{ element, source }]
        }),
      ),
      ...others.flatMap((field) => this.find(siblingOf(path, field), new Set([...seen, path]))),
    ]
  }
}

/** The path of another field of the same row, or of the record. */
function siblingOf(path: string, field: string): string {
  const position = parseRowPath(path)
  return position === null ? field : rowPath(position.list, position.index, field)
}
