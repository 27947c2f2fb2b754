import { useSignal } from '@preact/signals'
import { describeOutcome, type AuditEntry } from '../../../store/audit.ts'
import { formatMoment } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { daysBack } from '../service/days.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { describeChange } from './describe-change.ts'

const PER_PAGE = 25
const DAYS = 400

/** What operators did, the newest first. */
export function AuditView() {
  const pages = useSignal<readonly string[]>([])
  const after = pages.value.at(-1)
  const loaded = useLoaded(
    () => administrate('audit.list', { ...daysBack(DAYS), limit: PER_PAGE, ...(after === undefined ? {} : { after }) }),
    [after],
  )
  return (
    <section class="card stack">
      <h2>What was done</h2>
      <Loading of={loaded}>
        {({ entries, next }) => (
          <>
            <Table label="What was done" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
            {(after !== undefined || next !== null) && (
              <nav class="row" aria-label="Pages of what was done">
                <button
                  type="button"
                  disabled={after === undefined}
                  onClick={() => (pages.value = pages.value.slice(0, -1))}
                >
                  Newer
                </button>
                <button
                  type="button"
                  disabled={next === null}
                  onClick={() => (pages.value = [...pages.value, next ?? ''])}
                >
                  Older
                </button>
              </nav>
            )}
          </>
        )}
      </Loading>
    </section>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'When', cell: ({ atMs }) => formatMoment(atMs) },
  {
    title: 'Who',
    cell: ({ actor }) => (
      <span class="cut" title={actor}>
        {actor}
      </span>
    ),
  },
  { title: 'Command', cell: ({ command }) => <code>{command}</code> },
  {
    title: 'Outcome',
    cell: (entry) => (
      <span class={`tag ${entry.outcome === 'ok' ? 'good' : entry.outcome === null ? 'warn' : 'bad'}`}>
        {describeOutcome(entry)}
      </span>
    ),
  },
  { title: 'Of', cell: ({ workspaceId, subjectId }) => <code>{subjectId ?? workspaceId ?? ''}</code> },
  { title: 'Before and after', as: 'wrap', cell: (entry) => <code class="input">{describeChange(entry)}</code> },
]
