import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { KindSelect, useKind } from '../kind-select.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import type { ViewProps } from '../view-props.ts'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { useFollowed } from '../service/use-followed.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { BatchFilters, readFilters } from './batch-filters.tsx'
import { BatchState, Progress, State } from './progress.tsx'

const PER_PAGE = 50

export const isRunning = ({ completed_at }: AdminBatch): boolean => completed_at === null

/** The batches of a workspace, a page at a time. The address names the page. */
export function BatchesView({ workspace }: ViewProps) {
  const { params } = address.value
  const after = params.get('after') ?? ''
  const filters = readFilters()
  const loaded = useKind(workspace.id, async (kind) => {
    const { batches } = await administrate('batches.list', { workspace: workspace.id, kind, limit: 1 })
    return batches.length > 0
  })
  const keys = useLoaded(() => administrate('keys.list', { workspace: workspace.id }), [workspace.id])
  return (
    <>
      <Head title="Batches" about="Items that are worked on in the background. Newest first.">
        <KindSelect kind={loaded.value ?? 'live'} />
      </Head>
      <Loading of={loaded}>
        {(kind) => (
          <>
            <BatchFilters keys={keys.value ?? []} kind={kind} />
            <Page
              workspace={workspace.id}
              kind={kind}
              after={after}
              filters={filters}
              keys={keys.value ?? []}
              key={`${kind} ${after} ${JSON.stringify(filters)}`}
            />
          </>
        )}
      </Loading>
    </>
  )
}

interface PageProps {
  readonly workspace: string
  readonly kind: 'live' | 'test'
  /** Last batch of the page before. Empty: this is the first page. */
  readonly after: string
  /** By the names of the command's members. */
  readonly filters: Readonly<Record<string, string>>
  readonly keys: readonly AdminKey[]
}

/** A page of batches, which follows what happens. */
function Page({ workspace, kind, after, filters, keys }: PageProps) {
  const from = after === '' ? {} : { after }
  const loaded = useFollowed('batches.list', { workspace, kind, limit: PER_PAGE, ...filters, ...from })
  const next = loaded.value?.next ?? null
  const isFiltered = Object.keys(filters).length > 0
  const params = { kind, ...filters }
  return (
    <>
      <Loading of={loaded}>
        {({ batches }) =>
          batches.length > 0 ? (
            <Table isCard label="Batches" columns={columnsOf(keys, batches)} rows={batches} keyOf={({ id }) => id} />
          ) : isFiltered ? (
            <Empty title="No batches">
              {next === null ? 'None is as the filters say.' : 'None so far: older ones follow.'}
            </Empty>
          ) : (
            <NoBatches kind={kind} />
          )
        }
      </Loading>
      {(after !== '' || next !== null) && (
        <nav class="row" aria-label="Pages of batches">
          {after !== '' && (
            <a class="button" href={linkTo('batches', null, params)}>
              Newest
            </a>
          )}
          {next !== null && (
            <a class="button" href={linkTo('batches', null, { ...params, after: next })}>
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

/** Metadata has a column where a batch has some. */
function columnsOf(keys: readonly AdminKey[], batches: readonly AdminBatch[]): readonly Column<AdminBatch>[] {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const metadata: Column<AdminBatch> = {
    title: 'Metadata',
    cell: (batch) => (
      <span class="cut" dir="auto" title={printMetadata(batch)}>
        {printMetadata(batch)}
      </span>
    ),
  }
  return [
    {
      title: 'Created',
      cell: ({ id, created_at: time }) => (
        <>
          <a href={linkTo('batches', id)}>{formatMoment(time)}</a>
          <code class="meaning small">{id}</code>
        </>
      ),
    },
    { title: 'State', cell: (batch) => <BatchState of={batch} /> },
    { title: 'Items', cell: (batch) => <Progress of={batch} /> },
    ...(batches.some((batch) => printMetadata(batch) !== '') ? [metadata] : []),
    { title: 'Endpoint', cell: ({ endpoint }) => endpoint },
    {
      title: 'Key',
      cell: ({ key_id: id }) => (
        <span class="cut" dir="auto" title={names.get(id) ?? id}>
          {names.get(id) ?? id}
        </span>
      ),
    },
    {
      title: 'Webhook',
      cell: ({ webhook_delivery_status: status }) =>
        status === null ? <span class="quiet">none</span> : <State of={status} />,
    },
    { title: 'Credits', as: 'number', cell: (batch) => formatNumber(batch.credits_charged) },
  ]
}

const printMetadata = ({ metadata }: AdminBatch): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
