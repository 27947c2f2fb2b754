import type { Key } from '../../../store/keys.ts'
import type { Usage } from '../../../store/ledger.ts'
import { toCsv } from './to-csv.ts'

/** Saves charges by day, key and kind as a file. */
export function saveCsv(rows: readonly Usage[], keys: readonly Key[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows, keys)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'usage.csv'
  link.click()
  URL.revokeObjectURL(url)
}
