import { parsePage, ShelfmarkError, type Page } from '../../../core/index.ts'
import { compileMap } from '../../../core/selector/compile-map.ts'
import type { Selector } from '../../../core/selector/selector.ts'
import { addressChange } from '../../../selectors/index.ts'

/** What a page says of the form that asks for addresses. */
export interface FormAccess {
  /** Sent with the request for the form. */
  readonly token: string
  /** Path and query of the form. */
  readonly path: string
}

/** Headers are in the first half of a page. The rest is not parsed: this runs in the main thread. Unit: bytes. */
const MAX_BYTES = 1024 * 1024
/** A form is some kilobytes. Unit: bytes. */
const MAX_FORM_BYTES = 256 * 1024
const MAX_PATH = 2000

const { modal, token } = compileMap(addressChange.selectors, 'addressChange')

/** Absent: null, the page has no token, as small front pages and fragments. */
export function readFormAccess(bytes: Uint8Array): FormAccess | null {
  const page = parseStart(bytes)
  if (page === null) return null
  const { headers, path } = readModal(readAttribute(page, modal))
  const found = [headers, readAttribute(page, token)].find((text) => addressChange.tokenForm.test(text ?? ''))
  return found === undefined || found === null ? null : { token: found, path: path ?? addressChange.formPath }
}

/** The token in the form. Absent: null. */
export function readFormToken(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, MAX_FORM_BYTES)).toString('latin1')
  return addressChange.tokenInForm.exec(text)?.[1] ?? null
}

/** Absent: null, the page is beyond a limit. */
function parseStart(bytes: Uint8Array): Page | null {
  try {
    return parsePage(bytes.subarray(0, MAX_BYTES))
  } catch (error) {
    if (error instanceof ShelfmarkError) return null
    throw error
  }
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

/** Token and path that the modal of a header names. Absent: null. */
function readModal(json: string | null): { readonly headers: string | null; readonly path: string | null } {
  const data = json === null ? null : parseObject(json)
  const headers = data?.[addressChange.headers]
  const named = isObject(headers) ? headers[addressChange.tokenHeader] : null
  const path = data?.[addressChange.url]
  return { headers: typeof named === 'string' ? named : null, path: isOwnPath(path) ? path : null }
}

/** A path on the same host. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= MAX_PATH && /^\/(?![/\\])[\x21-\x7e]*$/.test(path)
}

/** Absent: null, the text is not JSON of an object. */
export function parseObject(json: string): Readonly<Record<string, unknown>> | null {
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
