import * as v from 'valibot'
import type { Product, Provenance, SearchResponse } from '../../core/index.ts'
import { ToolError } from './tool-error.ts'
import type { ToolAnswer } from './tool.ts'

/** What `explainField` gives as data. */
export const explanation = v.object({
  field: v.string(),
  value: v.unknown(),
  winner: v.nullable(v.string()),
  attempts: v.array(v.record(v.string(), v.unknown())),
})

/** A record and where its values come from. `record`. Absent: null, the page has none. */
interface ExplainedRecord extends Pick<Provenance, 'winners' | 'attempts'> {
  readonly record: Product | SearchResponse | null
}

const CARD = /^products\[(\d+)\]\.(.+)$/

/** Where the value of a field comes from. Throws: `invalid_params`, when there is no such field. */
export function explainField({ record, winners, attempts }: ExplainedRecord, field: string): ToolAnswer {
  if (record === null) throw new ToolError('invalid_params', 'The page has no record. extract_page says what it is.')
  const [, index, name] = CARD.exec(field) ?? []
  const card = 'products' in record && index !== undefined ? record.products[Number(index)] : undefined
  const owner: object = card ?? record
  const key = card === undefined ? field : String(name)
  if (!Object.hasOwn(owner, key)) {
    const known = Object.keys(owner).join(', ')
    throw new ToolError('invalid_params', `The record has no field "${field}". Fields: ${known}.`)
  }
  const value = (owner as Readonly<Record<string, unknown>>)[key] ?? null
  const winner = winners[field] ?? null
  const own = (attempts ?? []).filter((attempt) => attempt.field === field)
  const rows = own.map(({ outcome, reason, source, text }) =>
    [reason === null ? outcome : `${outcome} (${reason})`, source, text ?? ''].join(' | '),
  )
  const text = [`${field} = ${JSON.stringify(value)}`, `read from: ${winner ?? 'nothing'}`, ...rows].join('\n')
  return { text, data: { field, value, winner, attempts: own } }
}
