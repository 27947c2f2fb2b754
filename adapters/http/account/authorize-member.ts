import type { H3Event, HTTPResponse } from 'h3'
import type { KnownPerson } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import type { Workspace } from '../../store/workspaces.ts'
import { CSRF_HEADER, isOfAccount, isOwnOrigin, isSame, readSessionId, refuseForgery } from '../admin/authorize.ts'
import type { Session, Sessions } from '../../people/sessions.ts'
import type { SignInRecorder } from '../../people/sign-in-recorder.ts'
import { refuse, refuseForNow } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { stateOf } from '../route/hooks.ts'
import type { Operator } from '../route/record-command.ts'

/** The page at `/account`, where members of workspaces sign in. */
export interface CustomerDoor {
  readonly sessions: Sessions
  readonly signIns: SignInRecorder
  /** Whether members switch pay-as-you-go of their workspace. */
  readonly mayPayAsYouGo: boolean
}

/** What the routes of the customers' door work with. */
export interface DoorDeps extends Service {
  readonly door: CustomerDoor
}

/** Path of the door, and of its cookie. */
export const DOOR = '/account'

/** Cookie that holds the id of a session. */
export const DOOR_COOKIE = 'shelfmark_account'

/** A member, with the workspace as it is now. */
export interface KnownMember extends KnownPerson {
  readonly workspace: Workspace
}

/** A member who has signed in. */
export interface SignedIn {
  readonly session: Session
  readonly member: KnownMember
}

/** The member who sent a request. A refusal: nobody has signed in, the session is over, or another site has sent it. */
export async function authorizeMember(event: H3Event, deps: DoorDeps): Promise<SignedIn | HTTPResponse> {
  if (deps.activity.isDraining) return refuseForNow('draining')
  const found = await findSignedIn(event, deps)
  if (found === null) return refuse('unauthorized')
  const hasToken = isSame(event.req.headers.get(CSRF_HEADER) ?? '', found.session.csrfToken)
  // Browsers send no origin with what only reads.
  const isOwn = event.req.method === 'GET' ? !isOfOtherSite(event) : isOwnOrigin(event)
  return hasToken && isOwn ? found : refuseForgery()
}

/** Whether a browser says that a page of another site has sent a request. */
function isOfOtherSite({ req }: H3Event): boolean {
  const site = req.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin'
}

/** Each request asks the store: a member who was removed, and one of a workspace that was erased, is out on all servers. */
export async function findSignedIn(event: H3Event, { door, store }: DoorDeps): Promise<SignedIn | null> {
  const id = readSessionId(event, DOOR_COOKIE) ?? ''
  const session = await door.sessions.find(id, true)
  if (session === null || session.operator === null) return null
  const member = await findMember(store, session.operator)
  if (member !== null && isOfAccount(session, member)) return { session, member }
  await door.sessions.close(id)
  return null
}

/** Absent: null, no member has this name. */
export async function findMember({ people }: Pick<Store, 'people'>, name: string): Promise<KnownMember | null> {
  const person = await people.find('account', name)
  return person === null || person.workspace === null ? null : { ...person, workspace: person.workspace }
}

/** A member in the audit log, by an id: the log outlives a workspace that is erased, and has no names of customers. */
export function actorOf({ id }: Pick<KnownMember, 'id'>, event: H3Event): Operator {
  return { actor: `member:${id}`, address: stateOf(event).address }
}
