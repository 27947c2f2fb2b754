import type { LocationDetails, ServiceErrorCode } from '../../../core/contract/index.ts'
import type { PlaygroundFacts } from '../../http/operations/playground.ts'
import { findBase } from '../kit/base.ts'
import type { RecordFacts } from '../record-facts.ts'
import { isAsin } from './address.ts'
import { records } from '../kit/records.ts'

/** What a person asks the service for. */
export interface Question {
  /** Name of the record. Absent: null, a product for an ASIN, and a search for words. */
  readonly record: string | null
  /** ASIN, or words. Empty: `more` says what is asked for. */
  readonly query: string
  readonly domain: string
  /** Parameters of the place of delivery, by name. Empty: none is asked for. */
  readonly place: Readonly<Record<string, string>>
  /** Further parameters, as in an address: `node=172282&max_price=50`. */
  readonly more: string
  readonly key: string
}

/** An answer of the service. It has the page, which is then read in the browser. */
export interface ServiceAnswer {
  readonly html: string
  /** Where the page is from. Absent: undefined, unknown. */
  readonly url: string | undefined
  /** Headers that say how it was retrieved. Order: as shown. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** The service refused, or can't be reached. The message is for a person. */
class PlaygroundError extends Error {}

/** Headers that are shown, and what they say. */
const FACTS = [
  ['Svc-Cost', 'Credits'],
  ['Svc-Attempts', 'Attempts'],
  ['Svc-Source-Status', 'Status of the shop'],
  ['Svc-Location', 'Place'],
  ['Svc-Fetched-At', 'Fetched'],
  ['Svc-Extractor-Version', 'Version'],
] as const

/** A request as a program would send it. */
export interface Target {
  readonly record: RecordFacts
  /** Absent: null, further parameters say what is asked for. */
  readonly query: string | null
  readonly domain: string
  readonly place: Question['place']
  /** Further parameters. */
  readonly more: readonly (readonly [name: string, value: string])[]
}

/** The request for what a person asked for: a record, or by ASIN, or by words. Throws: `PlaygroundError`, when no record takes words. */
export function targetOf({ record: named, query: asked, domain, place, more }: Omit<Question, 'key'>): Target {
  const words = asked.trim()
  const asin = words.toUpperCase()
  const record = records.find(({ name, isDefault, takesWords }) =>
    named === null ? (isAsin(asin) ? isDefault : takesWords) : name === named,
  )
  if (record === undefined) throw new PlaygroundError('The service has nothing for these words.')
  const query = record.isOfProduct ? asin : words
  return {
    record,
    query: query === '' && !record.takesNothing ? null : query,
    domain,
    place,
    more: [...new URLSearchParams(more.trim())],
  }
}

/** Path and query of a request. */
export function pathOf({ record, query, domain, place, more }: Target): string {
  const parameters = new URLSearchParams({ ...(query === null ? {} : { query }), domain, ...place })
  for (const [name, value] of more) parameters.append(name, value)
  return `${record.path}?${parameters.toString()}`
}

/** Asks for a page and its record. Rejects: with a `PlaygroundError`. */
export async function askService({ key, ...asked }: Question): Promise<ServiceAnswer> {
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await load(`${pathOf(targetOf(asked))}&add_html=true`, { headers })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new PlaygroundError(describeError(answer.status, body))
  const html = typeof body === 'object' && body !== null && 'html' in body ? body.html : null
  if (typeof html !== 'string') throw new PlaygroundError('The answer of the service has no page.')
  const facts = FACTS.flatMap(([header, name]): [string, string][] => {
    const value = answer.headers.get(header)
    return value === null ? [] : [[name, value]]
  })
  return { html, url: answer.headers.get('Svc-Resolved-Url') ?? undefined, facts }
}

/** What the server offers visitors. Rejects: with a `PlaygroundError`. */
export async function readFacts(): Promise<PlaygroundFacts> {
  const answer = await load('/playground/facts')
  return (await answer.json()) as PlaygroundFacts
}

async function load(target: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(findBase() + target, init)
  } catch {
    throw new PlaygroundError('The service can not be reached. Check that it runs, and your network.')
  }
}

/** What to do about an error of the service. */
const ADVICE: Readonly<Partial<Record<ServiceErrorCode, string>>> = {
  unauthorized: 'The key is not valid. Paste a key of this service.',
  revoked: 'The key was revoked. Paste another.',
  insufficient_credits: 'The workspace has no credits left this month.',
  product_not_found: 'The marketplace has no such product.',
  target_unreachable: 'The marketplace did not answer. Try again later.',
  forbidden_scope: 'The key may not do this: its scopes leave out `market`.',
  forbidden_address: 'The key may not be used from this address.',
  extraction_failed: 'The marketplace answered with a page that is not what was asked for. Try again.',
}

interface ErrorBody {
  readonly error?: ServiceErrorCode
  readonly message?: string
  /** Wrong parameters; of another error, what it is about. */
  readonly details?: readonly { readonly param: string; readonly message: string }[] | LocationDetails
}

function describeDetails(details: ErrorBody['details']): string | undefined {
  if (details === undefined) return undefined
  if ('asked' in details) return `The page is for ${details.shown ?? 'a place that it does not name'}. Try again.`
  return details.map(({ param, message }) => `${param} ${message}`).join('; ')
}

function describeError(status: number, body: unknown): string {
  const { error, message, details } = (body ?? {}) as ErrorBody
  const said =
    describeDetails(details) ?? message ?? (error === undefined ? undefined : ADVICE[error]) ?? 'It gave no reason.'
  return `The service answered ${status} ${error ?? ''}. ${said}`
}
