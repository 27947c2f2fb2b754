import type { Receipt } from './reader/protocol.ts'

const PARAMETER = 'receipt'

/** The part of an address after `#` that holds a receipt. */
export function printReceiptHash(receipt: Receipt): string {
  const bytes = new TextEncoder().encode(JSON.stringify(receipt))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const code = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `#${PARAMETER}=${code}`
}

/** The receipt of an address. Absent: null, the address has none, or it is damaged. */
export function parseReceiptHash(hash: string): Receipt | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get(PARAMETER)
  if (code === null) return null
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isReceipt(value) ? value : null
  } catch {
    // Anybody can write an address.
    return null
  }
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { field, page, version } = value as Partial<Record<keyof Receipt, unknown>>
  return typeof field === 'string' && typeof version === 'string' && typeof page === 'object' && page !== null
}
