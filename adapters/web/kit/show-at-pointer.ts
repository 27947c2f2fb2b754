import type uPlot from 'uplot'
import { formatTime } from './chart-time.ts'
import type { ChartProps } from './series.ts'

/** Distance between the pointer and the values. Unit: px. */
const GAP = 12

/** Shows the values of the day that is pointed at, beside the pointer. `read`: gives what is shown now. */
export function showAtPointer(read: () => ChartProps): uPlot.Plugin {
  const box = document.createElement('div')
  box.className = 'at-pointer'
  box.hidden = true
  const show = (plot: uPlot): void => {
    const { idx, left = -1, top = 0 } = plot.cursor
    const { days, series, format, unit, as } = read()
    const day = days[idx ?? -1]
    box.hidden = left < 0 || day === undefined
    if (box.hidden || day === undefined) return
    // The lowest bar is the last series: they are read from above.
    const lines = series.flatMap(({ name, values, as: form }) => {
      const value = values[idx ?? -1] ?? null
      // A mark is said where it is.
      if (form === 'marks') return value === null ? [] : [name]
      return `${name}: ${value === null ? '–' : `${format(value)} ${unit}`.trim()}`
    })
    box.replaceChildren(...[formatTime(as)(day), ...lines].map(toLine))
    const isRight = left > plot.over.clientWidth / 2
    box.style.left = isRight ? '' : `${left + GAP}px`
    box.style.right = isRight ? `${plot.over.clientWidth - left + GAP}px` : ''
    box.style.top = `${Math.max(0, Math.min(top, plot.over.clientHeight - box.offsetHeight))}px`
  }
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: show,
    },
  }
}

function toLine(text: string): HTMLElement {
  const line = document.createElement('div')
  line.textContent = text
  return line
}
