import { useSignal } from '@preact/signals'
import type { AdminWatch, AdminWatchItem } from '../../../http/admin/watch-commands.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { describeInput, printValue } from './describe-watch.ts'

const PER_PAGE = 20

interface WatchItemsProps {
  readonly watch: AdminWatch
  /** Index of the item whose values are charted. */
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** The items of a watch, of which one is chosen for the chart. */
export function WatchItems({ watch, chosen, onChoose }: WatchItemsProps) {
  const from = useSignal(0)
  const loaded = useLoaded(
    () => administrate('watches.items', { watch: watch.id, from: from.value, limit: PER_PAGE }, true),
    [watch.id, from.value, watch.looks_count],
  )
  return (
    <section class="card stack">
      <h2>Items</h2>
      <Loading of={loaded}>
        {({ items, next }) => (
          <>
            <Table label="Items" columns={columnsOf(chosen, onChoose)} rows={items} keyOf={({ index }) => index} />
            {(from.value > 0 || next !== null) && (
              <nav class="row" aria-label="Pages of items">
                <button
                  type="button"
                  onClick={() => (from.value = Math.max(0, from.value - PER_PAGE))}
                  disabled={from.value === 0}
                >
                  Back
                </button>
                <button type="button" onClick={() => (from.value = next ?? from.value)} disabled={next === null}>
                  Next
                </button>
              </nav>
            )}
          </>
        )}
      </Loading>
    </section>
  )
}

function columnsOf(chosen: number, onChoose: (index: number) => void): readonly Column<AdminWatchItem>[] {
  return [
    {
      title: 'Item',
      cell: ({ input, reference }) => (
        <>
          <span class="cut" dir="auto" title={describeInput(input, reference)}>
            {describeInput(input, reference)}
          </span>
          {reference !== null && (
            <span class="meaning small quiet cut" dir="auto">
              {describeInput(input)}
            </span>
          )}
        </>
      ),
    },
    {
      title: 'Last values',
      as: 'wrap',
      cell: ({ values }) => (
        <span dir="auto">
          {values.length === 0
            ? 'none yet'
            : values.map(({ field, value }) => `${field}: ${printValue(value)}`).join(', ')}
        </span>
      ),
    },
    {
      title: 'Last look',
      cell: ({ last_look_at: time }) => (time === null ? <span class="quiet">none yet</span> : formatMoment(time)),
    },
    { title: 'Next look', cell: ({ next_look_at: time }) => formatMoment(time) },
    {
      title: 'Chart',
      as: 'actions',
      cell: ({ index }) => (
        <button type="button" class="plain" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
          {index === chosen ? 'In the chart' : 'Chart'}
          <span class="unseen"> item {formatNumber(index)}</span>
        </button>
      ),
    },
  ]
}
