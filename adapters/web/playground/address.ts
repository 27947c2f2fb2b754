import type { Domain } from '../../../selectors/index.ts'
import { records, requireFacts } from '../kit/records.ts'
import type { RecordFacts } from '../record-facts.ts'
import type { SandboxPage } from './reader/protocol.ts'

/** What the part of the address after `#` names: a simulated page, and a field of its record. */
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
  const found = records.find((record) => values.has(parameterOf(record)))
  if (found === undefined) return null
  const text = values.get(parameterOf(found))?.trim() ?? ''
  const query = found.isOfProduct ? text.toUpperCase() : text
  const isMeant = found.isOfProduct ? isAsin(query) : query !== ''
  return isMeant ? { page: { record: found.name, domain, query }, field: values.get('field') } : null
}

/** Parameter that names the query of a record: its name, and `asin` for the record that is meant where none is named. */
function parameterOf({ name, isDefault }: RecordFacts): string {
  return isDefault ? 'asin' : name
}

/** The address of a simulated page: `#asin=B0SHLFS081&domain=de`. */
export function printAddress({ record, domain, query }: SandboxPage, field: string | null = null): string {
  const values = new URLSearchParams({ [parameterOf(requireFacts(record))]: query, domain })
  if (field !== null) values.set('field', field)
  return `#${values.toString()}`
}

/** What the form that asks the service is filled with: `#ask=lantern&domain=co.uk&pages=2`. */
export function readAsked(hash: string): { readonly query: string; readonly domain: Domain; readonly more: string } {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [query, domain] = [values.get('ask'), values.get('domain') ?? '']
  if (query === null) return { query: '', domain: 'com', more: '' }
  values.delete('ask')
  values.delete('domain')
  return { query, domain: isDomain(domain) ? domain : 'com', more: values.toString() }
}
