import { requireSpendingCap, resolvePlan } from '../../../core/policy/index.ts'
import type { Sources } from '../sources.ts'
import {
  draftWorkspace,
  unknownWorkspace,
  type NewWorkspace,
  type Workspace,
  type WorkspaceChange,
  type Workspaces,
} from '../workspaces.ts'
import type { Connection } from './connection.ts'
import { toFields, toWorkspace, toWorkspaceFields } from './fields.ts'
import { loadScript } from './script.ts'

const CREATE_WORKSPACE = loadScript('create-workspace')
const UPDATE_WORKSPACE = loadScript('update-workspace')

export class RedisWorkspaces implements Workspaces {
  private readonly connection: Connection
  private readonly sources: Sources

  constructor(connection: Connection, sources: Sources) {
    this.connection = connection
    this.sources = sources
  }

  async create(given: NewWorkspace): Promise<Workspace> {
    const workspace = draftWorkspace(given, this.sources)
    await this.write(workspace, 'any')
    return workspace
  }

  async createFirst(given: NewWorkspace): Promise<Workspace | null> {
    const workspace = draftWorkspace(given, this.sources)
    return (await this.write(workspace, 'first')) ? workspace : null
  }

  async list(): Promise<Workspace[]> {
    const ids = await this.listIds()
    const names = ids.map((id) => this.connection.name('workspace', id))
    const workspaces = await this.connection.readHashes(names)
    return workspaces.filter((fields) => fields['erased_at_ms'] === undefined).map(toWorkspace)
  }

  async update(id: string, change: WorkspaceChange): Promise<Workspace> {
    // The range of an override does not depend on the plan, so the workspace is not read for this check.
    resolvePlan({ plan: 'custom', overrides: change.overrides ?? {} })
    requireSpendingCap(change.spendingCap ?? null)
    const changes = Object.entries(toWorkspaceFields(change)).flat()
    const fields = toFields(await this.connection.run<string[]>(UPDATE_WORKSPACE, [id, ...changes]))
    if (fields === null) throw unknownWorkspace(id)
    return toWorkspace(fields)
  }

  /** With erased ones. Order: creation. */
  listIds(): Promise<string[]> {
    return this.connection.ask((redis) => redis.lrange(this.connection.name('workspaces'), 0, -1))
  }

  /** Throws: `unknown_workspace`, also if it was erased. */
  async require(id: string): Promise<Workspace> {
    const [fields] = await this.connection.readHashes([this.connection.name('workspace', id)])
    if (fields?.['id'] === undefined || fields['erased_at_ms'] !== undefined) throw unknownWorkspace(id)
    return toWorkspace(fields)
  }

  /** Returns false if `when` is `first`, and the store has another workspace. */
  private async write(workspace: Workspace, when: 'any' | 'first'): Promise<boolean> {
    const { id, createdAtMs } = workspace
    const fields = { id, created_at_ms: createdAtMs, ...toWorkspaceFields(workspace) }
    const args = [id, when, ...Object.entries(fields).flat()]
    return (await this.connection.run<number>(CREATE_WORKSPACE, args)) === 1
  }
}
