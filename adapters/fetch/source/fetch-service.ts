import type { Dispatcher } from 'undici'
import { requireMarketplace } from '../../require-marketplace.ts'
import { ACCEPTED_ENCODINGS } from '../../pages/decode-body.ts'
import { decodeAnswer, toPageBody } from './decode-answer.ts'
import { fillAddress, findAddressProblem } from './fetch-service-address.ts'
import { readEnvelope, readHead, type AnswerForm, type RelayedHead } from './fetch-service-answer.ts'
import { MAX_REDIRECTS, readLocation, resolveRedirect } from './follow-redirects.ts'
import {
  ATTEMPT_MS,
  MAX_BYTES,
  SourceError,
  tooLargeError,
  withAnswerHead,
  type AnswerHead,
  type FetchedPage,
  type PageRequest,
  type PageSource,
} from './page-source.ts'
import { firstValue, readBody } from './read-body.ts'
import { Proxies } from './proxies.ts'
import type { Route, RouteRequest } from './route.ts'
import { prepareRoutes } from './routes.ts'
import { withTimeLimit } from './time-limit.ts'

/** A service that fetches pages, over HTTP. */
export interface FetchServiceOptions extends AnswerForm {
  /** Its address, such as `https://fetch.example/?url={url}&country={country}`. Placeholders: see `findAddressProblem`. */
  readonly address: string
  /** Headers of each request, such as `Authorization`. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Time limit of one attempt. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
  /** Size limit of a page, before and after decompression. Unit: bytes. Default: 8 MiB. */
  readonly maxBytes?: number | undefined
}

/** In JSON, a page is longer than it is: quotes and line breaks take two bytes. */
const ENVELOPE_FACTOR = 2

/** Of a body that nobody needs, this much is read; a longer one closes its connection. Unit: bytes. */
const DUMP = { limit: 64 * 1024 }

/**
 * Pages that a service fetches, one request each. Errors of the service are not answers of the marketplace.
 * Messages name neither its address nor its headers, which have its key.
 *
 * Throws: `TypeError`, for an address that is not one.
 *
 * @example
 * ```ts
 * import { createService, fetchServiceSource } from 'shelfmark/server'
 *
 * const source = fetchServiceSource({ address: 'https://fetch.example/?url={url}&country={country}' })
 * const service = await createService({ source })
 * ```
 */
export function fetchServiceSource(options: FetchServiceOptions): PageSource {
  const { address, timeLimitMs = ATTEMPT_MS, maxBytes = MAX_BYTES } = options
  const problem = findAddressProblem(address)
  if (problem !== null) throw new TypeError(`The address of a fetch service ${problem}`)
  const routes = prepareRoutes({ proxies: new Proxies([]), timeLimitMs })
  const own = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(own) }
  return {
    heedsPlace: true,
    fetch: (request, caller) =>
      withAnswerHead((onAnswer) =>
        withTimeLimit(caller, timeLimitMs, async (signal) => {
          if (request.post !== undefined) throw new SourceError('refused', 'A fetch service gets pages with GET alone.')
          const response = await ask(fillAddress(address, request), (await routes.open()).direct, {
            method: 'GET',
            headers,
            signal,
          })
          return await readPage(response, request, { ...options, maxBytes, onAnswer })
        }),
      ),
    close: () => routes.close(),
  }
}

/** The service's answer, after redirects to its own origin. Another origin must not get the key. */
async function ask(start: URL, route: Route, options: RouteRequest): Promise<Dispatcher.ResponseData> {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await route.send(url, options)
    const location = readLocation(response.statusCode, firstValue(response.headers.location))
    if (location === null) return response
    await response.body.dump(DUMP)
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null
    if (next?.origin !== url.origin) {
      throw new SourceError('refused', `The fetch service redirects to ${next?.origin ?? 'no address'}, not to itself.`)
    }
    url = next
  }
  throw new SourceError('too_many_redirects', `The fetch service redirects more than ${MAX_REDIRECTS} times.`)
}

interface ReadOptions extends AnswerForm {
  readonly maxBytes: number
  readonly onAnswer: (head: AnswerHead) => void
}

async function readPage(
  response: Dispatcher.ResponseData,
  request: PageRequest,
  { maxBytes, onAnswer, ...form }: ReadOptions,
): Promise<FetchedPage> {
  const { statusCode } = response
  const headerOf = (name: string): string | undefined => firstValue(response.headers[name.toLowerCase()])
  const encoding = headerOf('content-encoding')
  if (form.answer === 'json') {
    const limit = ENVELOPE_FACTOR * maxBytes
    const envelope = await decodeAnswer(await readBody(response, limit), { encoding, maxBytes: limit })
    const text = Buffer.from(envelope).toString()
    const { body, ...head } = readEnvelope(statusCode, headerOf('retry-after'), text, form)
    const bytes = Buffer.from(body)
    if (bytes.length > maxBytes) throw tooLargeError(maxBytes)
    return { ...toAnswerHead(head, request), contentType: 'text/html; charset=utf-8', bytes }
  }
  const head = await orDump(response, () => toAnswerHead(readHead(statusCode, headerOf, form), request))
  onAnswer(head)
  const body = await toPageBody(await readBody(response, maxBytes), { encoding, maxBytes }, request)
  return { ...head, contentType: headerOf('content-type'), ...body }
}

/** Reads the head of an answer. The body of one that is refused is read too, so that its connection can be used again. */
async function orDump<Head>({ body }: Dispatcher.ResponseData, read: () => Head): Promise<Head> {
  try {
    return read()
  } catch (error) {
    await body.dump(DUMP)
    throw error
  }
}

/** Throws: `foreign_redirect`, when the page is not on the marketplace that was asked for. */
function toAnswerHead({ status, finalUrl }: RelayedHead, { url, domain }: PageRequest): AnswerHead {
  if (finalUrl === null) return { status, url }
  return { status, url: resolveRedirect(finalUrl, new URL(url), requireMarketplace(domain).host).href }
}
