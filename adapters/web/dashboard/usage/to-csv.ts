import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { AdminUsage } from '../../../http/admin/print-charges.ts'

const HEADINGS = ['day', 'key', 'name', 'kind', 'charges', 'credits']

/** Charges as comma-separated values. Source: RFC 4180. */
export function toCsv(rows: readonly AdminUsage[], keys: readonly AdminKey[]): string {
  const known = new Map(keys.map((key) => [key.id, key]))
  const lines = rows.map(({ day, keyId, kind, charges, credits }) => {
    const key = known.get(keyId)
    return [day, key?.prefix ?? keyId, key?.name ?? '', kind, String(charges), String(credits)]
  })
  return printCsv([HEADINGS, ...lines])
}

/** Rows of cells as comma-separated values. Source: RFC 4180. */
export function printCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

/** A cell that a program for tables does not take for a formula. Source: RFC 4180; OWASP, CSV injection, 2026-05. */
function quote(cell: string): string {
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
