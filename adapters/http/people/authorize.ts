import { createHash, timingSafeEqual } from 'node:crypto'
import { HTTPResponse, type H3Event } from 'h3'
import type { Session } from './sessions.ts'
import type { KnownPerson } from '../../store/people.ts'
import { jsonAnswer, refuse, refuseForNow } from '../route/answers.ts'
import { readBearer } from '../route/authenticate.ts'
import { stateOf } from '../route/hooks.ts'
import type { Operator } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import type { DoorDeps, SignedIn } from './door.ts'
import { readSessionId } from './session-cookie.ts'

/** Header with the CSRF token of the session. Other sites can't set it. */
const CSRF_HEADER = 'Shelfmark-CSRF'

/** Header of a request that a page sends by itself, such as a poll. It does not prolong the session. */
const UNATTENDED_HEADER = 'Shelfmark-Unattended'

/** Who sent a request. */
export interface Allowed extends Pick<SignedIn, 'person'> {
  /** Absent: null, it has the token of the administration. */
  readonly session: Session | null
  /** Who that is in the audit log. */
  readonly operator: Operator
}

/**
 * Finds who sent a request. A refusal: it has neither the token of the door nor a session, or another site has sent it.
 * A wrong token may have to wait for its answer.
 */
async function authorize(event: H3Event, deps: DoorDeps): Promise<Allowed | HTTPResponse> {
  const { door, activity } = deps
  if (door.closesWhileDraining && activity.isDraining) return refuseForNow('draining')
  const token = door.token === null ? null : readBearer(event)
  if (token !== null) {
    if (!(await isRightToken(event, token, deps))) return refuse('unauthorized')
    return { session: null, person: null, operator: toOperator(event, null, null) }
  }
  const found = await findSignedIn(event, deps)
  if (found === null) return refuse('unauthorized')
  const { session, person } = found
  const hasToken = isSame(event.req.headers.get(CSRF_HEADER) ?? '', session.csrfToken)
  if (!hasToken || !isOwnOrigin(event)) return refuseForgery()
  return { session, person, operator: toOperator(event, person, session) }
}

/** The handler of a route for people who are allowed in. */
export function forAllowed<Deps extends DoorDeps>(
  answer: (event: H3Event, deps: Deps, allowed: Allowed) => Promise<HTTPResponse>,
): Route<Deps>['handler'] {
  return async (event, deps) => {
    const allowed = await authorize(event, deps)
    return allowed instanceof HTTPResponse ? allowed : answer(event, deps, allowed)
  }
}

/**
 * The session whose cookie a request has. Each request asks the store: a person who was removed, and a role that was
 * taken away, are gone on all servers. Absent: null, it has none, or it is over.
 */
export async function findSignedIn(
  event: H3Event,
  { door, store }: Pick<DoorDeps, 'door' | 'store'>,
  isUse = !event.req.headers.has(UNATTENDED_HEADER),
): Promise<SignedIn | null> {
  const id = readSessionId(event, door) ?? ''
  const session = await door.sessions.find(id, isUse)
  if (session === null) return null
  if (session.person === null) return door.token === null ? null : { session, person: null }
  const person = await store.people.find(door.name, session.person)
  // A person who was removed may have had the same name.
  if (person?.generation === session.generation) return { session, person }
  await door.sessions.close(id)
  return null
}

/** Compares a token with that of the door. After many wrong ones from its address, a wrong one waits. */
export async function isRightToken(event: H3Event, given: string, deps: DoorDeps): Promise<boolean> {
  if (isSame(given, deps.door.token ?? '')) return true
  await refuseSignIn(event, deps)
  return false
}

/** Records a wrong token, password or link, and waits after many of its address. */
export async function refuseSignIn(event: H3Event, { door, wrongKeys }: DoorDeps): Promise<void> {
  const { address } = stateOf(event)
  door.signIns.refuse(address)
  await delayWrongKey(event, wrongKeys.count(address))
}

/**
 * A person in the audit log. A member is an id: the log outlives a workspace that is erased, and has no names of
 * customers. Without a person: the session of the token of the administration, or that token itself.
 */
export function toOperator(event: H3Event, person: KnownPerson | null, session: Session | null): Operator {
  const { address } = stateOf(event)
  if (person === null) return { actor: session === null ? 'token' : `session:${session.name}`, address }
  return { actor: person.workspaceId === null ? `operator:${person.name}` : `member:${person.id}`, address }
}

/**
 * Whether a page of this server sent a request. Browsers say so in `Sec-Fetch-Site`, where the connection is
 * secure or local; else in `Origin`, which what only reads does not have.
 */
export function isOwnOrigin({ req }: H3Event): boolean {
  const site = req.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = req.headers.get('origin')
  if (origin === null) return req.method === 'GET'
  return URL.canParse(origin) && new URL(origin).host === req.headers.get('host')
}

/** Answer to a request that another site has sent in the name of a person. */
export function refuseForgery(): HTTPResponse {
  const message = `Send the header ${CSRF_HEADER} of the session, from a page of this server.`
  return jsonAnswer(403, { error: 'forged_request', message })
}

/** Compares digests, so that the duration of the comparison reveals nothing about the secret. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
