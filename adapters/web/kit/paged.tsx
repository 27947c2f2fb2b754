import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Pager } from './pager.tsx'

interface PagedProps<Row> {
  /** What the rows are, for screen readers: `days`. */
  readonly of: string
  readonly rows: readonly Row[]
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

const PER_PAGE = 30

/** Rows that are loaded, some at a time. */
export function Paged<Row>({ of, rows, children }: PagedProps<Row>) {
  const asked = useSignal(0)
  const last = Math.max(0, Math.ceil(rows.length / PER_PAGE) - 1)
  const page = Math.min(asked.value, last)
  const turnTo = (to: number) => (to < 0 || to > last ? null : () => (asked.value = to))
  return (
    <>
      {children(rows.slice(page * PER_PAGE, (page + 1) * PER_PAGE))}
      <Pager of={of} onBack={turnTo(page - 1)} onNext={turnTo(page + 1)}>
        <span class="small quiet">
          {page + 1} of {last + 1}
        </span>
      </Pager>
    </>
  )
}
