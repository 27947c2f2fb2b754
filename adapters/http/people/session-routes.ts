import type { H3Event, HTTPResponse } from 'h3'
import * as v from 'valibot'
import { isPassword } from './passwords.ts'
import type { Session } from './sessions.ts'
import type { KnownPerson } from '../../store/people.ts'
import { jsonAnswer, refuse, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import {
  findSignedIn,
  forAllowed,
  isOwnOrigin,
  isRightToken,
  refuseForgery,
  refuseSignIn,
  toOperator,
} from './authorize.ts'
import type { DoorDeps } from './door.ts'
import { endCookie, readSessionId, setSessionCookie } from './session-cookie.ts'

const MAX_BODY_BYTES = 4096
const MAX_NAME = 100

const named = v.object({ name: v.string(), password: v.string() })
const withToken = v.union([v.object({ token: v.string() }), named])

/** Routes of the sessions of a door. `path`: of the door. */
export function sessionRoutes(path: string): readonly Route<DoorDeps>[] {
  const own = `${path}/session`
  return [
    { method: 'POST', path: own, handler: signIn },
    { method: 'GET', path: own, handler: readSession },
    { method: 'DELETE', path: own, handler: signOut },
    { method: 'DELETE', path: `${path}/sessions`, handler: signOutEverywhere },
  ]
}

/** Begins a session for a person who has a name and a password, or the token of the door. */
async function signIn(event: H3Event, deps: DoorDeps): Promise<HTTPResponse> {
  if (!isOwnOrigin(event)) return refuseForgery()
  const { door } = deps
  const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
  const parsed = v.safeParse(door.token === null ? named : withToken, input.ok ? input.value : null)
  if (!parsed.success) {
    const forms = `${door.token === null ? '' : '{"token": "..."} or '}{"name": "...", "password": "..."}`
    return jsonAnswer(400, { error: 'invalid_input', message: `the body must be ${forms}` })
  }
  const given = parsed.output
  if ('token' in given) {
    return (await isRightToken(event, given.token, deps)) ? accept(event, null, deps) : refuse('unauthorized')
  }
  const asking = { name: given.name.trim().toLowerCase(), address: stateOf(event).address }
  const end = door.places.take(asking)
  if (end === null) return refuseForNow('busy')
  let waitMs = 0
  try {
    const person = await identify({ ...given, name: asking.name }, deps)
    if (person !== null) {
      door.places.remember(asking)
      return await accept(event, person, deps)
    }
    waitMs = door.places.countWrong(asking.name)
  } finally {
    end(waitMs)
  }
  await Promise.all([refuseSignIn(event, deps), delayWrongKey(event, waitMs)])
  return refuse('unauthorized')
}

/** `name`: in lower case. Absent: null, the name or the password is wrong. Which one is not said, and takes as long. */
async function identify(
  { name, password }: v.InferOutput<typeof named>,
  { store, door }: DoorDeps,
): Promise<KnownPerson | null> {
  const known = name.length > MAX_NAME ? null : await store.people.find(door.name, name)
  return (await isPassword(password, known?.passwordHash ?? null)) ? known : null
}

async function accept(event: H3Event, person: KnownPerson | null, deps: DoorDeps): Promise<HTTPResponse> {
  return beginSession(event, person, deps, (session) =>
    deps.door.signIns.accept(toOperator(event, person, session), person?.workspaceId ?? null),
  )
}

/** Begins a session, and gives the answer with its cookie. `person`: null, who has the token of the door. */
export async function beginSession(
  event: H3Event,
  person: KnownPerson | null,
  { door, epochMs }: DoorDeps,
  onBegin: (session: Session) => void = () => undefined,
): Promise<HTTPResponse> {
  const { id, ...session } = await door.sessions.open({
    person: person?.name ?? null,
    generation: person?.generation ?? 0,
    address: door.keepsAddress ? stateOf(event).address : null,
    startedAtMs: Math.round(epochMs()),
  })
  onBegin(session)
  setSessionCookie(event, id, door)
  return jsonAnswer(200, door.print({ session, person }))
}

/** What a page that was loaded again must know of its session. */
async function readSession(event: H3Event, deps: DoorDeps): Promise<HTTPResponse> {
  const found = await findSignedIn(event, deps)
  return found === null ? refuse('unauthorized') : jsonAnswer(200, deps.door.print(found))
}

const signOut = forAllowed(async (event, { door }) => {
  await door.sessions.close(readSessionId(event, door) ?? '')
  return endCookie(event, door)
})

/** Signs a person out on all servers. Who has signed in with the token of the door: everyone who has. */
const signOutEverywhere = forAllowed(async (event, { door, store, epochMs }, { person, operator }) => {
  const command = { name: 'sessions.end', input: toInput(person), operator, nowMs: epochMs() }
  await recordCommand(store.audit, command, async () => {
    if (person === null) await door.sessions.closeAllOfToken()
    else await store.people.update(person.workspaceId, person.name, { endsSessions: true })
  })
  return endCookie(event, door)
})

/** Whom a command is about, in the audit log: an operator, or the workspace of a member. */
export function toInput(person: KnownPerson | null): Readonly<Record<string, string | null>> {
  const workspace = person?.workspaceId ?? null
  return workspace === null ? { operator: person?.name ?? null } : { workspace }
}
