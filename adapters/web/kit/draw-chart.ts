import uPlot from 'uplot'
import { findLone, rankSplits, spanOf } from './chart-scale.ts'
import { formatShortDay, formatShortTime } from './chart-time.ts'
import type { ChartProps, Series } from './series.ts'
import { showAtPointer } from './show-at-pointer.ts'

export interface DrawnChart {
  /** Shows other values of the same series. */
  readonly update: (props: ChartProps) => void
  readonly remove: () => void
}

/** Unit: px. */
const HEIGHT = 220
const LABEL_FONT = '12px ui-sans-serif, system-ui, sans-serif'

/** Draws a chart into an element, again when the size of the element or the theme of the system changes. */
export function drawChart(place: HTMLElement, first: ChartProps): DrawnChart {
  let props = first
  const read = (): ChartProps => props
  let plot = createPlot(place, read)
  const sizes = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }))
  sizes.observe(place)
  const system = matchMedia('(prefers-color-scheme: dark)')
  const redraw = (): void => {
    plot.destroy()
    plot = createPlot(place, read)
  }
  system.addEventListener('change', redraw)
  return {
    update: (next) => {
      props = next
      plot.setData(toData(next))
    },
    remove: () => {
      sizes.disconnect()
      system.removeEventListener('change', redraw)
      plot.destroy()
    },
  }
}

/** `read`: gives what is shown now. */
function createPlot(place: HTMLElement, read: () => ChartProps): uPlot {
  const { days, series, as, format, unit, isRank = false } = read()
  const color = readColors(place)
  const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }
  const isStepped = as === 'steps'
  const bars = uPlot.paths.bars?.({ size: [0.7, 24] })
  const drawn = (entry: Series): uPlot.Series => ({
    label: entry.name,
    stroke: color(entry.color),
    ...(as === 'bars' && bars !== undefined ? { fill: color(entry.color), paths: bars } : { width: 2 }),
    ...(entry.as === 'marks' ? { paths: () => null } : {}),
    points: {
      show: entry.as === 'marks' || (!isStepped && as === 'lines' && days.length < 15),
      filter: (plot, index, isShown) => (isShown || as === 'bars' ? null : findLone([...(plot.data[index] ?? [])])),
      size: 9,
      ...(entry.as === 'marks' || isStepped ? { fill: color(entry.color) } : {}),
    },
  })
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    scales: {
      x: { time: false, range: () => (isStepped ? spanOf(read().days) : [-0.6, read().days.length - 0.4]) },
      y: {
        dir: isRank ? -1 : 1,
        range: (_plot, least, most) =>
          isRank ? [1, Math.max(10, most * 1.05)] : [Math.min(0, least * 1.05), most > 0 ? most * 1.05 : 1],
      },
    },
    axes: [
      {
        ...axis,
        values: (_plot, at) =>
          at.map((place) => (isStepped ? formatShortTime(place) : print(read().days[place], formatShortDay))),
        ...(isStepped ? { space: SHORT_TIME_PX, incrs: STEPS_MS } : {}),
        grid: { show: false },
        gap: 9,
        size: 36,
      },
      {
        ...axis,
        size: 64,
        ...(isRank ? { splits: (_plot, _axis, _least, most, apart) => rankSplits(most, apart) } : {}),
        ...(unit === '' ? {} : { label: unit, labelSize: 20, labelFont: LABEL_FONT }),
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    series: [{}, ...series.map(drawn)],
    cursor: {
      drag: { x: false, y: false },
      // The pointer is always at a day, not between two.
      move: (own, left, top) => [left < 0 ? left : own.valToPos(own.posToIdx(left), 'x'), top],
    },
    // The values are shown at the pointer, and in the table.
    legend: { live: false },
    plugins: [showAtPointer(read)],
  }
  return new uPlot(options, toData(read()), place)
}

function toData({ days, series, as }: ChartProps): uPlot.AlignedData {
  const values = as === 'bars' ? stack(series) : series.map((entry) => [...entry.values])
  return [days.map((day, index) => (as === 'steps' ? Date.parse(day) : index)), ...values]
}

/** Each series on top of those after it, so that the first is drawn first and the last is lowest. */
function stack(series: readonly Series[]): number[][] {
  return series.map(({ values }, index) =>
    values.map((_, at) => series.slice(index).reduce((sum, entry) => sum + (entry.values[at] ?? 0), 0)),
  )
}

/** Gives the values that colors of the style have now: a canvas does not know `light-dark()`. */
function readColors(place: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    place.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times between the labels of an axis of times. */
const STEPS_MS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 56, 112, 364].map((days) => days * DAY_MS),
]
/** Width of a time at the axis. Unit: px. */
const SHORT_TIME_PX = 96

function print<Value>(value: Value | null | undefined, format: (value: Value) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
