import type { Rank } from '../../../../core/contract/index.ts'
import { toFieldChart, type FieldChart } from './chart-series.ts'

/** Colors of the products, in the order of the watch. */
const COLORS = ['--accent', '--other', '--mark', '--bad', '--good', '--quiet']

/** Organic positions as steps, a line for each product. Absent: null, none was among the results. */
export function toRankChart(rank: Rank): FieldChart | null {
  const { watch, item, from, to, gaps, last_look_at, next_from } = rank
  const charts = rank.track.asins.flatMap((asin) => {
    const points = rank.points.map(({ at, products }) => {
      const value = products.find((one) => one.asin === asin)?.organic_position ?? null
      return { at, value, series: 1, place: null, winner: null }
    })
    return toFieldChart({ watch, item, field: asin, from, to, points, gaps, last_look_at, next_from }) ?? []
  })
  const [first] = charts
  if (first === undefined) return null
  const lines = charts.flatMap(({ series }) => series)
  return {
    times: first.times,
    series: lines.map(({ name, values }, index) => {
      return { name, values, color: COLORS[index % COLORS.length] ?? '--accent' }
    }),
  }
}
