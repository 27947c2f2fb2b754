/** How a chart is drawn. */
export type ChartForm = 'bars' | 'lines' | 'steps'

/** What a chart draws in one color. */
export interface Series {
  readonly name: string
  /** A color of the style, such as `--accent`. */
  readonly color: string
  /** `marks`: points without a line. Default: as the chart is drawn. */
  readonly as?: 'marks'
  /** A value for each day. null: nothing is known of it. */
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  /** What the chart shows, for those who can't see it. */
  readonly label: string
  /** UTC. Form: `YYYY-MM-DD`; of steps, a time in ISO 8601. Order: time. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** `bars`: on top of each other. `steps`: times are as far apart as they are; each value is given where it begins and where it ends. */
  readonly as: ChartForm
  readonly format: (value: number) => string
  /** What the values count, beside the axis. Empty: the values say it. */
  readonly unit: string
  /** Whether the values are ranks: the first is at the top. Default: false. */
  readonly isRank?: boolean
}
