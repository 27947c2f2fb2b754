import { HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import { isOwnOrigin, refuseForgery } from '../admin/authorize.ts'
import { admitPublicHash, hashLink, hashPassword, MAX_PASSWORD, MIN_PASSWORD } from '../../people/passwords.ts'
import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import { actorOf, DOOR, findMember, type DoorDeps } from './authorize-member.ts'

const MAX_BODY_BYTES = 4096

const given = v.object({
  name: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(100)),
  link: v.pipe(v.string(), v.maxLength(100)),
  password: v.pipe(v.string(), v.minLength(MIN_PASSWORD), v.maxLength(MAX_PASSWORD)),
})

/** Sets the password of a member who has a link. The link ends with that. */
export const choosePassword: Route<DoorDeps> = {
  method: 'POST',
  path: `${DOOR}/password`,
  handler: async (event, deps) => {
    if (!isOwnOrigin(event)) return refuseForgery()
    const input = await readJson(event, { maxBytes: MAX_BODY_BYTES })
    const parsed = v.safeParse(given, input.ok ? input.value : null)
    if (!parsed.success) {
      const message = `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`
      return jsonAnswer(400, { error: 'invalid_input', message })
    }
    const { address } = stateOf(event)
    const release = admitPublicHash(address)
    if (release === null) return refuseForNow('busy')
    if (await choose(parsed.output, event, deps).finally(release)) return new HTTPResponse(null, { status: 204 })
    deps.door.signIns.refuse(address)
    await delayWrongKey(event, deps.wrongKeys.count(address))
    const message = 'This link was used or has expired. Ask for a new one.'
    return jsonAnswer(403, { error: 'wrong_link', message })
  },
}

/** Returns false if the link is wrong, was used, or has expired. */
async function choose(
  { name, link, password }: v.InferOutput<typeof given>,
  event: H3Event,
  { store, epochMs }: DoorDeps,
): Promise<boolean> {
  const nowMs = epochMs()
  const hash = hashLink(link)
  const member = await findMember(store, name)
  if (member === null || member.linkHash !== hash || (member.linkExpiresAtMs ?? 0) <= nowMs) return false
  const operator = actorOf(member, event)
  const command = { name: 'members.password', input: { workspace: member.workspace.id }, operator, nowMs }
  return recordCommand(store.audit, command, async () => {
    const proof = { linkHash: hash, nowMs }
    return (await store.people.setPassword('account', name, proof, await hashPassword(password))) !== null
  })
}
