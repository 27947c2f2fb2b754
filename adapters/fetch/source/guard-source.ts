import { inspect } from 'node:util'
import { ShelfmarkError } from '../../../core/index.ts'
import {
  ATTEMPT_MS,
  isSourceErrorCode,
  MAX_BYTES,
  SourceError,
  tooLargeError,
  type AnswerHead,
  type FetchedPage,
  type PageSource,
} from './page-source.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Guards a source of somebody else's: whatever it does is a page or a `SourceError`.
 *
 * | The source | The attempt |
 * | --- | --- |
 * | rejects with a `SourceError` | has that error |
 * | throws or rejects with anything else | `network` |
 * | does not answer within 15 seconds, whether it heeds the signal or not | `timeout` |
 * | gives something that is not a `FetchedPage` | `unreadable` |
 * | gives more than 8 MiB | `page_too_large` |
 *
 * The source keeps its bytes, which may be in a cache.
 *
 * Throws: `invalid_argument`, for a value without the methods of a source.
 */
export function guardSource(source: PageSource, timeLimitMs = ATTEMPT_MS): PageSource {
  for (const method of ['fetch', 'close'] as const) {
    if (typeof (source as Partial<PageSource> | null | undefined)?.[method] === 'function') continue
    throw new ShelfmarkError(
      'invalid_argument',
      `A source of pages must be an object with the methods "fetch" and "close"; ${method} is missing.`,
    )
  }
  return {
    exits: source.exits,
    isResting: (exit) => source.isResting?.(exit) === true,
    heedsPlace: source.heedsPlace,
    fetch: ({ takesCoded: _, ...request }, caller) =>
      withTimeLimit(caller, timeLimitMs, async (signal) => {
        try {
          return requirePage(await source.fetch(request, signal))
        } catch (error) {
          throw toSourceError(error)
        }
      }),
    close: () => withTimeLimit(new AbortController().signal, timeLimitMs, async () => source.close()),
  }
}

/** A copy of a page. Throws: `unreadable`, `page_too_large`. */
function requirePage(page: unknown): FetchedPage {
  if (typeof page !== 'object' || page === null) throw strange('page', page)
  const { status, url, contentType, setCookies, bytes } = page as Partial<FetchedPage>
  if (!isStatus(status)) throw strange('status', status)
  if (!isUrl(url)) throw strange('url', url)
  if (contentType !== undefined && typeof contentType !== 'string') throw strange('contentType', contentType)
  if (setCookies !== undefined && !areTexts(setCookies)) throw strange('setCookies', setCookies)
  if (!(bytes instanceof Uint8Array)) throw strange('bytes', bytes)
  if (bytes.length > MAX_BYTES) throw tooLargeError(MAX_BYTES)
  return { status, url: new URL(url).href, contentType, setCookies, bytes: new Uint8Array(bytes) }
}

/** What each member of a page must be. */
const RULES = {
  page: 'an object',
  status: 'an HTTP status from 200 to 599',
  url: 'an http(s) URL',
  contentType: 'a string, or undefined',
  setCookies: 'a list of strings, or undefined',
  bytes: 'a Uint8Array',
} as const

function strange(member: keyof typeof RULES, value: unknown): SourceError {
  const given = inspect(value, { depth: 0, maxStringLength: 80, breakLength: Infinity })
  const what = member === 'page' ? 'a page that' : `a page whose ${member}`
  return new SourceError('unreadable', `The source gave ${what} is not ${RULES[member]}: ${given}`)
}

function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError && isSourceErrorCode(error.code)) {
    if (error.answer !== null && !isAnswerHead(error.answer)) error.answer = null
    return error
  }
  const reason = error instanceof Error ? error.message : inspect(error, { depth: 0 })
  return new SourceError('network', `The source failed: ${reason}`, { cause: error })
}

function isAnswerHead({ status, url }: AnswerHead): boolean {
  return isStatus(status) && isUrl(url)
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}

function isUrl(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
