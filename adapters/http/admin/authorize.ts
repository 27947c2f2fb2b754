import { createHash, timingSafeEqual } from 'node:crypto'
import type { H3Event, HTTPResponse } from 'h3'
import { jsonAnswer, refuse } from '../route/answers.ts'
import { readBearer } from '../route/authenticate.ts'
import { stateOf } from '../route/hooks.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import type { Administration } from './administration.ts'
import type { Operator } from '../route/record-command.ts'
import { ROLES, type Role } from '../../store/people.ts'
import type { Session } from '../../people/sessions.ts'

/** Cookie that holds the id of a session. */
export const SESSION_COOKIE = 'shelfmark_session'

/** Header with the CSRF token of the session. Other sites can't set it. */
export const CSRF_HEADER = 'Shelfmark-CSRF'

/** Header of a request that a page sends by itself, such as a poll. It does not prolong the session. */
const UNATTENDED_HEADER = 'Shelfmark-Unattended'

/** Who sent a request that may administer. */
export interface Allowed {
  readonly operator: Operator
  readonly role: Role
  /** Absent: null, it has the token of the administration. */
  readonly session: Session | null
}

/**
 * Finds who sent a request. A refusal: it has neither the token of the administration nor a session, or another site
 * has sent it. A wrong token may have to wait for its answer.
 */
export async function authorize(event: H3Event, administration: Administration): Promise<Allowed | HTTPResponse> {
  const token = readBearer(event)
  const { address } = stateOf(event)
  if (token !== null) {
    if (!(await isRightToken(event, token, administration))) return refuse('unauthorized')
    return { operator: { actor: 'token', address }, role: 'owner', session: null }
  }
  const found = await findSession(event, administration)
  if (found === null) return refuse('unauthorized')
  const { session, role } = found
  const isOwn = isSame(event.req.headers.get(CSRF_HEADER) ?? '', session.csrfToken)
  if (!isOwn || !isOwnOrigin(event)) return refuseForgery()
  const actor = session.operator === null ? `session:${session.name}` : `operator:${session.operator}`
  return { operator: { actor, address }, role, session }
}

/** Compares a token with that of the administration. After many wrong ones from its address, a wrong one waits. */
export async function isRightToken(
  event: H3Event,
  given: string,
  { token, wrongKeys, signIns }: Pick<Administration, 'token' | 'wrongKeys' | 'signIns'>,
): Promise<boolean> {
  const { address } = stateOf(event)
  const isRight = isSame(given, token)
  if (isRight) return true
  signIns.refuse(address)
  await delayWrongKey(event, wrongKeys.count(address))
  return false
}

/** Whether a request that was allowed still is. It is not use of its session. */
export async function isStillAllowed(event: H3Event, administration: Administration): Promise<boolean> {
  return readBearer(event) !== null || (await findKnown(event, administration, false)) !== null
}

/** A session, and what its person may do now. */
export interface FoundSession {
  readonly session: Session
  readonly role: Role
}

/** The session whose cookie a request has. Absent: null, it has none, or it is over, as when its operator was removed. */
export function findSession(event: H3Event, administration: Administration): Promise<FoundSession | null> {
  return findKnown(event, administration, !event.req.headers.has(UNATTENDED_HEADER))
}

async function findKnown(
  event: H3Event,
  { sessions, store }: Pick<Administration, 'sessions' | 'store'>,
  isUse: boolean,
): Promise<FoundSession | null> {
  const id = readSessionId(event) ?? ''
  const session = await sessions.find(id, isUse)
  if (session === null) return null
  if (session.operator === null) return { session, role: 'owner' }
  // Each request asks: a role that was taken away is gone on all servers.
  const known = await store.people.find('dashboard', session.operator)
  if (known !== null && isOfAccount(session, known)) return { session, role: known.role ?? 'reader' }
  await sessions.close(id)
  return null
}

/** Whether a session is of an account as it is now, and not of one that was removed and had the same name. */
export function isOfAccount(session: Session, { generation }: { readonly generation: number }): boolean {
  return session.generation === generation
}

/** Absent: null, the request has no cookie of a session. */
export function readSessionId({ req }: H3Event, cookieName = SESSION_COOKIE): string | null {
  for (const cookie of (req.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2)
    if (name === cookieName && value !== '') return value
  }
  return null
}

/**
 * Whether a page of this server sent a request. Browsers say so in `Sec-Fetch-Site`, where the connection is
 * secure or local; else in `Origin`.
 */
export function isOwnOrigin({ req }: H3Event): boolean {
  const site = req.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = req.headers.get('origin') ?? ''
  return URL.canParse(origin) && new URL(origin).host === req.headers.get('host')
}

/** Answer to a request that another site has sent in the name of a person. */
export function refuseForgery(): HTTPResponse {
  const message = `Send the header ${CSRF_HEADER} of the session, from a page of this server.`
  return jsonAnswer(403, { error: 'forged_request', message })
}

/** Compares digests, so that the duration of the comparison reveals nothing about the secret. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Answer to a person whose role does not allow what was asked for. */
export function refuseRole(role: Role, needed: Role): HTTPResponse {
  const message = `Your role is ${role}, which may not do that. Ask an owner for the role ${needed}.`
  return jsonAnswer(403, { error: 'forbidden_role', message })
}

/** Whether a role includes another. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
