import { describeOutcome, type AuditEntry } from '../../../store/audit.ts'
import { Card } from '../../kit/card.tsx'
import { Cut } from '../../kit/cut.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Pager, usePages } from '../../kit/pager.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { administrate } from '../service/administrate.ts'
import { daysBack } from '../service/days.ts'
import { describeChange } from './describe-change.ts'

const PER_PAGE = 25
const DAYS = 400

/** What operators did, the newest first. */
export function AuditView() {
  const { cursor: after, turnTo } = usePages<string>()
  const loaded = useLoaded(
    () => administrate('audit.list', { ...daysBack(DAYS), limit: PER_PAGE, ...(after === undefined ? {} : { after }) }),
    [after],
  )
  return (
    <Card title="What was done">
      <Loading of={loaded}>
        {({ entries, next }) => (
          <>
            <Table label="What was done" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
            <Pager of="what was done" names={['Newer', 'Older']} {...turnTo(next)} />
          </>
        )}
      </Loading>
    </Card>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'When', cell: ({ atMs }) => formatMoment(atMs) },
  { title: 'Who', cell: ({ actor }) => <Cut text={actor} /> },
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
