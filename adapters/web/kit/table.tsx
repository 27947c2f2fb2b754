import type { ComponentChildren } from 'preact'

/** A column of a table. The cells of the first one name their rows. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row, at: number) => ComponentChildren
  /** `number`: right. `wrap`: long words are broken. `small`: wraps between words. `actions`: buttons; the title is only for screen readers. */
  readonly as?: 'number' | 'wrap' | 'small' | 'actions'
}

interface TableProps<Row> {
  /** What the table shows. */
  readonly label: string
  /** Whether the label is shown. Default: only screen readers say it. */
  readonly hasCaption?: boolean
  /** Whether the table is a card of its own. Default: it is in one. */
  readonly isCard?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** What is said instead of a table without rows. Default: the table has only its head. */
  readonly none?: ComponentChildren
  /** Names a row among the others. */
  readonly keyOf: (row: Row) => string | number
}

/** Rows with the same columns. Where the window is narrow, the table scrolls by itself. */
export function Table<Row>({ label, hasCaption = false, isCard = false, columns, rows, none, keyOf }: TableProps<Row>) {
  if (rows.length === 0 && none !== undefined) return <p class="quiet">{none}</p>
  return (
    <div class={isCard ? 'scroll card' : 'scroll'} tabIndex={0} role="region" aria-label={label}>
      <table>
        {hasCaption && <caption>{label}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, as }) => (
              <th scope="col" class={as === 'number' ? as : undefined} key={title}>
                {as === 'actions' ? <span class="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, as }, index) =>
                index === 0 ? (
                  <th scope="row" class={as} key={title}>
                    {cell(row, at)}
                  </th>
                ) : (
                  <td class={as} key={title}>
                    {cell(row, at)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
