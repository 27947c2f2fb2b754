import { fieldOfPath } from '../../core/index.ts'

/** The label of a detail row comes from the page. All labels count as one source, so that the number of series is limited. */
const DETAIL_ROW = /^(detail row): .*/

/** The field that a winner is counted for, and its source: rows count together, and so do labels of detail rows. */
export function winnerSource(path: string, winner: string): readonly [field: string, source: string] {
  const source = winner.startsWith('detail row') ? winner.replace(DETAIL_ROW, '$1') : winner
  return [path.includes('[') ? fieldOfPath(path) : path, source]
}
