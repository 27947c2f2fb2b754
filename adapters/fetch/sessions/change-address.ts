import {
  classifyPage,
  declinesChange,
  findAddressForm,
  findChangeToken,
  type AddressForm,
  type Marketplace,
  type PageKind,
  REFUSALS,
  type Place,
} from '../../../core/index.ts'
import { addressChange } from '../../../selectors/index.ts'
import type { FetchedPage, PostedBody } from '../source/page-source.ts'
import { placeFields } from './place-fields.ts'
import { parseStart } from './parse-start.ts'

/** A request of the visitor, on the marketplace. */
export interface Step {
  readonly url: string
  /** Whether a script of a page sends it, and not a person. */
  readonly isScripted: boolean
  /** Address of the page whose script sends it. Absent: null. */
  readonly referer: string | null
  /** Headers besides those of the browser. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent: null, the request is a GET. */
  readonly post: PostedBody | null
}

/** How the change of a visitor's address ended. */
export type ChangeOutcome = {
  /** The page that was asked for, as it came before the change. Absent: null, it was not fetched. */
  readonly before: FetchedPage | null
} &
  /** `formUrl`: address of the page whose header has the form. */
  (
    | { readonly result: 'accepted'; readonly formUrl: string }
    /** Both addresses of the change say no, or no page has a token. */
    | { readonly result: 'declined' }
    /** The shop sent a captcha, a challenge, an error: the page that it sent. */
    | { readonly result: 'refused'; readonly page: FetchedPage }
    /** The page that was asked for does not exist, for whatever place. */
    | { readonly result: 'absent'; readonly page: FetchedPage }
  )

export interface ChangeOptions {
  readonly marketplace: Marketplace
  readonly place: Place
  /** Address of the page that is asked for: it is the first that may have a token. Absent: null, another page is. */
  readonly pageUrl: string | null
  /** Makes a request. Rejects: with a `SourceError`. */
  readonly send: (step: Step) => Promise<FetchedPage>
}

/**
 * Tells the shop where to deliver to a visitor, as the script in the header of its pages does. An answer that says
 * that it worked is not believed: only the header of a later page proves it.
 *
 * Rejects: as `send` does.
 */
export async function changeAddress(options: ChangeOptions): Promise<ChangeOutcome> {
  const { marketplace, place, send } = options
  const found = await findForm(options)
  if (!('form' in found)) return found
  const { before, form, referer } = found
  const toUrl = (path: string): string => `https://${marketplace.host}${path}`
  const scripted = { isScripted: true, referer }
  const selections = await send({
    ...scripted,
    url: toUrl(form.path),
    headers: { [addressChange.tokenHeader]: form.token },
    post: null,
  })
  if (isRefusal(selections, marketplace)) return { result: 'refused', page: selections, before }
  const token = findChangeToken(textOf(selections, MAX_FORM_BYTES), addressChange) ?? form.token
  const fields = placeFields(place, marketplace.places)
  for (const { path, isJson } of addressChange.paths) {
    const post = isJson ? jsonBody(fields) : formBody(fields)
    const answer = await send({
      ...scripted,
      url: toUrl(path),
      headers: {},
      post: { ...post, headers: { [addressChange.tokenHeader]: token } },
    })
    if (saysYes(answer)) return { result: 'accepted', formUrl: referer, before }
    if (isGate(answer, marketplace)) return { result: 'refused', page: answer, before }
  }
  return { result: 'declined', before }
}

interface FoundForm {
  readonly before: FetchedPage | null
  readonly form: AddressForm
  /** Address of the page that has it. */
  readonly referer: string
}

/** The first page with a token: the one that is asked for, then others. */
async function findForm({ marketplace, pageUrl, send }: ChangeOptions): Promise<FoundForm | ChangeOutcome> {
  const others = addressChange.pages.map((path) => `https://${marketplace.host}${path}`)
  const urls = pageUrl === null ? others : [pageUrl, ...others]
  let before: FetchedPage | null = null
  for (const url of urls) {
    const page = await send({ url, isScripted: false, referer: null, headers: {}, post: null })
    if (url === pageUrl) before = page
    if (url === pageUrl && isAbsent(page, marketplace)) return { result: 'absent', page, before }
    const start = parseStart(page.bytes)
    const form = start === null ? null : findAddressForm(start, addressChange)
    if (form !== null) return { before, form, referer: page.url }
    if (isRefusal(page, marketplace)) return { result: 'refused', page, before }
  }
  return { result: 'declined', before }
}

function jsonBody(fields: Readonly<Record<string, string>>): Omit<PostedBody, 'headers'> {
  return { contentType: 'application/json', text: JSON.stringify(fields) }
}

function formBody(fields: Readonly<Record<string, string>>): Omit<PostedBody, 'headers'> {
  return { contentType: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() }
}

/** A form has some kilobytes, an answer some hundred bytes. Unit: bytes. */
const MAX_FORM_BYTES = 256 * 1024
const MAX_ANSWER_BYTES = 64 * 1024

function textOf({ bytes }: FetchedPage, maxBytes: number): string {
  return Buffer.from(bytes.subarray(0, maxBytes)).toString('utf8')
}

/** Whether the answer of a change says that it worked. That it does proves nothing. */
function saysYes(answer: FetchedPage): boolean {
  const { status } = answer
  return status >= 200 && status <= 299 && !declinesChange(textOf(answer, MAX_ANSWER_BYTES), addressChange)
}

/** Whether the shop refuses the visitor. A page that does not exist is not a refusal. */
function isRefusal(page: FetchedPage, marketplace: Marketplace): boolean {
  return isGate(page, marketplace) || (page.status >= 400 && page.status !== 404)
}

/** The rest of a page says nothing of its kind that its start does not. Unit: bytes. */
const MAX_JUDGED_BYTES = 1024 * 1024

function isGate(page: FetchedPage, marketplace: Marketplace): boolean {
  return REFUSALS.has(kindOf(page, marketplace))
}

function isAbsent(page: FetchedPage, marketplace: Marketplace): boolean {
  return (page.status === 404 || page.status === 410) && kindOf(page, marketplace) === 'not_found'
}

function kindOf({ status, url, bytes }: FetchedPage, { site }: Marketplace): PageKind {
  return classifyPage({ status, url, bytes: bytes.subarray(0, MAX_JUDGED_BYTES) }, site).kind
}
