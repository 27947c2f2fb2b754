import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface PagedProps<Row> {
  /** What the rows are, for screen readers: `days`. */
  readonly of: string
  readonly rows: readonly Row[]
  readonly perPage: number
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** Rows that are loaded, some at a time. */
export function Paged<Row>({ of, rows, perPage, children }: PagedProps<Row>) {
  const asked = useSignal(0)
  const last = Math.max(0, Math.ceil(rows.length / perPage) - 1)
  const page = Math.min(asked.value, last)
  return (
    <>
      {children(rows.slice(page * perPage, (page + 1) * perPage))}
      {last > 0 && (
        <nav class="row" aria-label={`Pages of ${of}`}>
          <button type="button" onClick={() => (asked.value = page - 1)} disabled={page === 0}>
            Back
          </button>
          <span class="small quiet">
            {page + 1} of {last + 1}
          </span>
          <button type="button" onClick={() => (asked.value = page + 1)} disabled={page === last}>
            Next
          </button>
        </nav>
      )}
    </>
  )
}
