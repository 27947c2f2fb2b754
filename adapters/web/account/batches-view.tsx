import type { BatchList } from '../../../core/contract/index.ts'
import { formatMoment, formatNumber } from '../parts/format.ts'
import { Problem } from './notice.tsx'
import { useAsked } from './use-asked.ts'

/** The last batches of live keys. */
export function BatchesView() {
  const { value, problem } = useAsked<BatchList>('live/batches')
  const batches = value.value?.batches ?? []
  return (
    <section class="stack" aria-labelledby="batches">
      <h2 id="batches">Last batches</h2>
      <Problem of={problem} />
      {value.value !== null && batches.length === 0 && <p class="quiet">There is no batch yet.</p>}
      <ul class="plain-list stack">
        {batches.map(({ id, status, created_at, total_count, processed_count }) => (
          <li class="card" key={id}>
            <strong>{status}</strong>, {formatNumber(processed_count)} of {formatNumber(total_count)} items, created{' '}
            {formatMoment(created_at)}
            <br />
            <code class="secret">{id}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
