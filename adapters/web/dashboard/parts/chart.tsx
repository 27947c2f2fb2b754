import { useEffect, useRef } from 'preact/hooks'
import { theme } from '../../parts/theme.ts'
import type { ChartProps, DrawnChart } from './draw-chart.ts'

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
