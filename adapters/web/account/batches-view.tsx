import type { BatchList } from '../../../core/contract/index.ts'
import { formatMoment, formatNumber } from '../kit/format.ts'
import { Loading } from '../kit/loading.tsx'
import { useAsked } from './session.ts'

type Batch = BatchList['batches'][number]

/** What became of a batch: one that is complete may have failed. */
function State({ of: { status, total_count: total, failure_count: failed } }: { readonly of: Batch }) {
  if (status === 'failed' || (total > 0 && failed === total)) return <span class="tag bad">failed</span>
  if (failed > 0) return <span class="tag warn">{formatNumber(failed)} failed</span>
  return <span class={status === 'complete' ? 'tag good' : 'tag'}>{status}</span>
}

/** The last batches of live keys. */
export function BatchesView() {
  const loaded = useAsked<BatchList>('live/batches')
  return (
    <section class="stack" aria-labelledby="batches">
      <h2 id="batches">Last batches</h2>
      <Loading of={loaded}>
        {({ batches }) => (
          <>
            {batches.length === 0 && <p class="quiet">There is no batch yet.</p>}
            <ul class="plain-list">
              {batches.map((batch) => (
                <li class="card" key={batch.id}>
                  <State of={batch} /> {formatNumber(batch.processed_count)} of {formatNumber(batch.total_count)} items,
                  created {formatMoment(batch.created_at)}
                  <code class="meaning small">{batch.id}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  )
}
