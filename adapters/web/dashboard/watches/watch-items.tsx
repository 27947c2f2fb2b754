import type { AdminWatch, AdminWatchItem } from '../../../http/admin/watch-commands.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Cut } from '../../kit/cut.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Pager, usePages } from '../../kit/pager.tsx'
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

/** The items of a watch. The chosen one is in the chart. */
export function WatchItems({ watch, chosen, onChoose }: WatchItemsProps) {
  const { cursor: from = 0, turnTo } = usePages<number>()
  const loaded = useLoaded(
    () => administrate('watches.items', { watch: watch.id, from, limit: PER_PAGE }, true),
    [watch.id, from, watch.looks_count],
  )
  return (
    <Card title="Items">
      <Loading of={loaded}>
        {({ items, next }) => (
          <>
            <Table label="Items" columns={columnsOf(chosen, onChoose)} rows={items} keyOf={({ index }) => index} />
            <Pager of="items" {...turnTo(next)} />
          </>
        )}
      </Loading>
    </Card>
  )
}

function columnsOf(chosen: number, onChoose: (index: number) => void): readonly Column<AdminWatchItem>[] {
  return [
    {
      title: 'Item',
      cell: ({ input, reference }) => (
        <>
          <Cut text={describeInput(input, reference)} />
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
        <Button
          text={index === chosen ? 'In the chart' : 'Chart'}
          of={`item ${formatNumber(index)}`}
          class="plain"
          aria-pressed={index === chosen}
          onClick={() => onChoose(index)}
        />
      ),
    },
  ]
}
