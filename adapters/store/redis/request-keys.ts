import { MAX_REPLAYS } from '../../../core/policy/index.ts'
import { chargeIdOf, digestOf, type KeyClaim, type KeyedRequest, type KeyRefusal } from '../idempotency.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const CLAIM_KEY = loadScript('claim-key')

/** Claims an idempotency key. The key expires on the clock of Redis. */
export async function claimKey(
  connection: Connection,
  request: KeyedRequest,
  nowMs: number,
): Promise<KeyClaim | KeyRefusal> {
  const { workspaceId, mode, key } = request
  const reply = await connection.run<[id: string, row?: string] | KeyRefusal>(CLAIM_KEY, [
    workspaceId,
    `${mode}:${key}`,
    digestOf(request),
    chargeIdOf(request, nowMs),
    MAX_REPLAYS,
  ])
  if (typeof reply === 'string') return reply
  const [chargeId, row] = reply
  return { chargeId, chargedAtMs: row === undefined ? null : Number(row.split(' ')[2]) }
}
