import type { AdminChange, AdminWatch } from '../../../http/admin/watch-commands.ts'
import { Card } from '../../kit/card.tsx'
import { Cut } from '../../kit/cut.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Pager, usePages } from '../../kit/pager.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { describeEvent, describeInput, printValue } from './describe-watch.ts'

const PER_PAGE = 50

/** One change of an event, or an event without changes. */
interface Row {
  readonly key: string
  readonly event: AdminChange['change']
  /** Absent: null, the event has none. */
  readonly change: AdminChange['change']['changes'][number] | null
}

/** What has changed, newest first. */
export function WatchChanges({ watch }: { readonly watch: AdminWatch }) {
  const { cursor: before, turnTo } = usePages<number>()
  const loaded = useLoaded(() => {
    const from = before === undefined ? {} : { before }
    return administrate('watches.changes', { watch: watch.id, limit: PER_PAGE, ...from }, true)
  }, [watch.id, before, watch.looks_count])
  return (
    <Card title="Changes">
      <Loading of={loaded}>
        {({ changes, next }) => (
          <>
            <Table
              label="Changes"
              columns={COLUMNS}
              rows={changes.flatMap(toRows)}
              none="Nothing has changed yet."
              keyOf={({ key }) => key}
            />
            <Pager of="changes" names={['Newer', 'Older']} {...turnTo(next)} />
          </>
        )}
      </Loading>
    </Card>
  )
}

function toRows({ sequence, change: event }: AdminChange): Row[] {
  if (event.changes.length === 0) return [{ key: String(sequence), event, change: null }]
  return event.changes.map((change) => ({ key: `${sequence} ${change.field}`, event, change }))
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Time', cell: ({ event }) => formatMoment(event.at) },
  {
    title: 'Item',
    cell: ({ event }) =>
      event.item === null ? 'the watch' : <Cut text={describeInput(event.item, event.reference)} />,
  },
  {
    title: 'Field',
    cell: ({ event, change }) =>
      change === null ? (
        <span class="quiet">{describeEvent(event)}</span>
      ) : (
        <>
          {change.field} {change.drift && <span class="tag warn">drift</span>}
        </>
      ),
  },
  { title: 'Before', cell: ({ change }) => change !== null && <Cut text={printValue(change.before)} /> },
  { title: 'After', cell: ({ change }) => change !== null && <Cut text={printValue(change.after)} /> },
  {
    title: 'Percent',
    as: 'number',
    cell: ({ change }) =>
      change === null || change.percent === null
        ? ''
        : `${change.percent > 0 ? '+' : ''}${formatNumber(change.percent)}%`,
  },
  { title: 'Selector', as: 'wrap', cell: ({ change }) => change !== null && <Winners of={change} /> },
  {
    title: 'Event',
    cell: ({ event: { webhook_delivery_status: status, alerts } }) =>
      status ?? <span class="quiet">{alerts.length > 0 ? 'read only' : 'no alert'}</span>,
  },
]

/** The selector that gave the value; where it is another one, the one before too. */
function Winners({ of: { winner, winner_before: before } }: { readonly of: NonNullable<Row['change']> }) {
  if (before === null || before === winner) return <Winner of={winner} />
  return (
    <>
      <div>
        <Winner of={winner} />
      </div>
      <span class="quiet small">before:</span> <Winner of={before} />
    </>
  )
}

function Winner({ of: winner }: { readonly of: string | null }) {
  return winner === null ? <span class="quiet">–</span> : <code class="input">{winner}</code>
}
