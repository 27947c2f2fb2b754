import { HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import { isOwnOrigin, readSessionId, refuseForgery } from '../admin/authorize.ts'
import { admitPublicHash, isPassword } from '../../people/passwords.ts'
import { jsonAnswer, refuse, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { mountBase } from '../route/mount-base.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import {
  actorOf,
  authorizeMember,
  DOOR,
  DOOR_COOKIE,
  findMember,
  findSignedIn,
  type DoorDeps,
  type KnownMember,
  type SignedIn,
} from './authorize-member.ts'

/** What the page must know of its session. */
export interface DoorSession {
  /** Value of the header `Shelfmark-CSRF`. */
  readonly csrf_token: string
  /** The session ends after this time without use. */
  readonly idle_seconds: number
  /** Name of the member. */
  readonly member: string
  readonly workspace: { readonly id: string; readonly name: string }
  /** Whether the member may switch pay-as-you-go. */
  readonly may_switch_pay_as_you_go: boolean
}

const SESSION_PATH = `${DOOR}/session`
const MAX_BODY_BYTES = 4096
const MAX_NAME = 100

const given = v.object({ name: v.string(), password: v.string() })

/** The page of the door. */
export const getAccountPage: Route<unknown> = {
  method: 'GET',
  path: DOOR,
  allowsHead: true,
  handler: (event) => answerPage(event, { name: 'account', title: 'shelfmark: account', base: mountBase(event, DOOR) }),
}

/** Begins a session for a member. */
export const enterDoor: Route<DoorDeps> = {
  method: 'POST',
  path: SESSION_PATH,
  handler: async (event, deps) => {
    if (!isOwnOrigin(event)) return refuseForgery()
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const parsed = v.safeParse(given, input.ok ? input.value : null)
    if (!parsed.success) {
      return jsonAnswer(400, { error: 'invalid_input', message: 'the body must be {"name": "...", "password": "..."}' })
    }
    const { address } = stateOf(event)
    const release = admitPublicHash(address)
    if (release === null) return refuseForNow('busy')
    const member = await identify(parsed.output, deps).finally(release)
    if (member === null) {
      deps.door.signIns.refuse(address)
      await delayWrongKey(event, deps.wrongKeys.count(address))
      return refuse('unauthorized')
    }
    deps.door.signIns.accept(actorOf(member, event), member.workspace.id)
    return beginSession(event, member, SESSION_PATH, deps)
  },
}

/** Begins a session, and gives the answer with its cookie. `path`: of the route that answers. */
export async function beginSession(
  event: H3Event,
  member: KnownMember,
  path: string,
  deps: DoorDeps,
): Promise<HTTPResponse> {
  const { name: operator, generation } = member
  const startedAtMs = Math.round(deps.epochMs())
  // Nobody is shown the address of a member.
  const { id, ...session } = await deps.door.sessions.open({ operator, generation, address: null, startedAtMs })
  const headers = { 'Set-Cookie': printCookie(event, id, path, deps) }
  return jsonAnswer(200, printSession({ session, member }, deps), headers)
}

/** Absent: null, the name or the password is wrong. Which one is not said, and takes as long. */
async function identify(
  { name, password }: v.InferOutput<typeof given>,
  { store }: DoorDeps,
): Promise<KnownMember | null> {
  const asked = name.trim().toLowerCase()
  const known = asked.length > MAX_NAME ? null : await findMember(store, asked)
  return (await isPassword(password, known?.passwordHash ?? null)) ? known : null
}

/** What a page that was loaded again must know of its session. */
export const readDoorSession: Route<DoorDeps> = {
  method: 'GET',
  path: SESSION_PATH,
  handler: async (event, deps) => {
    const found = await findSignedIn(event, deps)
    return found === null ? refuse('unauthorized') : jsonAnswer(200, printSession(found, deps))
  },
}

/** Ends the session. */
export const leaveDoor: Route<DoorDeps> = {
  method: 'DELETE',
  path: SESSION_PATH,
  handler: async (event, deps) => {
    const found = await authorizeMember(event, deps)
    if (found instanceof HTTPResponse) return found
    await deps.door.sessions.close(readSessionId(event, DOOR_COOKIE) ?? '')
    return endCookie(event, SESSION_PATH, deps)
  },
}

/** Ends all sessions of the member, on all servers. */
export const leaveEverywhere: Route<DoorDeps> = {
  method: 'DELETE',
  path: `${DOOR}/sessions`,
  handler: async (event, deps) => {
    const found = await authorizeMember(event, deps)
    if (found instanceof HTTPResponse) return found
    const { member } = found
    const input = { workspace: member.workspace.id }
    const command = { name: 'sessions.end', input, operator: actorOf(member, event), nowMs: deps.epochMs() }
    await recordCommand(deps.store.audit, command, () =>
      deps.store.people.update(member.workspace.id, member.name, { endsSessions: true }),
    )
    return endCookie(event, leaveEverywhere.path, deps)
  },
}

function endCookie(event: H3Event, path: string, deps: DoorDeps): HTTPResponse {
  return new HTTPResponse(null, {
    status: 204,
    headers: { 'Set-Cookie': `${printCookie(event, '', path, deps)}; Max-Age=0` },
  })
}

function printSession({ session, member }: SignedIn, { door }: DoorDeps): DoorSession {
  const { id, name } = member.workspace
  return {
    csrf_token: session.csrfToken,
    idle_seconds: session.idleMs / 1000,
    member: member.name,
    workspace: { id, name },
    may_switch_pay_as_you_go: door.mayPayAsYouGo,
  }
}

/** `path`: of the route that answers. The browser says in `Origin` whether its connection is secure, also where a proxy ends TLS. */
function printCookie(event: H3Event, id: string, path: string, { publicUrl }: DoorDeps): string {
  const urls = [publicUrl, event.req.headers.get('origin')]
  const isSecure = urls.some((url) => url?.startsWith('https:') === true)
  const scope = `Path=${mountBase(event, path)}${DOOR}`
  return `${DOOR_COOKIE}=${id}; ${scope}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}
