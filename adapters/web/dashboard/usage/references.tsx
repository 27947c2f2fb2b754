import { formatNumber } from '../../kit/format.ts'
import type { ReferenceUsage } from '../../../store/ledger.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { Loading } from '../../kit/loading.tsx'
import { Paged } from '../../kit/paged.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/** What was charged for the items of batches, by their references. */
export function References({ workspace, days }: { readonly workspace: string; readonly days: DayRange }) {
  const loaded = useLoaded(() => administrate('usage.references', { workspace, ...days }), [workspace, days.from])
  return (
    <Loading of={loaded}>
      {(rows) => (
        <Paged of="references" rows={rows.toSorted((a, b) => b.credits - a.credits)}>
          {(page) => (
            <Table
              label="Charges by reference"
              columns={COLUMNS}
              rows={page}
              none="No item with a reference was charged."
              keyOf={({ reference, record }) => `${record} ${reference}`}
            />
          )}
        </Paged>
      )}
    </Loading>
  )
}

const COLUMNS: readonly Column<ReferenceUsage>[] = [
  {
    title: 'Reference',
    as: 'wrap',
    cell: ({ reference }) => (
      <a href={linkTo('batches', null, { reference })} dir="auto">
        {reference}
      </a>
    ),
  },
  { title: 'Record', cell: ({ record }) => record },
  { title: 'Charged items', as: 'number', cell: ({ charges }) => formatNumber(charges) },
  { title: 'Credits', as: 'number', cell: ({ credits }) => formatNumber(credits) },
]
