import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Cut } from '../../kit/cut.tsx'
import { Empty, Head } from '../../kit/head.tsx'
import { ModeSelect, useMode } from '../parts/mode-select.tsx'
import { ParamPager, ParamSearch, ParamSelect, readParams } from '../parts/params.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { useFollowed } from '../service/use-followed.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { BatchState, Progress, State } from './progress.tsx'

const PER_PAGE = 50
const FILTERS = ['state', 'key', 'reference', 'text']
const STATES = [
  ['running', 'Not ended'],
  ['succeeded', 'All succeeded'],
  ['partly_failed', 'Partly failed'],
  ['failed', 'All failed, or canceled'],
] as const

export const isRunning = ({ completed_at }: AdminBatch): boolean => completed_at === null

/** The batches of a workspace, a page at a time. The address names the page. */
export function BatchesView({ workspace }: ViewProps) {
  const { params } = address.value
  const after = params.get('after') ?? ''
  const filters = readParams(FILTERS)
  const loaded = useMode(workspace.id, async (kind) => {
    const { batches } = await administrate('batches.list', { workspace: workspace.id, kind, limit: 1 })
    return batches.length > 0
  })
  const keys = useLoaded(() => administrate('keys.list', { workspace: workspace.id }), [workspace.id])
  return (
    <>
      <Head title="Batches" about="Lists of items that are processed in the background. Newest first.">
        <ModeSelect mode={loaded.value ?? 'live'} />
      </Head>
      <Loading of={loaded}>
        {(kind) => (
          <>
            <div class="row filters">
              <ParamSelect name="state" label="State" all="All states" options={STATES} />
              <ParamSelect
                name="key"
                label="Key"
                all="All keys"
                options={(keys.value ?? []).filter((key) => key.kind === kind).map(({ id, name }) => [id, name])}
              />
              <ParamSearch name="text" label="Part of an id or of metadata" />
              <ParamSearch name="reference" label="Reference of an item" />
            </div>
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
  return (
    <>
      <Loading of={loaded}>
        {({ batches }) =>
          batches.length > 0 ? (
            <Table isCard label="Batches" columns={columnsOf(keys, batches)} rows={batches} keyOf={({ id }) => id} />
          ) : isFiltered ? (
            <Empty title="No batches">
              {next === null ? 'No batch matches the filters.' : 'None on this page. Older ones follow.'}
            </Empty>
          ) : (
            <NoBatches kind={kind} />
          )
        }
      </Loading>
      <ParamPager of="batches" next={next} params={{ kind }} />
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
  const metadata: Column<AdminBatch> = { title: 'Metadata', cell: (batch) => <Cut text={printMetadata(batch)} /> }
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
    { title: 'Key', cell: ({ key_id: id }) => <Cut text={names.get(id) ?? id} /> },
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
