import { useEffect, useRef } from 'preact/hooks'
import { theme } from '../../parts/theme.ts'
import type { DrawnChart } from './draw-chart.ts'

export interface Series {
  readonly name: string
  /** A colour of the style, such as `--accent`. */
  readonly color: string
  /** A value for each day. null: there is none. */
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  /** What the chart shows, for those who can't see it. */
  readonly label: string
  /** UTC. Form: `YYYY-MM-DD`. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** `bars`: on top of each other. */
  readonly as: 'bars' | 'lines'
  readonly format: (value: number) => string
}

/** Values by day. Its program is loaded when the first chart is shown. */
export function Chart(props: ChartProps) {
  const { label, days, series, as } = props
  const place = useRef<HTMLDivElement>(null)
  const isDark = theme.value
  useEffect(() => {
    const { current } = place
    let chart: DrawnChart | null = null
    let isOver = false
    const draw = async (): Promise<void> => {
      const { drawChart } = await import('./draw-chart.ts')
      if (!isOver && current !== null) chart = drawChart(current, props)
    }
    void draw()
    return () => {
      isOver = true
      chart?.remove()
    }
  }, [JSON.stringify([days, series, as]), isDark])
  return <div class="chart" ref={place} role="img" aria-label={label} />
}
