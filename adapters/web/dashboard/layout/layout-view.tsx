import { useSignal } from '@preact/signals'
import type { DayRange } from '../../../store/ledger.ts'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { linkTo } from '../service/address.ts'
import { daysBack, splitDays } from '../service/days.ts'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { readStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../service/use-loaded.ts'
import { CandidateChart } from './candidate-chart.tsx'
import { findDrift, type FieldLayout } from './find-drift.ts'

/** Days that are compared with those before them. */
const RECENT_DAYS = 3
const ALL_DAYS = 30

interface Layout {
  readonly days: DayRange
  readonly fields: readonly FieldLayout[]
}

async function readLayout(): Promise<Layout> {
  const days = daysBack(ALL_DAYS)
  const [before, recent] = splitDays(days, RECENT_DAYS)
  const read = (part: DayRange) => readStatistics('winners', { days: part, byDay: false })
  return { days, fields: findDrift(...(await Promise.all([read(recent), read(before)]))) }
}

/** Which candidates give fields their values: where a marketplace changes its pages, it shows here first. */
export function LayoutView() {
  const loaded = useLoaded(readLayout, [])
  return (
    <>
      <Head
        title="Layout"
        about={`Which selector gave each field its value: the last ${RECENT_DAYS} days against the ${ALL_DAYS - RECENT_DAYS} before. A first candidate that stops winning is a change of the page.`}
      />
      <Loading of={loaded}>{(layout) => <Shown {...layout} />}</Loading>
    </>
  )
}

function Shown({ days, fields }: Layout) {
  const domain = useSignal('')
  const opened = useSignal<FieldLayout | null>(null)
  if (fields.length === 0) {
    return (
      <Empty title="No field was read yet">
        Send a request with a <a href={linkTo('keys')}>live key</a>. The selectors that gave the values of its record
        are counted here.
      </Empty>
    )
  }
  const domains = [...new Set(fields.map((field) => field.domain))]
  const shown = domain.value === '' ? fields : fields.filter((field) => field.domain === domain.value)
  const drifting = fields.filter(({ drift }) => drift !== 'none').length
  return (
    <>
      <div class="row apart">
        <p class={drifting > 0 ? 'notice warn' : 'notice'}>
          {drifting > 0
            ? `Fields whose first candidate wins less: ${formatNumber(drifting)}.`
            : 'No field has drifted.'}
        </p>
        <select
          aria-label="Domain"
          value={domain.value}
          onChange={({ currentTarget }) => (domain.value = currentTarget.value)}
        >
          <option value="">All domains</option>
          {domains.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {opened.value !== null && (
        <CandidateChart
          field={opened.value}
          days={days}
          onClose={() => (opened.value = null)}
          key={`${opened.value.domain} ${opened.value.field}`}
        />
      )}
      <FieldTable fields={shown} onOpen={(field) => (opened.value = field)} />
    </>
  )
}

interface FieldTableProps {
  readonly fields: readonly FieldLayout[]
  readonly onOpen: (field: FieldLayout) => void
}

function FieldTable({ fields, onOpen }: FieldTableProps) {
  const columns: readonly Column<FieldLayout>[] = [
    {
      title: 'Field',
      cell: (layout) => (
        <>
          <button type="button" class="plain" onClick={() => onOpen(layout)}>
            {layout.field}
          </button>{' '}
          {layout.drift !== 'none' && (
            <span class={`tag ${layout.drift === 'stopped' ? 'bad' : 'warn'}`}>{layout.drift}</span>
          )}
        </>
      ),
    },
    { title: 'Domain', cell: ({ domain }) => domain },
    { title: 'First candidate', as: 'wrap', cell: ({ candidates: [first] }) => <code>{first?.selector}</code> },
    {
      title: 'Before',
      as: 'number',
      cell: ({ beforeCount, candidates: [first] }) => (beforeCount === 0 ? '–' : formatShare(first?.before ?? 0)),
    },
    {
      title: 'Now',
      as: 'number',
      cell: ({ recentCount, candidates: [first] }) => (recentCount === 0 ? '–' : formatShare(first?.recent ?? 0)),
    },
    { title: 'Values now', as: 'number', cell: ({ recentCount }) => formatNumber(recentCount) },
  ]
  return (
    <Table isCard label="Fields" columns={columns} rows={fields} keyOf={({ domain, field }) => `${domain} ${field}`} />
  )
}
