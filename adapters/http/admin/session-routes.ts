import { HTTPResponse, type H3Event } from 'h3'
import { jsonAnswer, refuse } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'
import type { Administration } from './administration.ts'
import {
  findRefusal,
  findSession,
  isOwnOrigin,
  isRightToken,
  readSessionId,
  refuseForgery,
  SESSION_COOKIE,
} from './authorize.ts'
import type { Session } from './sessions.ts'

/** The dashboard: a page that runs the commands of the administration. */
export const getDashboard: Route<unknown> = {
  method: 'GET',
  path: '/',
  allowsHead: true,
  handler: (event) => answerPage(event, { name: 'dashboard', title: 'shelfmark: dashboard', base: '' }),
}

/** What a page must know of its session. */
export interface SessionFacts {
  /** Value of the header `Shelfmark-CSRF`. */
  readonly csrf_token: string
  /** The session ends after this time without use. */
  readonly idle_seconds: number
}

const SESSION_PATH = '/admin/session'
const MAX_BODY_BYTES = 4096

/** Begins a session for a person who knows the token of the administration. */
export const signIn: Route<Administration> = {
  method: 'POST',
  path: SESSION_PATH,
  handler: async (event, administration) => {
    if (!isOwnOrigin(event)) return refuseForgery()
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const token = input.ok ? tokenOf(input.value) : null
    if (token === null) return jsonAnswer(400, { error: 'invalid_input', message: 'the body must be {"token": "..."}' })
    if (!(await isRightToken(event, token, administration))) return refuse('unauthorized')
    const { id, ...session } = administration.sessions.open()
    administration.signIns.accept({ actor: `session:${session.name}`, address: stateOf(event).address })
    return jsonAnswer(200, printSession(session), { 'Set-Cookie': printCookie(event, id) })
  },
}

/** What a page that was loaded again must know of its session. */
export const getSession: Route<Administration> = {
  method: 'GET',
  path: SESSION_PATH,
  handler: (event, administration) => {
    const session = findSession(event, administration)
    return session === null ? refuse('unauthorized') : jsonAnswer(200, printSession(session))
  },
}

export const signOut: Route<Administration> = {
  method: 'DELETE',
  path: SESSION_PATH,
  handler: async (event, administration) => {
    const refusal = await findRefusal(event, administration)
    if (refusal !== null) return refusal
    administration.sessions.close(readSessionId(event) ?? '')
    return new HTTPResponse(null, { status: 204, headers: { 'Set-Cookie': `${printCookie(event, '')}; Max-Age=0` } })
  },
}

function printSession({ csrfToken, idleMs }: Session): SessionFacts {
  return { csrf_token: csrfToken, idle_seconds: idleMs / 1000 }
}

/** The browser says in `Origin` whether its connection is secure, also where a proxy ends TLS. */
function printCookie({ req }: H3Event, id: string): string {
  const isSecure = req.headers.get('origin')?.startsWith('https:') === true
  return `${SESSION_COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

function tokenOf(value: unknown): string | null {
  const isObject = typeof value === 'object' && value !== null && 'token' in value
  return isObject && typeof value.token === 'string' ? value.token : null
}
