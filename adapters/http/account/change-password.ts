import { HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import { admitPublicHash, hashPassword, isPassword, MAX_PASSWORD, MIN_PASSWORD } from '../../people/passwords.ts'
import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import { actorOf, authorizeMember, DOOR, type DoorDeps, type KnownMember } from './authorize-member.ts'
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
    const { address } = stateOf(event)
    const release = admitPublicHash(address)
    if (release === null) return refuseForNow('busy')
    const { member } = found
    const generation = await change(member, parsed.output, event, deps).finally(release)
    if (generation !== null) return beginSession(event, { ...member, generation }, PATH, deps)
    await delayWrongKey(event, deps.wrongKeys.count(address))
    return jsonAnswer(403, { error: 'wrong_password', message: 'The present password is another one.' })
  },
}

/** The generation of the member's new sessions. Absent: null, the present password is another one. */
async function change(
  member: KnownMember,
  { current, password }: v.InferOutput<typeof given>,
  event: H3Event,
  { store, epochMs }: DoorDeps,
): Promise<number | null> {
  const { name, workspace, passwordHash } = member
  if (!(await isPassword(current, passwordHash))) return null
  const operator = actorOf(member, event)
  const command = { name: 'members.password', input: { workspace: workspace.id }, operator, nowMs: epochMs() }
  return recordCommand(store.audit, command, async () =>
    store.people.setPassword('account', name, { presentHash: passwordHash ?? '' }, await hashPassword(password)),
  )
}
