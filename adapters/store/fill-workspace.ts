import { resolvePlan } from '../../core/policy/index.ts'
import { randomCharacters, type RandomBytes } from './key-hash.ts'
import type { NewWorkspace, Workspace } from './store.ts'

/** What a new workspace takes from outside. */
export interface WorkspaceSources {
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** A workspace with an id of its own and what was not given. Throws: `invalid_argument`, for overrides out of range. */
export function fillWorkspace(given: NewWorkspace, { now, randomBytes }: WorkspaceSources): Workspace {
  const { name, plan = 'free', payAsYouGo = false, overrides = {} } = given
  const id = `ws_${randomCharacters(16, randomBytes)}`
  const workspace = { id, name, plan, payAsYouGo, overrides, createdAtMs: now() }
  resolvePlan(workspace)
  return workspace
}
