import { createHash } from 'node:crypto'
import { REFERENCE, type BatchParams } from '../../../core/contract/index.ts'
import { parseRetrievalRequest, type RetrievalRequest } from '../../fetch/parse-request.ts'
import type { Idempotency } from '../../store/batches.ts'
import type { Service } from '../route/deps.ts'

type Items = Pick<BatchParams, 'endpoint' | 'items'>

/** The items whose parameters are right, parsed. */
export function parseItems({ contract }: Pick<Service, 'contract'>, { endpoint, items }: Items): RetrievalRequest[] {
  return items.flatMap((item) => {
    const parsed = parseRetrievalRequest(contract, endpoint, item)
    return parsed.ok ? [parsed.params] : []
  })
}

/**
 * Bodies are the same whose answers would be: what counts of an item is what it asks for, as it is parsed, and its
 * reference; neither `timeout`, nor the order of members, nor those that are null. `others`: what the body says
 * besides its items. Its names are part of the digest.
 */
export function toIdempotency(
  key: string,
  { endpoint, items }: Items,
  requests: readonly RetrievalRequest[],
  others: Readonly<Record<string, unknown>>,
): Idempotency {
  const parsed = requests.map(({ meaning, form }, index) => [meaning, form, items[index]?.[REFERENCE] ?? null])
  const body = JSON.stringify({ endpoint, items: parsed, ...others }, inOrder)
  return { key, bodyHash: createHash('sha256').update(body).digest('base64url') }
}

/** An object with its members in one order, without those that are null. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
