/** A cookie as an answer sets it. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  /** In lower case, without a dot at its start. Absent: null, only the host that set it gets it back. */
  readonly domain: string | null
  /** Begins with a slash. Absent: null, that of the address that set it. */
  readonly path: string | null
  /** When it ends. Unit: ms since 1970. Absent: null, with the session. */
  readonly expiresMs: number | null
  readonly isSecure: boolean
}

/** Longer lines are ignored. Unit: characters. */
const MAX_LINE = 6000
/** RFC 6265, 6.1: what a browser must be able to hold. Unit: characters. */
const MAX_COOKIE = 4096
/** Longer domains and paths are ignored with their cookie. Unit: characters. RFC 6265bis, 5.6. */
const MAX_ATTRIBUTE = 1024

/** What a header can't carry: controls, and characters beyond ISO 8859-1. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const UNSENDABLE = /[\x00-\x1f\x7f]|[^\x00-\xff]/
const WHOLE_NUMBER = /^-?\d+$/

/**
 * Parses a value of `Set-Cookie`, as RFC 6265, 5.2 says. Absent: null, it is not a cookie, or not one that a
 * request can carry.
 */
export function parseSetCookie(line: string, nowMs: number): SetCookie | null {
  if (line.length > MAX_LINE || UNSENDABLE.test(line.replaceAll('\t', ' '))) return null
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(at, 0)).trim()
  const value = pair.slice(at + 1).trim()
  if (at < 0 || name === '' || name.length + value.length > MAX_COOKIE) return null
  const given = readAttributes(attributes)
  if ((given.get('domain') ?? '').length > MAX_ATTRIBUTE || (given.get('path') ?? '').length > MAX_ATTRIBUTE)
    return null
  const path = given.get('path') ?? ''
  const domain = (given.get('domain') ?? '').toLowerCase().replace(/^\./, '')
  const cookie: SetCookie = {
    name,
    value,
    domain: domain === '' ? null : domain,
    path: path.startsWith('/') ? path : null,
    expiresMs: readExpiry(given, nowMs),
    isSecure: given.has('secure'),
  }
  return keepsPrefix(cookie) ? cookie : null
}

/** By name, in lower case. Of two with one name, the last one counts. */
function readAttributes(attributes: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    attributes.map((attribute) => {
      const at = attribute.indexOf('=')
      const name = at < 0 ? attribute : attribute.slice(0, at)
      return [name.trim().toLowerCase(), at < 0 ? '' : attribute.slice(at + 1).trim()] as const
    }),
  )
}

/** `Max-Age` comes before `Expires`. Absent: null, neither can be read. */
function readExpiry(given: ReadonlyMap<string, string>, nowMs: number): number | null {
  const age = given.get('max-age') ?? ''
  if (WHOLE_NUMBER.test(age)) return Number(age) <= 0 ? -Infinity : nowMs + Number(age) * 1000
  const ms = Date.parse(given.get('expires') ?? '')
  return Number.isNaN(ms) ? null : ms
}

/** Names with a prefix promise something of their cookie. RFC 6265bis, 4.1.3. */
function keepsPrefix({ name, isSecure, domain, path }: SetCookie): boolean {
  const lowered = name.toLowerCase()
  if (lowered.startsWith('__secure-')) return isSecure
  return !lowered.startsWith('__host-') || (isSecure && domain === null && path === '/')
}
