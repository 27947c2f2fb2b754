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
 * Bodies are the same whose parameters are, as they are parsed: white space, and the case of an ASIN, do not count.
 * `others`: what the body says besides its items. Names and their order are part of the digest.
 */
export function toIdempotency(
  key: string,
  { endpoint, items }: Items,
  requests: readonly RetrievalRequest[],
  others: Readonly<Record<string, unknown>>,
): Idempotency {
  const parsed = requests.map(({ params }, index) => [params, items[index]?.[REFERENCE] ?? null])
  const body = JSON.stringify({ endpoint, items: parsed, ...others })
  return { key, bodyHash: createHash('sha256').update(body).digest('base64url') }
}
