import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { theme } from './theme.ts'
import { zone } from './zone.ts'
import { formatTime } from './chart-time.ts'
import type { DrawnChart } from './draw-chart.ts'
import type { ChartProps } from './series.ts'
import { Paged } from './paged.tsx'
import { Table } from './table.tsx'

interface ChartWithTableProps extends ChartProps {
  /** The same as a table. Default: the values by day. */
  readonly children?: ComponentChildren
}

/** Values by day or time. Its program is loaded when the first chart is shown. */
export function Chart({ children, ...props }: ChartWithTableProps) {
  const { label, days, series, as } = props
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart | null>(null)
  const shown = useRef(props)
  shown.current = props
  const isDark = theme.value
  useEffect(() => {
    const { current } = place
    let isOver = false
    const draw = async (): Promise<void> => {
      const { drawChart } = await import('./draw-chart.ts')
      if (!isOver && current !== null) drawn.current = drawChart(current, shown.current)
    }
    void draw()
    return () => {
      isOver = true
      drawn.current?.remove()
      drawn.current = null
    }
  }, [JSON.stringify(series.map(({ name }) => name)), as, isDark, zone.value])
  // New values leave what is pointed at as it is.
  useEffect(() => drawn.current?.update(props), [JSON.stringify([days, series])])
  return (
    <>
      <div class="chart" ref={place} role="img" aria-label={label} />
      <AsTable {...props}>{children}</AsTable>
    </>
  )
}

/** The values of a chart, for those who want to read or copy them. */
function AsTable({ children, ...props }: ChartWithTableProps) {
  const { label } = props
  const isOpen = useSignal(false)
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary class="small">
        As a table<span class="unseen">: {label}</span>
      </summary>
      {isOpen.value && (children ?? <ValueTable {...props} />)}
    </details>
  )
}

function ValueTable({ label, days, series, as, format, unit }: ChartProps) {
  return (
    <Paged of={`the table: ${label}`} rows={days.map((day, at) => ({ day, at })).toReversed()}>
      {(rows) => (
        <Table
          label={`Table: ${label}`}
          columns={[
            { title: as === 'steps' ? 'Time' : 'Day (UTC)', cell: ({ day }) => formatTime(as)(day) },
            ...series.toReversed().map(({ name, values }) => ({
              title: unit === '' ? name : `${name} (${unit})`,
              as: 'number' as const,
              cell: ({ at }: { readonly at: number }) => printValue(values[at], format),
            })),
          ]}
          rows={rows}
          keyOf={({ day }) => day}
        />
      )}
    </Paged>
  )
}

function printValue(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
