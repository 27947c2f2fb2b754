import { requireRecord, type Issue, type SeenRecord } from '../../../core/index.ts'
import type { RetrievalRequest } from '../../fetch/parse-request.ts'
import type { Retriever } from '../../fetch/retriever.ts'

type Retrieved = Exclude<Awaited<ReturnType<Retriever['retrieve']>>, { readonly error: unknown }>

/** What a retrieval with provenance saw. `json`: the record without it. */
export function toSeen(
  { record, params }: RetrievalRequest,
  { json, winners }: Retrieved,
): { readonly seen: SeenRecord; readonly json: string } {
  const { provenance, ...values } = JSON.parse(json) as { readonly provenance?: { readonly issues?: readonly Issue[] } }
  const seen: SeenRecord = {
    kind: requireRecord(record).kinds[0] ?? record,
    domain: params.domain,
    language: params.language,
    record: values,
    winners,
    issues: provenance?.issues ?? [],
  }
  return { seen, json: JSON.stringify(values) }
}
