import type { H3Event } from 'h3'

/** Path at which another app has mounted this one, such as `/shop`. Empty: it has not. `own`: path of the request within this app. */
export function mountBase({ req }: H3Event, own: string): string {
  const { pathname } = new URL(req.url)
  const base = pathname.endsWith(own) ? pathname.slice(0, -own.length) : ''
  // A quote is the only character of a path that could end a text in a script.
  return base.replaceAll("'", '%27')
}

/** Path at which another app has mounted this one, for a request to its root: `/shop` and `/shop/`. Empty: it has not. */
export function mountRoot({ req }: H3Event): string {
  return new URL(req.url).pathname.replace(/\/+$/, '')
}

/** Begins the path of every operation that needs a key. */
const API_PREFIX = '/api/v1/'

/**
 * Absolute URL of the page that describes the ceilings, for an answer to an operation of the API.
 *
 * `publicUrl`: where callers reach the service. Absent: null, where this request was sent.
 */
export function docsUrl({ req }: H3Event, publicUrl: string | null): string {
  const { origin, pathname } = new URL(req.url)
  return `${publicUrl ?? origin + pathname.slice(0, Math.max(0, pathname.lastIndexOf(API_PREFIX)))}/docs`
}
