import { getRouterParam, HTTPResponse, type H3Event } from 'h3'
import * as v from 'valibot'
import type { Owner } from '../../store/keys.ts'
import { snapshotOfWorkspace } from '../admin/snapshots.ts'
import { answerAccount, answerUsage } from '../operations/account.ts'
import { answerCreation, answerRevocation, answerRotation } from '../operations/change-keys.ts'
import { answerKeys } from '../operations/keys.ts'
import { answerBatches } from '../operations/list-batches.ts'
import { forAllowed } from '../people/authorize.ts'
import { jsonAnswer, refusePath } from '../route/answers.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import { ACCOUNT, toMember, type CustomerDeps } from './customer-door.ts'

const KINDS = ['live', 'test'] as const

/** A workspace, as one of its members asks for it. */
interface MemberOwner extends Owner {
  readonly keyId: null
  readonly actor: string
}

type MemberHandler = (event: H3Event, deps: CustomerDeps, owner: MemberOwner) => Promise<HTTPResponse>

/** A route that answers as an operation of the API does, for the workspace of the member. The path says the kind of keys. */
function forMember(method: Route<CustomerDeps>['method'], path: string, handler: MemberHandler): Route<CustomerDeps> {
  return {
    method,
    path: `${ACCOUNT}/:kind/${path}`,
    handler: forAllowed(async (event, deps: CustomerDeps, allowed) => {
      const mode = KINDS.find((kind) => kind === getRouterParam(event, 'kind'))
      if (mode === undefined) return refusePath()
      const { workspace } = toMember(allowed)
      return handler(event, deps, { workspace, mode, keyId: null, actor: allowed.operator.actor })
    }),
  }
}

/** What members see and change. None of them takes the id of a workspace. */
export const memberRoutes: readonly Route<CustomerDeps>[] = [
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
export const switchPayAsYouGo: Route<CustomerDeps> = {
  method: 'POST',
  path: `${ACCOUNT}/pay-as-you-go`,
  handler: forAllowed(async (event, { door, store, epochMs }, allowed) => {
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
    const { id: workspace } = toMember(allowed).workspace
    const command = {
      name: 'workspaces.update',
      input: { workspace, payAsYouGo },
      operator: allowed.operator,
      nowMs: epochMs(),
      look: () => snapshotOfWorkspace(store, { workspace }, null),
    }
    await recordCommand(store.audit, command, () => store.workspaces.update(workspace, { payAsYouGo }))
    return new HTTPResponse(null, { status: 204 })
  }),
}
