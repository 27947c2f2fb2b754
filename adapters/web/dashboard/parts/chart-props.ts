import type { Series } from './series.ts'

export interface ChartProps {
  /** What the chart shows, for those who can't see it. */
  readonly label: string
  /** UTC. Form: `YYYY-MM-DD`. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** `bars`: on top of each other. */
  readonly as: 'bars' | 'lines'
  readonly format: (value: number) => string
  /** What the values count, beside the axis. Empty: the values say it. */
  readonly unit: string
}
