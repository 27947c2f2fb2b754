import { deleteCookie, getCookie, HTTPResponse, setCookie, type H3Event } from 'h3'
import type { OpenDoor } from './door.ts'

type CookieRules = Pick<OpenDoor, 'path' | 'cookie' | 'cookiePath' | 'publicUrl'>

/** The id of a session. Absent: null, the request has no cookie of one. */
export function readSessionId(event: H3Event, { cookie }: OpenDoor): string | null {
  return getCookie(event, cookie) || null
}

/** Gives the browser the id of its session, with the answer. */
export function setSessionCookie(event: H3Event, id: string, door: CookieRules): void {
  setCookie(event, door.cookie, id, attributesOf(event, door))
}

/** Answer that takes the cookie of a session back. */
export function endCookie(event: H3Event, door: OpenDoor): HTTPResponse {
  deleteCookie(event, door.cookie, attributesOf(event, door))
  return new HTTPResponse(null, { status: 204 })
}

/** The browser says in `Origin` whether its connection is secure, also where a proxy ends TLS. */
function attributesOf({ req }: H3Event, { path, cookiePath, publicUrl }: CookieRules) {
  const { pathname } = new URL(req.url)
  // Another app may have mounted this one.
  const base = pathname.slice(0, Math.max(0, pathname.lastIndexOf(`${path}/`)))
  return {
    path: `${base}${cookiePath}`,
    httpOnly: true,
    sameSite: 'strict',
    secure: [publicUrl, req.headers.get('origin')].some((url) => url?.startsWith('https:') === true),
  } as const
}
