import { isIP } from 'node:net'
import { isLocalName, isPublicAddress, resolveHost, type ResolveHost } from '../../public-address.ts'

/** A webhook URL that was read, or what is wrong with it. */
export type WebhookUrl =
  | {
      readonly url: URL
      /** Host name, or IP address without brackets. */
      readonly host: string
      /** Whether its origin is allowed, so that the checks of its host do not apply. */
      readonly isExempt: boolean
    }
  /** What is wrong, in words that follow the name of the parameter. */
  | { readonly problem: string }

export interface WebhookUrlOptions {
  /** Default: the resolver of the machine. */
  readonly resolve?: ResolveHost | undefined
  /**
   * Origins such as `http://127.0.0.1:9000`, spelled as `URL` spells them, that need neither
   * https nor a public address: for development and tests. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Time for the resolution of the host name. Unit: ms. Default: 3,000. */
  readonly timeLimitMs?: number | undefined
}

const RESOLVE_MS = 3000
const MAX_CHARACTERS = 2048

/** Stricter than `URL`, which accepts blanks, backslashes and missing slashes: another parser of the same text may find another host. */
const HTTP_URL = /^https?:\/\/([^/?#\\\s\p{Cc}]+)(?:[/?#][^\\\s\p{Cc}]*)?$/iu

const NOT_HTTPS = 'must be an https address'
const NOT_PUBLIC = 'must be publicly reachable: its host'
/** Also customers read it: only who runs the server can do it. */
const FOR_TESTS = '; for tests, the setting SHELFMARK_WEBHOOK_ALLOW of the server names others'

/** Reads a webhook URL, and checks all that can be checked without a network. Its host is read as a connection reads it. */
export function readWebhookUrl(text: string, allowedOrigins: readonly string[]): WebhookUrl {
  if (text.length > MAX_CHARACTERS) return { problem: `must have at most ${MAX_CHARACTERS} characters` }
  const authority = HTTP_URL.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) return { problem: NOT_HTTPS }
  if (authority.includes('@')) return { problem: 'must not name a user or a password' }
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (allowedOrigins.includes(url.origin)) return { url, host, isExempt: true }
  if (url.protocol !== 'https:') return { problem: NOT_HTTPS + FOR_TESTS }
  const name = host.replace(/\.+$/, '')
  if (isIP(name) !== 0 && !isPublicAddress(name)) return { problem: `${NOT_PUBLIC} is a private address${FOR_TESTS}` }
  if (isIP(name) === 0 && isLocalName(name)) return { problem: `${NOT_PUBLIC} is a private name${FOR_TESTS}` }
  return { url, host, isExempt: false }
}

/**
 * Checks a webhook URL when a batch is created: https, and a host that the whole
 * Internet can reach. A host name that can't be resolved right now is accepted,
 * because each attempt at a delivery checks again.
 *
 * Gives what is wrong, in words that follow the name of the parameter.
 * Absent: null, the URL is accepted.
 */
export async function checkWebhookUrl(text: string, options: WebhookUrlOptions = {}): Promise<string | null> {
  const { resolve = resolveHost, allowedOrigins = [], timeLimitMs = RESOLVE_MS } = options
  const reading = readWebhookUrl(text, allowedOrigins)
  if ('problem' in reading) return reading.problem
  const { host, isExempt } = reading
  if (isExempt || isIP(host) !== 0) return null
  const addresses = await findAddresses(host, resolve, timeLimitMs)
  if (addresses === null) return null
  if (addresses.length === 0) return `${NOT_PUBLIC} has no address`
  return addresses.every(isPublicAddress) ? null : `${NOT_PUBLIC} has a private address${FOR_TESTS}`
}

/** Error codes for a host name that has no address. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Addresses of a host name; empty when it has none. Absent: null, it could not be resolved in time, or at all. */
async function findAddresses(
  host: string,
  resolve: ResolveHost,
  timeLimitMs: number,
): Promise<readonly string[] | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((settle) => {
    timer = setTimeout(settle, timeLimitMs, null)
  })
  try {
    return await Promise.race([resolve(host), tooLate])
  } catch (error) {
    return NO_ADDRESS.has((error as NodeJS.ErrnoException).code) ? [] : null
  } finally {
    clearTimeout(timer)
  }
}
