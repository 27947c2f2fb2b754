import { useEffect, useRef } from 'preact/hooks'
import { theme } from '../../parts/theme.ts'
import type { ChartProps, DrawnChart } from './draw-chart.ts'

/** Values by day. Its program is loaded when the first chart is shown. */
export function Chart(props: ChartProps) {
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
  }, [JSON.stringify(series.map(({ name }) => name)), as, isDark])
  // New values leave what is pointed at as it is.
  useEffect(() => drawn.current?.update(props), [JSON.stringify([days, series])])
  return <div class="chart" ref={place} role="img" aria-label={label} />
}
