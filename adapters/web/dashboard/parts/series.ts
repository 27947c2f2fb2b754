/** What a chart draws in one color. */
export interface Series {
  readonly name: string
  /** A color of the style, such as `--accent`. */
  readonly color: string
  /** A value for each day. null: there is none. */
  /** `marks`: points without a line. Default: as the chart is drawn. */
  readonly as?: 'marks'
  readonly values: readonly (number | null)[]
}
