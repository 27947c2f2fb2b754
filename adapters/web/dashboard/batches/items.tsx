import { useSignal } from '@preact/signals'
import type { ItemStatus } from '../../../../core/contract/index.ts'
import type { UncheckedInput } from '../../../http/admin/commands.ts'
import type { AdminBatch, AdminItem } from '../../../http/admin/batch-commands.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { formatDuration, formatNumber } from '../../kit/format.ts'
import { Pager, usePages } from '../../kit/pager.tsx'
import { Pre } from '../../kit/pre.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { administrate } from '../service/administrate.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { DownloadResults } from './download-results.tsx'
import { usePlayground } from './playground-link.ts'
import { State } from './progress.tsx'

const PER_PAGE = 50
type Filter = 'all' | ItemStatus

/** The results of a batch: all, or those that failed. */
export function Items({ batch }: { readonly batch: AdminBatch }) {
  const filter = useSignal<Filter>('all')
  const counts = { all: batch.processed_count, ok: batch.success_count, error: batch.failure_count }
  const tab = (name: Filter, text: string) => ({ name, text: `${text} (${formatNumber(counts[name])})` })
  return (
    <Card
      title="Results"
      actions={batch.has_results && batch.processed_count > 0 && <DownloadResults batch={batch.id} />}
    >
      <Tabs
        label="Results of the batch"
        tabs={[tab('all', 'All'), tab('ok', 'Succeeded'), tab('error', 'Failed')]}
        chosen={filter.value}
        onChoose={(name) => (filter.value = name)}
      >
        {batch.has_results ? (
          <Page batch={batch} filter={filter.value} count={counts[filter.value]} key={filter.value} />
        ) : (
          <p class="quiet">The results are no longer kept. The record of the batch stays.</p>
        )}
      </Tabs>
    </Card>
  )
}

interface PageProps {
  readonly batch: AdminBatch
  readonly filter: Filter
  /** Results that there are. */
  readonly count: number
}

function Page({ batch: of, filter, count }: PageProps) {
  const { id: batch } = of
  const playground = usePlayground(of)
  const status = filter === 'all' ? {} : { status: filter }
  const shown = useSignal<number | null>(null)
  const { cursor: offset = 0, turnTo } = usePages<number>()
  // A page that is full does not change while the batch goes on.
  const filled = Math.min(Math.max(count - offset, 0), PER_PAGE)
  const loaded = useLoaded(
    () => administrate('batches.items', { batch, ...status, offset, limit: PER_PAGE }, true),
    [batch, filter, offset, filled],
  )
  return (
    <Loading of={loaded}>
      {({ items, next }) => (
        <>
          <ItemTable
            items={items}
            none={filter === 'error' ? 'No item has failed.' : 'No item has a result yet.'}
            playground={playground}
            onShow={(at) => (shown.value = offset + at)}
          />
          <Pager of="results" {...turnTo(next)} />
          {shown.value !== null && (
            <Result selection={{ batch, ...status, offset: shown.value }} onClose={() => (shown.value = null)} />
          )}
        </>
      )}
    </Loading>
  )
}

interface ItemTableProps {
  /** Gives the address of an item in the playground. Absent: null, it is not known. */
  readonly playground: (item: AdminItem) => string | null
  readonly items: readonly AdminItem[]
  /** Text that is shown without items. */
  readonly none: string
  /** `at`: position among the items. */
  readonly onShow: (at: number) => void
}

function ItemTable({ items, none, playground, onShow }: ItemTableProps) {
  const columns: readonly Column<AdminItem>[] = [
    { title: 'Item', cell: ({ index }) => formatNumber(index) },
    {
      title: 'Input',
      as: 'wrap',
      cell: ({ input }) => (
        <code class="input" dir="auto">
          {describe(input)}
        </code>
      ),
    },
    {
      title: 'Result',
      cell: ({ status, error }) => (
        <>
          <State of={status} /> {error !== null && <code>{error.error}</code>}
        </>
      ),
    },
    { title: 'Took', as: 'number', cell: (item) => formatDuration(item.duration_ms) },
    { title: 'Credits', as: 'number', cell: (item) => formatNumber(item.credits_charged) },
    {
      title: 'Record',
      as: 'actions',
      cell: (item, at) => (
        <>
          <Button text="Show" of={`item ${item.index}`} class="plain" onClick={() => onShow(at)} />
          {playground(item) !== null && (
            <a class="small" href={playground(item) ?? ''} target="_blank" rel="noreferrer">
              Playground<span class="unseen">: item {item.index}, in a new window</span>
            </a>
          )}
        </>
      ),
    },
  ]
  return <Table label="Results" columns={columns} rows={items} none={none} keyOf={({ index }) => index} />
}

/** Members of an input in one line: `query=B08N5WRWNW domain=de`. */
function describe(input: AdminItem['input']): string {
  return Object.entries(input)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

interface ResultProps {
  readonly selection: UncheckedInput<'batches.result'>
  readonly onClose: () => void
}

/** A result as the interface gives it. */
function Result({ selection, onClose }: ResultProps) {
  const loaded = useLoaded(() => administrate('batches.result', selection), [])
  return (
    <Dialog title="Result" onClose={onClose}>
      <Loading of={loaded}>
        {(result) => {
          const text = JSON.stringify(result, null, 2)
          return (
            <>
              <div>
                <CopyButton text={text} name="the JSON" />
              </div>
              <Pre class="tall" label="JSON" text={text} />
            </>
          )
        }}
      </Loading>
    </Dialog>
  )
}
