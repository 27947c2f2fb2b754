import type { Drift } from '../../../../core/policy/index.ts'
import type { NamedLayout } from '../../../observe/field-layouts.ts'
import { Button } from '../../kit/button.tsx'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { Table, type Column } from '../../kit/table.tsx'

interface FieldTableProps {
  readonly fields: readonly NamedLayout[]
  readonly keyOf: (layout: NamedLayout) => string
  readonly onOpen: (layout: NamedLayout) => void
}

/** Drifts that lose values. */
const BAD: ReadonlySet<Drift> = new Set(['vanished', 'rarer', 'unread'])

/** `value`: a share. null: nothing was counted. */
export const printShare = (value: number | null): string => (value === null ? '–' : formatShare(value))

export function DriftTag({ drift }: { readonly drift: Drift }) {
  return drift === 'none' ? null : <span class={`tag ${BAD.has(drift) ? 'bad' : 'warn'}`}>{drift}</span>
}

export function FieldTable({ fields, keyOf, onOpen }: FieldTableProps) {
  const share = (title: string, valueOf: (layout: NamedLayout) => number | null): Column<NamedLayout> => ({
    title,
    as: 'number',
    cell: (layout) => printShare(valueOf(layout)),
  })
  const columns: readonly Column<NamedLayout>[] = [
    {
      title: 'Field',
      cell: (layout) => (
        <>
          <Button text={layout.field} class="plain" onClick={() => onOpen(layout)} /> <DriftTag drift={layout.drift} />
        </>
      ),
    },
    { title: 'Record', cell: ({ record }) => record },
    { title: 'Domain', cell: ({ domain }) => domain },
    share('Filled before', ({ filled }) => filled.before),
    share('Filled now', ({ filled }) => filled.recent),
    share('Unread now', ({ unread }) => unread.recent),
    { title: 'First selector', as: 'wrap', cell: ({ sources: [first] }) => <code>{first?.source}</code> },
    share('Its share before', ({ sources: [first] }) => first?.before ?? null),
    share('Its share now', ({ sources: [first] }) => first?.recent ?? null),
    { title: 'Read now', as: 'number', cell: ({ reads }) => formatNumber(reads.recent) },
  ]
  return <Table isCard label="Fields" columns={columns} rows={fields} keyOf={keyOf} />
}
