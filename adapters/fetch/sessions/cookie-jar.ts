import { isOfMarketplace } from '../../../core/index.ts'
import type { Cookie } from '../source/request-headers.ts'
import type { RequestCookies } from '../source/page-source.ts'
import { parseSetCookie } from './parse-set-cookie.ts'

/** A cookie that a jar holds. */
export interface KeptCookie extends Cookie {
  /** The host that set it, or the domain that it named. */
  readonly domain: string
  /** Whether only that host gets it, and not its subdomains. */
  readonly isOfHost: boolean
  readonly path: string
  /** Unit: ms since 1970. Absent: null, it ends with the session. */
  readonly expiresMs: number | null
  readonly isSecure: boolean
}

/** The shop sets about ten. */
const MAX_COOKIES = 60
/** Names and values together: servers refuse requests with longer headers. Unit: characters. */
const MAX_CHARACTERS = 12_000
/** Lines of one answer that are read. */
const MAX_LINES = 100

export interface CookieJarOptions {
  /** Host of the marketplace. No other host gets a cookie, or sets one. */
  readonly host: string
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/**
 * Cookies of one visitor of one marketplace, as RFC 6265 says, with limits: an answer can't make them grow. The
 * oldest cookies give way. Neither `inspect` nor JSON shows anything of them.
 */
export class CookieJar implements RequestCookies {
  readonly #options: CookieJarOptions
  /** By domain, path and name. Order: as created. */
  readonly #cookies = new Map<string, KeptCookie>()
  #characters = 0

  constructor(options: CookieJarOptions) {
    this.#options = options
  }

  headerFor(url: string): string | null {
    this.#dropExpired()
    const address = new URL(url)
    const { hostname, pathname, protocol } = address
    if (!isOfMarketplace(hostname, this.#options.host)) return null
    const sent = [...this.#cookies.values()].filter(
      ({ domain, isOfHost, path, isSecure }) =>
        (isOfHost ? hostname === domain : belongsTo(hostname, domain)) &&
        isUnder(pathname, path) &&
        (!isSecure || protocol === 'https:'),
    )
    // Longer paths come first, and earlier cookies before later ones: RFC 6265, 5.4.
    const ordered = sent.toSorted((left, right) => right.path.length - left.path.length)
    return ordered.length === 0 ? null : ordered.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  keep(url: string, setCookies: readonly string[]): void {
    const { hostname, pathname, protocol } = new URL(url)
    if (!isOfMarketplace(hostname, this.#options.host)) return
    for (const line of setCookies.slice(0, MAX_LINES)) {
      const cookie = parseSetCookie(line, this.#options.epochMs())
      if (cookie === null || (cookie.isSecure && protocol !== 'https:')) continue
      const domain = cookie.domain ?? hostname
      // A domain that only a part of the marketplace belongs to, or more than it: `de`, `co.uk`.
      if (!belongsTo(hostname, domain) || !isOfMarketplace(domain, this.#options.host)) continue
      const { name, value, expiresMs, isSecure } = cookie
      const path = cookie.path ?? defaultPath(pathname)
      this.add({ name, value, domain, isOfHost: cookie.domain === null, path, expiresMs, isSecure })
    }
  }

  /** Adds a cookie, in place of one with its name, domain and path. */
  add(cookie: KeptCookie): void {
    const key = `${cookie.domain} ${cookie.path} ${cookie.name}`
    const before = this.#cookies.get(key)
    if (before !== undefined) this.#characters -= sizeOf(before)
    if (isOver(cookie, this.#options.epochMs())) {
      this.#cookies.delete(key)
      return
    }
    // An entry keeps its position when its value changes, as the time of its creation does.
    this.#cookies.set(key, cookie)
    this.#characters += sizeOf(cookie)
    for (const [oldest, { name, value }] of this.#cookies) {
      if (this.#cookies.size <= MAX_COOKIES && this.#characters <= MAX_CHARACTERS) return
      this.#cookies.delete(oldest)
      this.#characters -= name.length + value.length
    }
  }

  /** All cookies, to be sealed: nothing else may get them. */
  export(): readonly KeptCookie[] {
    this.#dropExpired()
    return [...this.#cookies.values()]
  }

  #dropExpired(): void {
    const nowMs = this.#options.epochMs()
    for (const [key, cookie] of this.#cookies) {
      if (!isOver(cookie, nowMs)) continue
      this.#cookies.delete(key)
      this.#characters -= sizeOf(cookie)
    }
  }
}

function sizeOf({ name, value }: Cookie): number {
  return name.length + value.length
}

function isOver({ expiresMs }: KeptCookie, nowMs: number): boolean {
  return expiresMs !== null && expiresMs <= nowMs
}

function belongsTo(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** RFC 6265, 5.1.4: `/gp` covers `/gp/x`, not `/gpx`. */
function isUnder(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false
  return path.endsWith('/') || pathname.length === path.length || pathname[path.length] === '/'
}

function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/')
  return end <= 0 ? '/' : pathname.slice(0, end)
}
