import { resolvePlan, type PlanName, type PlanOverrides } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import { fillWorkspace, type WorkspaceSources } from '../fill-workspace.ts'
import type { NewWorkspace, Workspace, WorkspaceChange } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { readHashes, toFields, type Fields } from './fields.ts'
import { CREATE_WORKSPACE, UPDATE_WORKSPACE } from './scripts/workspace.ts'

export class Workspaces {
  private readonly connection: Connection
  private readonly options: WorkspaceSources

  constructor(connection: Connection, options: WorkspaceSources) {
    this.connection = connection
    this.options = options
  }

  async create(given: NewWorkspace): Promise<Workspace> {
    const workspace = fillWorkspace(given, this.options)
    await this.write(workspace, 'any')
    return workspace
  }

  /** Absent: null, there is one. */
  async createFirst(given: NewWorkspace): Promise<Workspace | null> {
    const workspace = fillWorkspace(given, this.options)
    return (await this.write(workspace, 'first')) ? workspace : null
  }

  private async write(workspace: Workspace, which: 'any' | 'first'): Promise<boolean> {
    const { id, createdAtMs } = workspace
    const fields = ['id', id, 'created_at_ms', createdAtMs, ...listChanges(workspace)]
    return (await this.connection.run<number>(CREATE_WORKSPACE, [id, which, ...fields])) === 1
  }

  async list(): Promise<Workspace[]> {
    const ids = await this.listIds()
    const names = ids.map((id) => this.connection.name('workspace', id))
    return (await readHashes(this.connection, names)).map(toWorkspace)
  }

  /** Order: creation. */
  listIds(): Promise<string[]> {
    return this.connection.ask((redis) => redis.lrange(this.connection.name('workspaces'), 0, -1))
  }

  async update(id: string, change: WorkspaceChange): Promise<Workspace> {
    // Each override has its range whatever the plan: the rest of the workspace is not needed to judge them.
    resolvePlan({ plan: 'custom', overrides: change.overrides ?? {} })
    const fields = toFields(await this.connection.run<string[]>(UPDATE_WORKSPACE, [id, ...listChanges(change)]))
    if (fields === null) throw unknownWorkspace(id)
    return toWorkspace(fields)
  }

  /** Throws: `unknown_workspace`. */
  async require(id: string): Promise<void> {
    const found = await this.connection.ask((redis) => redis.exists(this.connection.name('workspace', id)))
    if (found === 0) throw unknownWorkspace(id)
  }
}

export function unknownWorkspace(id: string): StoreError {
  return new StoreError('unknown_workspace', `There is no workspace ${id}.`)
}

/** Names of fields, each with its value: those that are given. */
function listChanges({ name, plan, payAsYouGo, overrides }: WorkspaceChange): (string | number)[] {
  const changes: (string | number)[] = []
  if (name !== undefined) changes.push('name', name)
  if (plan !== undefined) changes.push('plan', plan)
  if (payAsYouGo !== undefined) changes.push('pay_as_you_go', Number(payAsYouGo))
  if (overrides !== undefined) changes.push('overrides', JSON.stringify(overrides))
  return changes
}

export function toWorkspace(fields: Fields): Workspace {
  return {
    id: fields['id'] ?? '',
    name: fields['name'] ?? '',
    plan: fields['plan'] as PlanName,
    payAsYouGo: fields['pay_as_you_go'] === '1',
    overrides: JSON.parse(fields['overrides'] ?? '{}') as PlanOverrides,
    createdAtMs: Number(fields['created_at_ms']),
  }
}
