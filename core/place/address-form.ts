import type { Page } from '../html/page.ts'
import type { AddressChange } from '../marketplace/address-change.ts'
import { compileMap, type CompiledMap } from '../selector/compile-map.ts'
import type { Selector } from '../selector/selector.ts'

/** The form in which a visitor names an address, as the header of a page leads to it. */
export interface AddressForm {
  /** Sent with the request for the form. */
  readonly token: string
  /** Its path and query. */
  readonly path: string
}

const compiled = new WeakMap<AddressChange, CompiledMap<AddressChange['selectors']>>()

function selectorsOf(change: AddressChange): CompiledMap<AddressChange['selectors']> {
  const selectors = compiled.get(change) ?? compileMap(change.selectors, 'addressChange')
  compiled.set(change, selectors)
  return selectors
}

/**
 * Finds the form of addresses in the header of a page.
 *
 * Absent: null, the page has no token, as small front pages and fragments.
 */
export function findAddressForm(page: Page, change: AddressChange): AddressForm | null {
  const selectors = selectorsOf(change)
  const modal = parseObject(readAttribute(page, selectors.modal) ?? '')
  const headers = modal?.[change.headers]
  const named = isObject(headers) ? headers[change.tokenHeader] : null
  const tokens = [named, readAttribute(page, selectors.token)]
  const token = tokens.find((text): text is string => typeof text === 'string' && change.tokenForm.test(text))
  const path = modal?.[change.url]
  return token === undefined ? null : { token, path: isOwnPath(path) ? path : change.formPath }
}

/** The token that a change is asked for with. `text`: of the form. Absent: null. */
export function findChangeToken(text: string, { tokenInForm }: AddressChange): string | null {
  return tokenInForm.exec(text)?.[1] ?? null
}

/** Whether the answer of a change says that it did not work, or is not one. That another one says it did proves nothing. */
export function declinesChange(text: string, { says }: AddressChange): boolean {
  const answer = parseObject(text)
  return answer === null || says.some((name) => answer[name] === 0 || answer[name] === false)
}

/** Absent: null. */
function readAttribute(page: Page, selectors: readonly Selector[]): string | null {
  for (const selector of selectors) {
    const { mode } = selector
    const value = mode.kind === 'attribute' ? selector.selectFirst(page)?.attributeList.get(mode.name) : undefined
    if (value !== undefined && value !== '') return value
  }
  return null
}

/** Unit: characters. */
const MAX_PATH = 2000
/** A path on the same host, and its query. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/

function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= MAX_PATH && OWN_PATH.test(path)
}

/** Absent: null, the text is not JSON of an object. */
function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
