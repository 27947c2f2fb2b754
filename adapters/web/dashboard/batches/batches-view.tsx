import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import { formatMoment, formatNumber } from '../../parts/format.ts'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import { Table, type Column } from '../parts/table.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { address, changeParams, linkTo } from '../service/address.ts'
import { useFollowed } from '../service/use-followed.ts'
import { BatchState, Progress, State } from './progress.tsx'

const PER_PAGE = 50

export const isRunning = ({ completed_at }: AdminBatch): boolean => completed_at === null

/** The batches of a workspace, a page at a time. The address names the page. */
export function BatchesView({ workspace }: ViewProps) {
  const { params } = address.value
  const kind = params.get('kind') === 'test' ? 'test' : 'live'
  const after = params.get('after') ?? ''
  return (
    <>
      <Head title="Batches" about="Items that are worked on in the background. Newest first.">
        <select
          aria-label="Kind of keys"
          value={kind}
          onChange={({ currentTarget }) => changeParams({ kind: currentTarget.value, after: null })}
        >
          <option value="live">Live keys</option>
          <option value="test">Sandbox keys</option>
        </select>
      </Head>
      <Page workspace={workspace.id} kind={kind} after={after} key={`${kind} ${after}`} />
    </>
  )
}

interface PageProps {
  readonly workspace: string
  readonly kind: 'live' | 'test'
  /** Last batch of the page before. Empty: this is the first page. */
  readonly after: string
}

/** A page of batches, which follows what happens. */
function Page({ workspace, kind, after }: PageProps) {
  const from = after === '' ? {} : { after }
  const loaded = useFollowed('batches.list', { workspace, kind, limit: PER_PAGE, ...from })
  const next = loaded.value?.next ?? null
  return (
    <>
      <Loading of={loaded}>
        {({ batches }) =>
          batches.length === 0 ? (
            <NoBatches kind={kind} />
          ) : (
            <Table isCard label="Batches" columns={COLUMNS} rows={batches} keyOf={({ id }) => id} />
          )
        }
      </Loading>
      {(after !== '' || next !== null) && (
        <nav class="row" aria-label="Pages of batches">
          {after !== '' && (
            <a class="button" href={linkTo('batches', null, { kind })}>
              Newest
            </a>
          )}
          {next !== null && (
            <a class="button" href={linkTo('batches', null, { kind, after: next })}>
              Older
            </a>
          )}
        </nav>
      )}
    </>
  )
}

function NoBatches({ kind }: Pick<PageProps, 'kind'>) {
  return (
    <Empty title="No batches yet">
      Programs create a batch with <code>POST /api/v1/market/batch</code>, and a {kind === 'test' ? 'sandbox' : kind}{' '}
      key.
    </Empty>
  )
}

const COLUMNS: readonly Column<AdminBatch>[] = [
  {
    title: 'Created',
    cell: ({ id, created_at: time }) => <a href={linkTo('batches', id)}>{formatMoment(time)}</a>,
  },
  { title: 'State', cell: (batch) => <BatchState of={batch} /> },
  { title: 'Items', cell: (batch) => <Progress of={batch} /> },
  { title: 'Endpoint', cell: ({ endpoint }) => endpoint },
  {
    title: 'Webhook',
    cell: ({ webhook_delivery_status: status }) =>
      status === null ? <span class="quiet">none</span> : <State of={status} />,
  },
  { title: 'Credits', as: 'number', cell: (batch) => formatNumber(batch.credits_charged) },
]
