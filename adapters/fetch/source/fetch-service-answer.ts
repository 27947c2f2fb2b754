import { SourceError } from './page-source.ts'

/** How a fetch service answers. */
export interface AnswerForm {
  /** `page`: the body is the page. `json`: the body is an object that has the page as a member. Default: `page`. */
  readonly answer?: 'page' | 'json' | undefined
  /**
   * Where the marketplace's status is: the name of a header, or the path of a member (`result.status_code`).
   * Default: for a page, nowhere; for JSON, `status`.
   */
  readonly status?: string | undefined
  /** Where the address after redirects is, as for `status`. Default: for a page, nowhere; for JSON, `url`. */
  readonly finalUrl?: string | undefined
  /** Path of the member that is the page, for JSON. Default: `body`. */
  readonly body?: string | undefined
}

/** What an answer says of the marketplace's. */
export interface RelayedHead {
  readonly status: number
  /** Absent: null, the service does not say. */
  readonly finalUrl: string | null
}

const SETTING = 'SHELFMARK_FETCH_SERVICE_ANSWER'
const JSON_TYPE = /^application\/(?:[^;]+\+)?json\b/i

/** Statuses of the marketplace that a service passes on as its own: the page is there, or it does not exist. */
const isPassedOn = (status: number): boolean => (status >= 200 && status <= 299) || status === 404 || status === 410

/**
 * What the head of an answer says of the marketplace's.
 *
 * Throws: `busy`, `refused`, `network`, for an answer of the service itself; `unreadable`, when it does not say what
 * it should; `refused` for JSON, which is not the form of the settings: another request, that costs as much, would have
 * it too.
 */
export function readHead(
  ownStatus: number,
  headerOf: (name: string) => string | undefined,
  form: AnswerForm,
): RelayedHead {
  const finalUrl = form.finalUrl === undefined ? null : headerOf(form.finalUrl) || null
  if (isPassedOn(ownStatus) && JSON_TYPE.test(headerOf('content-type') ?? '')) {
    throw new SourceError('refused', `The fetch service answers JSON, not a page: set ${SETTING}=json.`)
  }
  if (form.status === undefined) {
    if (!isPassedOn(ownStatus)) throw serviceError(ownStatus, headerOf('retry-after'))
    return { status: ownStatus, finalUrl }
  }
  const status = toStatus(headerOf(form.status))
  if (status !== null) return { status, finalUrl }
  if (!isSuccess(ownStatus)) throw serviceError(ownStatus, headerOf('retry-after'))
  throw new SourceError('unreadable', `The fetch service's answer has no status in the header "${form.status}".`)
}

/**
 * What an envelope says of the marketplace's answer, and its page.
 *
 * Throws: as `readHead` does.
 */
export function readEnvelope(
  ownStatus: number,
  retryAfter: string | undefined,
  text: string,
  { status: statusPath = 'status', finalUrl: urlPath = 'url', body: bodyPath = 'body' }: AnswerForm,
): RelayedHead & { readonly body: string } {
  const envelope = parseJson(text)
  const status = toStatus(memberOf(envelope, statusPath))
  const body = memberOf(envelope, bodyPath)
  // An error of the service may have a status too, but has no page.
  if (status === null || typeof body !== 'string') {
    if (!isSuccess(ownStatus)) throw serviceError(ownStatus, retryAfter)
    if (typeof envelope !== 'object' || envelope === null) {
      throw new SourceError('refused', `The fetch service's answer is no JSON: set ${SETTING}=page.`)
    }
    const missing = status === null ? `status in the member "${statusPath}"` : `text in the member "${bodyPath}"`
    throw new SourceError('unreadable', `The fetch service's answer has no ${missing}.`)
  }
  const finalUrl = memberOf(envelope, urlPath)
  return { status, finalUrl: typeof finalUrl === 'string' && finalUrl !== '' ? finalUrl : null, body }
}

/** An answer of the service itself. Its body is not repeated: it may contain the key. */
function serviceError(status: number, retryAfter: string | undefined): SourceError {
  const message = `The fetch service itself answered ${status}.`
  if (status === 429 || status === 503) {
    return new SourceError('busy', message, { retryAfterMs: readRetryAfter(retryAfter) })
  }
  return new SourceError(status >= 500 ? 'network' : 'refused', message)
}

/** Unit: ms. Absent: null, there is no such header, or it is neither seconds nor a date. */
function readRetryAfter(text = ''): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : Math.max(time - Date.now(), 0)
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

function toStatus(value: unknown): number | null {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599 ? Number(status) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Member at a path such as `result.status_code`. Absent: undefined. */
function memberOf(value: unknown, path: string): unknown {
  return path.split('.').reduce((owner: unknown, name) => {
    const isOwner = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name)
    return isOwner ? (owner as Readonly<Record<string, unknown>>)[name] : undefined
  }, value)
}
