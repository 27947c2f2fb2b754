import { getRouterParam, HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import type { Owner } from '../../store/keys.ts'
import { lookAtWorkspace } from '../admin/look.ts'
import { answerAccount, answerUsage } from '../operations/account.ts'
import { answerCreation, answerRevocation, answerRotation } from '../operations/change-keys.ts'
import { answerKeys } from '../operations/keys.ts'
import { answerBatches } from '../operations/list-batches.ts'
import { jsonAnswer, refusePath } from '../route/answers.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { actorOf, authorizeMember, DOOR, type DoorDeps } from './authorize-member.ts'

const KINDS = ['live', 'test'] as const

/** A workspace, as one of its members asks for it. */
interface MemberOwner extends Owner {
  readonly keyId: null
  readonly actor: string
}

type MemberHandler = (event: H3Event, deps: DoorDeps, owner: MemberOwner) => Promise<HTTPResponse>

/** A route that answers as an operation of the API does, for the workspace of the member. The path says the kind of keys. */
function forMember(method: Route<DoorDeps>['method'], path: string, handler: MemberHandler): Route<DoorDeps> {
  return {
    method,
    path: `${DOOR}/:kind/${path}`,
    handler: async (event, deps) => {
      const found = await authorizeMember(event, deps)
      if (found instanceof HTTPResponse) return found
      const mode = KINDS.find((kind) => kind === getRouterParam(event, 'kind'))
      if (mode === undefined) return refusePath()
      const { actor } = actorOf(found.member, event)
      return handler(event, deps, { workspace: found.member.workspace, mode, keyId: null, actor })
    },
  }
}

/** What members see and change. None of them takes the id of a workspace. */
export const memberRoutes: readonly Route<DoorDeps>[] = [
  forMember('GET', 'summary', answerAccount),
  forMember('GET', 'usage', answerUsage),
  forMember('GET', 'batches', answerBatches),
  forMember('GET', 'keys', answerKeys),
  forMember('POST', 'keys', answerCreation),
  forMember('POST', 'keys/:id/rotate', answerRotation),
  forMember('DELETE', 'keys/:id', answerRevocation),
]

const choice = v.strictObject({ pay_as_you_go: v.boolean() })

/** Switches pay-as-you-go, where the operator allows it. */
export const switchPayAsYouGo: Route<DoorDeps> = {
  method: 'POST',
  path: `${DOOR}/pay-as-you-go`,
  handler: async (event, deps) => {
    const found = await authorizeMember(event, deps)
    if (found instanceof HTTPResponse) return found
    const { door, store } = deps
    if (!door.mayPayAsYouGo) {
      const message = 'Ask the operator of this service to switch pay-as-you-go.'
      return jsonAnswer(403, { error: 'not_allowed', message })
    }
    const input = await readJson(event, { maxBytes: 1024 })
    const parsed = v.safeParse(choice, input.ok ? input.value : null)
    if (!parsed.success) {
      return jsonAnswer(400, { error: 'invalid_input', message: 'the body must be {"pay_as_you_go": true} or false' })
    }
    const { pay_as_you_go: payAsYouGo } = parsed.output
    const { id: workspace } = found.member.workspace
    const command = {
      name: 'workspaces.update',
      input: { workspace, payAsYouGo },
      operator: actorOf(found.member, event),
      nowMs: deps.epochMs(),
      look: () => lookAtWorkspace(store, { workspace }, null),
    }
    await recordCommand(store.audit, command, () => store.workspaces.update(workspace, { payAsYouGo }))
    return new HTTPResponse(null, { status: 204 })
  },
}
