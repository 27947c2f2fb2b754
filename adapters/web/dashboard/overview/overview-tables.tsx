import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import { Card } from '../../kit/card.tsx'
import { formatDuration, formatNumber, formatShare } from '../../kit/format.ts'
import { Table } from '../../kit/table.tsx'
import { linkTo } from '../service/address.ts'
import { endpointOf, groupBy, sumRefusals, sumRequests, timeOf, type RequestSum } from './request-sums.ts'

/** A time of `timeOf` for a person. */
export function formatTime(ms: number | null): string {
  return ms === null ? '–' : formatStep(ms)
}

/** The end of a step in which times are counted together. */
export function formatStep(ms: number): string {
  return ms === Infinity ? `over ${formatDuration(45_000)}` : `≤ ${formatDuration(ms)}`
}

/** Says what `≤ 500ms` is: counts have no single times. */
export function StepsNote() {
  const steps = STEPS_MS.map((ms) => formatDuration(ms)).join(', ')
  return (
    <p class="quiet small">
      Times are counted in steps: {steps}, and longer. “Half within ≤ 500ms” means that half of the requests took 500ms
      or less, and that fewer than half took 250ms or less.
    </p>
  )
}

/** Ends of the steps. See `DailyStatistics`. Unit: ms. */
const STEPS_MS = [250, 500, 1000, 2000, 4000, 8000, 16_000, 45_000]

export function EndpointTable({ rows }: { readonly rows: readonly StatisticsRow[] }) {
  const endpoints = [...groupBy(rows, endpointOf)].map(([name, own]) => ({ name, sum: sumRequests(own) }))
  return (
    <Card title="Endpoints">
      <Table
        label="Endpoints"
        columns={[
          { title: 'Endpoint', cell: ({ name }) => name },
          { title: 'Requests', as: 'number', cell: ({ sum }) => formatNumber(sum.total) },
          { title: 'Succeeded', as: 'number', cell: ({ sum }) => formatShare(sum.ok / sum.total) },
          { title: 'Half within', as: 'number', cell: ({ sum }) => formatTime(timeOf(sum, 0.5)) },
          { title: '95% within', as: 'number', cell: ({ sum }) => formatTime(timeOf(sum, 0.95)) },
        ]}
        rows={endpoints}
        keyOf={({ name }) => name}
      />
    </Card>
  )
}

/** An error, which leads to the requests of the last days that got it. */
function ErrorLink({ error }: { readonly error: string }) {
  return (
    <a href={linkTo('requests', null, { outcome: error, range: '7d' })}>
      <code>{error}</code>
    </a>
  )
}

export function ErrorTable({ sum: { errors, total } }: { readonly sum: RequestSum }) {
  return (
    <Card title="Errors">
      <Table
        label="Errors"
        columns={[
          { title: 'Error', as: 'wrap', cell: ([error]) => <ErrorLink error={error} /> },
          { title: 'Requests', as: 'number', cell: ([, count]) => formatNumber(count) },
          { title: 'Of all', as: 'number', cell: ([, count]) => formatShare(count / total) },
        ]}
        rows={[...errors].toSorted(([, a], [, b]) => b - a)}
        none="No request has failed."
        keyOf={([error]) => error}
      />
    </Card>
  )
}

interface RefusalTableProps {
  readonly rows: readonly StatisticsRow[]
  /** Refusals of keys that nobody knows, which belong to no workspace. */
  readonly unknown: readonly StatisticsRow[]
}

export function RefusalTable({ rows, unknown }: RefusalTableProps) {
  const invalidKeys = unknown.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title="Refused before a page was fetched">
      <Table
        label="Refused requests"
        columns={[
          { title: 'Error', as: 'wrap', cell: ({ error }) => <ErrorLink error={error} /> },
          { title: 'Endpoint', as: 'wrap', cell: ({ endpoint }) => endpoint },
          { title: 'Requests', as: 'number', cell: ({ count }) => formatNumber(count) },
        ]}
        rows={sumRefusals(rows)}
        none="No request was refused."
        keyOf={({ error, endpoint }) => `${error} ${endpoint}`}
      />
      {invalidKeys > 0 && (
        <p class="quiet small">
          Besides, {formatNumber(invalidKeys)} requests to the service had no known key, and got 401.
        </p>
      )}
    </Card>
  )
}
