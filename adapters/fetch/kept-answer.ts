import { extractorVersion } from '../package-version.ts'
import type { KeyedRequest } from '../store/idempotency.ts'
import type { Ledger } from '../store/ledger.ts'
import { packResult, unpackResult } from '../store/packed-result.ts'
import type { Storage } from '../store/storage.ts'
import { hasRoomFor } from '../../core/policy/index.ts'
import type { RetrievedRecord } from './retriever.ts'

/** A retrieval that was answered before. */
export interface KeptRetrieval extends RetrievedRecord {
  /** Program that extracted the page then, and its version. */
  readonly extractorVersion: string
}

type KeptFacts = Omit<KeptRetrieval, 'json' | 'winners' | 'issues' | 'location'> &
  Partial<Pick<KeptRetrieval, 'location'>>

interface KeepDeps {
  readonly ledger: Pick<Ledger, 'keepAnswer'>
  readonly storage: Pick<Storage, 'usage' | 'hasRoom'>
}

/** Stores a retrieval as the answer to a request, unless the stored bytes of the workspace, or the store, have no room for it. */
export async function keepRetrieval(
  request: KeyedRequest,
  { json, winners: _, issues: __, ...facts }: RetrievedRecord,
  { ledger, storage }: KeepDeps,
): Promise<void> {
  const answer = await packResult(`${JSON.stringify({ ...facts, extractorVersion })}\n${json}`)
  const usage = await storage.usage(request.workspaceId, request.mode)
  if (hasRoomFor(answer.length, usage) && (await storage.hasRoom())) await ledger.keepAnswer(request, answer)
}

/** A stored retrieval, with the same bytes of its record. Nothing is counted for it again, so it names no fields. */
export async function readKept(answer: Uint8Array): Promise<KeptRetrieval> {
  const text = await unpackResult(answer)
  const end = text.indexOf('\n')
  const facts = JSON.parse(text.slice(0, end)) as KeptFacts
  // Answers that were stored before there were places do not have `location`.
  return { ...facts, location: facts.location ?? null, winners: {}, issues: [], json: text.slice(end + 1) }
}
