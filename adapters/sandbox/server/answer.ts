import type { Place } from '../../../core/index.ts'
import type { Locale } from '../locale/locale.ts'
import type { PostedRequest } from '../record/simulated-record.ts'
import type { StatePage } from '../states/state-page.ts'
import { PageBytes } from './page-cache.ts'

/** A request as the marketplace receives it. */
export interface SandboxRequest {
  readonly method: string
  /** Path with its query, as in the request line. */
  readonly target: string
  /** Header `Host`. */
  readonly host: string | undefined
  /** Header `Accept-Encoding`. */
  readonly acceptEncoding: string | undefined
  /** Header `x-sandbox-fault`: fault rules for this request, which replace the server's own. */
  readonly faults: string | undefined
  /** What is sent with POST. Default: undefined, nothing. */
  readonly posted?: PostedRequest | undefined
  /** What the visitor sends of its session. Absent: undefined, every request is that of another visitor, and sets no cookies. */
  readonly visitor?: VisitorRequest | undefined
  /** Place of delivery of the visitor. Absent: undefined, none was chosen. */
  readonly place?: Place | undefined
}

/** What a request of a visitor has besides its address. */
interface VisitorRequest {
  /** Header `Cookie`. */
  readonly cookie: string | undefined
  /** Header `anti-csrftoken-a2z`. */
  readonly token: string | undefined
  readonly body: string
}

/** How an answer reaches the client. */
export interface Delivery {
  readonly delayMs: number
  /** Absent: null, no limit. */
  readonly bytesPerSecond: number | null
  /** Bytes of the body after which the connection is closed. Absent: null. */
  readonly breakAt: number | null
  /** Why the answer never arrives: the connection stays silent, or is reset. Absent: null. */
  readonly lost: 'hang' | 'reset' | null
}

/** The answer to a request, and how it reaches the client. */
export interface SandboxAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Values of `Set-Cookie`, besides that of `headers`. Absent: undefined, none. */
  readonly setCookies?: readonly string[] | undefined
  readonly body: Buffer
  readonly delivery: Delivery
}

const promptDelivery: Delivery = { delayMs: 0, bytesPerSecond: null, breakAt: null, lost: null }

/** A line of plain text instead of a page. */
export function plainAnswer(status: number, text: string, headers: Record<string, string> = {}): SandboxAnswer {
  const body = Buffer.from(`${text}\n`)
  return {
    status,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': String(body.length), ...headers },
    body,
    delivery: promptDelivery,
  }
}

/** An answer before faults change its bytes and its delivery. */
export interface Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly page: PageBytes
}

/** Headers that a marketplace sends with its pages. */
export function pageHeaders({ marketplace }: Locale): Record<string, string> {
  return {
    'Content-Type': 'text/html;charset=UTF-8',
    'Content-Language': marketplace.language.replace('_', '-'),
    'Cache-Control': 'no-cache',
    Vary: 'Content-Type,Accept-Encoding,User-Agent',
    Server: 'Server',
    'Set-Cookie': `i18n-prefs=${marketplace.currency}; Domain=.${marketplace.host.replace('www.', '')}; Path=/`,
  }
}

export function stateContent({ status, html }: StatePage, locale: Locale): Content {
  return { status, headers: pageHeaders(locale), page: new PageBytes(Buffer.from(html)) }
}

export function redirectTo(location: string, status: 301 | 302): Content {
  return { status, headers: { Location: location }, page: new PageBytes(Buffer.alloc(0)) }
}
