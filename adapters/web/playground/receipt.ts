import type { SandboxPage } from './reader/protocol.ts'

/** What a value was read from: enough to read it again, and to see whether it is the same. */
export interface Receipt {
  /** `price`; `products[3].price` of a row. */
  readonly field: string
  readonly value: unknown
  /** Selector, or a description of what else gave the value. Absent: null, it follows from the record. */
  readonly selector: string | null
  /** Text that was read, shortened. Absent: null, there was none. */
  readonly text: string | null
  /** The first element that gave it. Absent: null, it is not from an element. */
  readonly element: { readonly path: string; readonly html: string } | null
  readonly page: {
    /** SHA-256 of its bytes, in hexadecimal. Absent: null, the browser computes it only for https and this machine. */
    readonly sha256: string | null
    /** Unit: bytes. */
    readonly size: number
    readonly kind: string
    readonly domain: string | null
    /** Absent: null, unknown. */
    readonly url: string | null
    /** Absent: null, it is not of the simulated marketplace. */
    readonly simulated: SandboxPage | null
  }
  /** Program that read it. Form: `<extractor>@<semver>`. */
  readonly version: string
}

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
