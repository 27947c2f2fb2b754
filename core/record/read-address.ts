import { hasLongHost, isOfMarketplace, type LinkOwner } from '../text/url.ts'
import type { AnyRecord } from './define-record.ts'

/** A marketplace, as far as its addresses say what is asked for. */
export interface AddressOwner extends LinkOwner {
  readonly domain: string
}

const ADDRESS = /^\s*https?:\/\//i

/** Whether a query is an address, for a record that reads them. */
export function isAddressOf({ readAddress }: Pick<AnyRecord, 'readAddress'>, query: unknown): query is string {
  return readAddress !== undefined && typeof query === 'string' && ADDRESS.test(query)
}

/** Parameters that an address means, `domain` first. Absent: null, it is not the address of such a page on a known marketplace. */
export function findMeant(
  { readAddress }: Pick<AnyRecord, 'readAddress'>,
  text: string,
  owners: readonly AddressOwner[],
): Readonly<Record<string, unknown>> | null {
  const address = text.trim()
  const url = !hasLongHost(address) && URL.canParse(address) ? new URL(address) : null
  const owner = url === null ? undefined : owners.find(({ host }) => isOfMarketplace(url.hostname, host))
  const meant = url === null || owner === undefined ? null : (readAddress?.(url, owner) ?? null)
  return owner === undefined || meant === null ? null : { domain: owner.domain, ...meant }
}
