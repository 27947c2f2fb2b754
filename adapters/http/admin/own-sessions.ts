import { HTTPResponse } from 'h3'
import * as v from 'valibot'
import { jsonAnswer } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import type { Administration } from './administration.ts'
import { authorize } from './authorize.ts'
import { hashPassword, isPassword, MAX_PASSWORD, MIN_PASSWORD } from '../../people/passwords.ts'
import { CommandError } from './command-error.ts'
import { endCookie } from './session-routes.ts'
import type { ListedSession } from '../../people/sessions.ts'

const PATH = '/admin/sessions'
const MAX_BODY_BYTES = 4096

/** Sessions on all servers: of an owner, all; else one's own. */
export interface SessionList {
  readonly sessions: readonly ListedSession[]
  /** Name of the session that asks. null: it has the token of the administration. */
  readonly own: string | null
}

export const listSessions: Route<Administration> = {
  method: 'GET',
  path: PATH,
  handler: async (event, administration) => {
    const allowed = await authorize(event, administration)
    if (allowed instanceof HTTPResponse) return allowed
    const { role, session } = allowed
    const all = await administration.sessions.list()
    const sessions = role === 'owner' ? all : all.filter(({ operator }) => operator === session?.operator)
    return jsonAnswer(200, { sessions, own: session?.name ?? null } satisfies SessionList)
  },
}

/** Signs a person out on all servers. Who has signed in with the token of the administration: everyone who has. */
export const signOutEverywhere: Route<Administration> = {
  method: 'DELETE',
  path: PATH,
  handler: async (event, administration) => {
    const allowed = await authorize(event, administration)
    if (allowed instanceof HTTPResponse) return allowed
    const { store, sessions, epochMs } = administration
    const name = allowed.session?.operator ?? null
    const command = { name: 'sessions.end', input: { operator: name }, operator: allowed.operator, nowMs: epochMs() }
    await recordCommand(store.audit, command, async () => {
      if (name === null) await sessions.closeAllOfToken()
      else await store.people.update(null, name, { endsSessions: true })
    })
    return endCookie(event)
  },
}

const wanted = v.object({
  current: v.string(),
  password: v.pipe(v.string(), v.minLength(MIN_PASSWORD), v.maxLength(MAX_PASSWORD)),
})

/** Changes one's own password, and ends one's sessions. */
export const changePassword: Route<Administration> = {
  method: 'POST',
  path: '/admin/password',
  handler: async (event, administration) => {
    const allowed = await authorize(event, administration)
    if (allowed instanceof HTTPResponse) return allowed
    const { store, epochMs } = administration
    const name = allowed.session?.operator ?? null
    if (name === null) return refuse(409, 'no_operator', 'The token of the administration is a setting of the server.')
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const parsed = v.safeParse(wanted, input.ok ? input.value : null)
    if (!parsed.success) {
      return refuse(400, 'invalid_input', `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`)
    }
    const { current, password } = parsed.output
    const known = await store.people.find('dashboard', name)
    if (!(await isPassword(current, known?.passwordHash ?? null))) {
      await delayWrongKey(event, administration.wrongKeys.count(stateOf(event).address))
      const { code, message } = otherPassword()
      return refuse(403, code, message)
    }
    const command = {
      name: 'operators.password',
      input: { operator: name },
      operator: allowed.operator,
      nowMs: epochMs(),
    }
    const presentHash = known?.passwordHash ?? ''
    const passwordHash = await hashPassword(password)
    const change = async (): Promise<void> => {
      // An owner may have given a new one meanwhile, or removed the operator.
      const generation = await store.people.setPassword('dashboard', name, { presentHash }, passwordHash)
      if (generation === null) throw otherPassword()
    }
    try {
      await recordCommand(store.audit, command, change)
    } catch (error) {
      if (error instanceof CommandError) return refuse(403, error.code, error.message)
      throw error
    }
    return endCookie(event)
  },
}

function refuse(status: number, error: string, message: string): HTTPResponse {
  return jsonAnswer(status, { error, message })
}

function otherPassword(): CommandError {
  return new CommandError('wrong_password', 'The present password is another one.')
}
