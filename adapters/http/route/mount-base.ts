import type { H3Event } from 'h3'

/** Path at which another app has mounted this one, such as `/shop`. Empty: it has not. `own`: path of the request within this app. */
export function mountBase({ req }: H3Event, own: string): string {
  const { pathname } = new URL(req.url)
  const base = pathname.endsWith(own) ? pathname.slice(0, -own.length) : ''
  // A quote is the only character of a path that could end a text in a script.
  return base.replaceAll("'", '%27')
}
