import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import { formatNumber } from '../../kit/format.ts'

/** How far a batch is: items that succeeded and that failed, of all. */
export function Progress({ of: batch }: { readonly of: AdminBatch }) {
  const { total_count: total, processed_count: done, failure_count: failed } = batch
  const percent = (count: number): string => `${(100 * count) / total}%`
  return (
    <div class="progress">
      <div
        class="bar"
        role="progressbar"
        aria-label="Items with a result"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span class="ok" style={{ width: percent(done - failed) }} />
        <span class="failed" style={{ width: percent(failed) }} />
      </div>
      <span class="small number">
        {formatNumber(done)} / {formatNumber(total)}
        {failed > 0 && <span class="failures">, {formatNumber(failed)} failed</span>}
      </span>
    </div>
  )
}

const TAGS: Readonly<Record<string, string>> = {
  complete: 'good',
  ok: 'good',
  delivered: 'good',
  failed: 'bad',
  error: 'bad',
  retrying: 'warn',
}

/** The state of a batch, with what became of its items: one that is complete may have failed. */
export function BatchState({ of: { status, total_count: total, failure_count: failed } }: { readonly of: AdminBatch }) {
  if (status !== 'complete' || failed === 0) return <State of={status} />
  return failed === total ? <span class="tag bad">all failed</span> : <span class="tag warn">partly failed</span>
}

/** The state of an item or a delivery, or of a batch as the interface names it. */
export function State({ of: state }: { readonly of: string }) {
  return <span class={`tag ${TAGS[state] ?? ''}`}>{state}</span>
}
