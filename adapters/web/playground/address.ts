import type { Domain } from '../../../selectors/index.ts'
import type { SandboxPage } from './reader/protocol.ts'

/** What the part of the address after `#` names: a simulated product or search, and a field of it. */
export interface Address {
  readonly page: SandboxPage & { readonly domain: Domain }
  /** Absent: null, no field is chosen. */
  readonly field: string | null
}

/** Whether there is a marketplace of this domain. */
export function isDomain(text: string): text is Domain {
  return DOMAINS.includes(text)
}

const ASIN = /^(?:B0[A-Z0-9]{8}|\d{9}[\dX])$/

/** Whether a text has the form of an ASIN, in upper case. */
export function isAsin(text: string): boolean {
  return ASIN.test(text)
}

/** Absent: null, the address names no page. */
export function parseAddress(hash: string): Address | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const domain = values.get('domain') ?? 'com'
  if (!isDomain(domain)) return null
  const asin = values.get('asin')?.trim().toUpperCase()
  const query = values.get('search')?.trim()
  const field = values.get('field')
  if (asin !== undefined) return isAsin(asin) ? { page: { domain, asin }, field } : null
  return query === undefined || query === '' ? null : { page: { domain, query }, field }
}

/** The address of a simulated page: `#asin=B0SHLFS081&domain=de`. */
export function printAddress({ domain, asin, query }: SandboxPage, field: string | null = null): string {
  const values = new URLSearchParams(asin === undefined ? { search: query } : { asin })
  values.set('domain', domain)
  if (field !== null) values.set('field', field)
  return `#${values.toString()}`
}
