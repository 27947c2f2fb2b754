import type { AnyRecord } from '../record/define-record.ts'
import { findMeant, isAddressOf, type AddressOwner } from '../record/read-address.ts'
import { givenNames, isQueryString, readAll, type ParamSource } from './param-source.ts'

/** Parameters, with those that an address in `query` means; and what is wrong with it, by the name of the parameter. */
interface ReadAddress {
  readonly source: ParamSource
  readonly messages: Readonly<Record<string, string>>
}

/** Replaces an address that was passed as the query by the parameters that it means, for records that read addresses. */
export function readAddress(
  record: Pick<AnyRecord, 'readAddress'>,
  source: ParamSource,
  owners: readonly AddressOwner[],
): ReadAddress {
  const [query] = readAll(source, 'query')
  if (!isAddressOf(record, query)) return { source, messages: {} }
  const meant = findMeant(record, query, owners)
  if (meant === null) {
    return { source, messages: { query: 'must be the address of such a page on a known marketplace, or a name' } }
  }
  return { source: withValues(source, meant), messages: findContradictions(source, meant) }
}

/** What was passed and says something else than the address. */
function findContradictions(source: ParamSource, meant: Readonly<Record<string, unknown>>): Record<string, string> {
  const wrong = Object.entries(meant).filter(
    ([name, value]) => name !== 'query' && readAll(source, name).some((given) => String(given) !== String(value)),
  )
  return Object.fromEntries(wrong.map(([name, value]) => [name, `must be ${String(value)}, as the address says`]))
}

function withValues(source: ParamSource, values: Readonly<Record<string, unknown>>): ParamSource {
  if (!isQueryString(source)) return { ...source, ...values }
  return {
    keys: () => new Set([...givenNames(source), ...Object.keys(values)]),
    getAll: (name) => (Object.hasOwn(values, name) ? [String(values[name])] : source.getAll(name)),
  }
}
