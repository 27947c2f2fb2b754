import { requireFacts } from '../kit/records.ts'
import type { Shown } from './state.ts'

/** What a page is called: the title of its product, else what was asked for, or the name of its file. */
export function titleOf({ origin, reading }: Shown): string {
  const { record } = reading.extraction
  if (record !== null && 'title' in record && record.title !== null) return record.title
  if (origin.kind === 'file') return origin.name
  if (origin.kind === 'sample') return origin.sample.url ?? origin.sample.id
  const asked = origin.kind === 'sandbox' ? origin.page.query : origin.question.query
  return reading.record === null ? asked : `${requireFacts(reading.record).title}: ${asked}`
}
