import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { AdminUsage } from '../../../http/admin/print-charges.ts'
import { toCsv } from './to-csv.ts'

/** Saves charges by day, key and kind as a file. */
export function saveCsv(rows: readonly AdminUsage[], keys: readonly AdminKey[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows, keys)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'usage.csv'
  link.click()
  URL.revokeObjectURL(url)
}
