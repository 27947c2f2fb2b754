import { HTTPResponse, type H3Event } from 'h3'
import type { OpenDoor } from './door.ts'

/** The id of a session. Absent: null, the request has no cookie of one. */
export function readSessionId({ req }: H3Event, { cookie }: OpenDoor): string | null {
  for (const pair of (req.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2)
    if (name === cookie && value !== '') return value
  }
  return null
}

/** The browser says in `Origin` whether its connection is secure, also where a proxy ends TLS. */
export function printCookie(
  { req }: H3Event,
  id: string,
  { path, cookie, cookiePath, publicUrl }: Pick<OpenDoor, 'path' | 'cookie' | 'cookiePath' | 'publicUrl'>,
): string {
  const urls = [publicUrl, req.headers.get('origin')]
  const isSecure = urls.some((url) => url?.startsWith('https:') === true)
  const { pathname } = new URL(req.url)
  // Another app may have mounted this one.
  const base = pathname.slice(0, Math.max(0, pathname.lastIndexOf(`${path}/`)))
  return `${cookie}=${id}; Path=${base}${cookiePath}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** Answer that takes the cookie of a session back. */
export function endCookie(event: H3Event, door: OpenDoor): HTTPResponse {
  return new HTTPResponse(null, {
    status: 204,
    headers: { 'Set-Cookie': `${printCookie(event, '', door)}; Max-Age=0` },
  })
}
