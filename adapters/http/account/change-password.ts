import { HTTPResponse } from 'h3'
import * as v from 'valibot'
import { hashPassword, isHashingBusy, isPassword, MAX_PASSWORD, MIN_PASSWORD } from '../admin/passwords.ts'
import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import { actorOf, authorizeMember, DOOR, type DoorDeps } from './authorize-member.ts'
import { beginSession } from './session-routes.ts'

const PATH = `${DOOR}/password/change`
const MAX_BODY_BYTES = 4096

const given = v.object({
  current: v.pipe(v.string(), v.maxLength(MAX_PASSWORD)),
  password: v.pipe(v.string(), v.minLength(MIN_PASSWORD), v.maxLength(MAX_PASSWORD)),
})

/** Changes the password of the member who has signed in. All sessions end; the answer begins a new one for this browser. */
export const changeOwnPassword: Route<DoorDeps> = {
  method: 'POST',
  path: PATH,
  handler: async (event, deps) => {
    const found = await authorizeMember(event, deps)
    if (found instanceof HTTPResponse) return found
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const parsed = v.safeParse(given, input.ok ? input.value : null)
    if (!parsed.success) {
      const message = `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`
      return jsonAnswer(400, { error: 'invalid_input', message })
    }
    if (isHashingBusy()) return refuseForNow('busy')
    const { store, wrongKeys } = deps
    const { member } = found
    const { current, password } = parsed.output
    const presentHash = member.passwordHash ?? ''
    const change = async (): Promise<number | null> =>
      store.members.changePassword(member.name, presentHash, await hashPassword(password))
    const operator = actorOf(member, event)
    const command = {
      name: 'members.password',
      input: { workspace: member.workspaceId },
      operator,
      nowMs: deps.epochMs(),
    }
    const isRight = await isPassword(current, member.passwordHash)
    const generation = isRight ? await recordCommand(store.audit, command, change) : null
    if (generation !== null) return beginSession(event, { ...member, generation }, PATH, deps)
    await delayWrongKey(event, wrongKeys.count(stateOf(event).address))
    return jsonAnswer(403, { error: 'wrong_password', message: 'The present password is another one.' })
  },
}
