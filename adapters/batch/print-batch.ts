import type { BatchHead } from '../../core/contract/index.ts'
import type { Batch } from '../store/batches.ts'

/** What the interface shows of a batch, but for its results. */
function toBatchHead({ id, endpoint, createdAtMs, progress, webhookUrl, delivery }: Batch): BatchHead {
  return {
    id,
    status: progress.status,
    endpoint,
    total_count: progress.totalCount,
    processed_count: progress.processedCount,
    success_count: progress.successCount,
    failure_count: progress.failureCount,
    credits_charged: progress.creditsCharged,
    created_at: toTimestamp(createdAtMs),
    started_at: toTimestampOrNull(progress.startedAtMs),
    completed_at: toTimestampOrNull(progress.completedAtMs),
    webhook_url: webhookUrl,
    webhook_delivery_status: delivery?.status ?? null,
    webhook_last_error: delivery?.lastError ?? null,
    webhook_delivered_at: toTimestampOrNull(delivery?.deliveredAtMs ?? null),
  }
}

export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

function toTimestampOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : toTimestamp(timeMs)
}

/** Small results are sent together. Unit: characters. */
const PIECE_LENGTH = 64 * 1024

/** A batch with its results as JSON, in pieces: 1,000 results of 30 kB are never one text. */
export async function* printBatch(batch: Batch, results: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = `${JSON.stringify(toBatchHead(batch)).slice(0, -1)},"results":[`
  let separator = ''
  for await (const result of results) {
    piece += separator + result
    separator = ','
    if (piece.length < PIECE_LENGTH) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(`${piece}]}`)
}
