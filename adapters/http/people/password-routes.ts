import { HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import { hashLink, hashPassword, isPassword, MAX_PASSWORD, MIN_PASSWORD } from './passwords.ts'
import type { KnownPerson, PasswordProof } from '../../store/people.ts'
import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand, type Operator } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import { forAllowed, isOwnOrigin, refuseForgery, refuseSignIn, toOperator } from './authorize.ts'
import type { DoorDeps } from './door.ts'
import { endCookie } from './session-cookie.ts'
import { beginSession, toInput } from './session-routes.ts'

const MAX_BODY_BYTES = 4096

const password = v.pipe(v.string(), v.minLength(MIN_PASSWORD), v.maxLength(MAX_PASSWORD))
const change = v.object({ current: v.pipe(v.string(), v.maxLength(MAX_PASSWORD)), password })
const choice = v.object({
  name: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(100)),
  link: v.pipe(v.string(), v.maxLength(100)),
  password,
})

/** Changes the password of the person who has signed in. All sessions end. */
export function changePassword(path: string): Route<DoorDeps> {
  return {
    method: 'POST',
    path,
    handler: forAllowed(async (event, deps, { person, operator }) => {
      if (person === null) {
        const message = 'The token of the administration is a setting of the server.'
        return jsonAnswer(409, { error: 'no_operator', message })
      }
      const input = await readInput(event, change)
      if (input === null) return refuseInput()
      const { door, wrongKeys } = deps
      const { address } = stateOf(event)
      // Who has signed in is known, also to a server that was restarted.
      const asking = { name: person.name, address }
      door.places.remember(asking)
      const end = door.places.take(asking)
      if (end === null) return refuseForNow('busy')
      const generation = await replace(person, input, operator, deps).finally(() => end())
      if (generation === null) {
        await delayWrongKey(event, wrongKeys.count(address))
        return jsonAnswer(403, { error: 'wrong_password', message: 'The present password is another one.' })
      }
      return door.renewsSession ? beginSession(event, { ...person, generation }, deps) : endCookie(event, door)
    }),
  }
}

/** The generation of the person's new sessions. Absent: null, the present password is another one. */
async function replace(
  person: KnownPerson,
  { current, password: chosen }: v.InferOutput<typeof change>,
  operator: Operator,
  deps: DoorDeps,
): Promise<number | null> {
  const { passwordHash } = person
  if (passwordHash === null || !(await isPassword(current, passwordHash))) return null
  return setPassword(person, { presentHash: passwordHash }, chosen, operator, deps)
}

/** Sets the password of a person who has a link. The link ends with that. */
export function choosePassword(path: string): Route<DoorDeps> {
  return {
    method: 'POST',
    path,
    handler: async (event, deps) => {
      if (!isOwnOrigin(event)) return refuseForgery()
      const input = await readInput(event, choice)
      if (input === null) return refuseInput()
      const end = deps.door.places.take({ name: input.name, address: stateOf(event).address })
      if (end === null) return refuseForNow('busy')
      const generation = await choose(event, input, deps).finally(() => end())
      if (generation !== null) return new HTTPResponse(null, { status: 204 })
      await refuseSignIn(event, deps)
      const message = 'This link was used or has expired. Ask for a new one.'
      return jsonAnswer(403, { error: 'wrong_link', message })
    },
  }
}

/** Absent: null, the link is wrong, was used, or has expired. */
async function choose(
  event: H3Event,
  { name, link, password: chosen }: v.InferOutput<typeof choice>,
  deps: DoorDeps,
): Promise<number | null> {
  const { store, door, epochMs } = deps
  const proof = { linkHash: hashLink(link), nowMs: epochMs() }
  const person = await store.people.find(door.name, name)
  if (person?.linkHash !== proof.linkHash || (person.linkExpiresAtMs ?? 0) <= proof.nowMs) return null
  return setPassword(person, proof, chosen, toOperator(event, person, null), deps)
}

/** Sets a password, and records that. Absent: null, the proof is wrong by now. */
async function setPassword(
  person: KnownPerson,
  proof: PasswordProof,
  chosen: string,
  operator: Operator,
  { store, door, epochMs }: DoorDeps,
): Promise<number | null> {
  const name = `${person.workspaceId === null ? 'operators' : 'members'}.password`
  const command = { name, input: toInput(person), operator, nowMs: epochMs() }
  const set = async (): Promise<number> => {
    const generation = await store.people.setPassword(door.name, person.name, proof, await hashPassword(chosen))
    // The audit log must not say that it was set.
    if (generation === null) throw new WrongProof('presentHash' in proof ? 'wrong_password' : 'wrong_link')
    return generation
  }
  return recordCommand(store.audit, command, set).catch((error: unknown) => {
    if (error instanceof WrongProof) return null
    throw error
  })
}

/** The password was set or reset by somebody else in the meantime. */
class WrongProof extends Error {
  override readonly name = 'WrongProof'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Absent: null, it is not what the schema says. */
async function readInput<S extends v.GenericSchema>(event: H3Event, schema: S): Promise<v.InferOutput<S> | null> {
  const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
  const parsed = v.safeParse(schema, input.ok ? input.value : null)
  return parsed.success ? parsed.output : null
}

function refuseInput(): HTTPResponse {
  const message = `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`
  return jsonAnswer(400, { error: 'invalid_input', message })
}
