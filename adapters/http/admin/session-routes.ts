import { HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import type { Role } from '../../store/people.ts'
import { jsonAnswer, refuse, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import type { Administration } from './administration.ts'
import {
  authorize,
  findSession,
  isOwnOrigin,
  isRightToken,
  readSessionId,
  refuseForgery,
  SESSION_COOKIE,
} from './authorize.ts'
import { admitPublicHash, isPassword } from '../../people/passwords.ts'
import type { Session } from '../../people/sessions.ts'

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
  /** Name of the operator. null: signed in with the token of the administration. */
  readonly operator: string | null
  readonly role: Role
}

const SESSION_PATH = '/admin/session'
const MAX_BODY_BYTES = 4096

const given = v.union([v.object({ token: v.string() }), v.object({ name: v.string(), password: v.string() })])
type Given = v.InferOutput<typeof given>

/** A token takes no hash. */
const FREE = (): void => undefined

/** Begins a session for a person who has the token of the administration, or a name and a password. */
export const signIn: Route<Administration> = {
  method: 'POST',
  path: SESSION_PATH,
  handler: async (event, administration) => {
    if (!isOwnOrigin(event)) return refuseForgery()
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const parsed = v.safeParse(given, input.ok ? input.value : null)
    if (!parsed.success) {
      const message = 'the body must be {"token": "..."} or {"name": "...", "password": "..."}'
      return jsonAnswer(400, { error: 'invalid_input', message })
    }
    const { address } = stateOf(event)
    const release = 'name' in parsed.output ? admitPublicHash(address) : FREE
    if (release === null) return refuseForNow('busy')
    const person = await identify(event, parsed.output, administration).finally(release)
    if (person === null) return refuse('unauthorized')
    const { operator, generation, role } = person
    const startedAtMs = Math.round(administration.epochMs())
    const { id, ...session } = await administration.sessions.open({ operator, generation, address, startedAtMs })
    const actor = operator === null ? `session:${session.name}` : `operator:${operator}`
    administration.signIns.accept({ actor, address })
    return jsonAnswer(200, printSession(session, role), { 'Set-Cookie': printCookie(event, id) })
  },
}

/** Who signs in. `operator`: null, who has the token. */
interface Person {
  readonly operator: string | null
  readonly generation: number
  readonly role: Role
}

/** Absent: null, the token is wrong, or the name or the password is. Which one is not said. */
async function identify(event: H3Event, input: Given, administration: Administration): Promise<Person | null> {
  if ('token' in input) {
    const isRight = await isRightToken(event, input.token, administration)
    return isRight ? { operator: null, generation: 0, role: 'owner' } : null
  }
  const { store, signIns, wrongKeys } = administration
  const name = input.name.trim().toLowerCase()
  const known = name.length > MAX_NAME ? null : await store.people.find('dashboard', name)
  const isRight = await isPassword(input.password, known?.passwordHash ?? null)
  if (known !== null && isRight) {
    return { operator: known.name, generation: known.generation, role: known.role ?? 'reader' }
  }
  const { address } = stateOf(event)
  signIns.refuse(address)
  await delayWrongKey(event, wrongKeys.count(address))
  return null
}

const MAX_NAME = 100

/** What a page that was loaded again must know of its session. */
export const getSession: Route<Administration> = {
  method: 'GET',
  path: SESSION_PATH,
  handler: async (event, administration) => {
    const found = await findSession(event, administration)
    return found === null ? refuse('unauthorized') : jsonAnswer(200, printSession(found.session, found.role))
  },
}

export const signOut: Route<Administration> = {
  method: 'DELETE',
  path: SESSION_PATH,
  handler: async (event, administration) => {
    const allowed = await authorize(event, administration)
    if (allowed instanceof HTTPResponse) return allowed
    await administration.sessions.close(readSessionId(event) ?? '')
    return endCookie(event)
  },
}

/** Answer that takes the cookie of a session back. */
export function endCookie(event: H3Event): HTTPResponse {
  return new HTTPResponse(null, { status: 204, headers: { 'Set-Cookie': `${printCookie(event, '')}; Max-Age=0` } })
}

function printSession({ csrfToken, idleMs, operator }: Session, role: Role): SessionFacts {
  return { csrf_token: csrfToken, idle_seconds: idleMs / 1000, operator, role }
}

/** The browser says in `Origin` whether its connection is secure, also where a proxy ends TLS. */
function printCookie({ req }: H3Event, id: string): string {
  const isSecure = req.headers.get('origin')?.startsWith('https:') === true
  return `${SESSION_COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}
