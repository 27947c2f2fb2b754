import { resolvePlan, type PlanName, type PlanOverrides } from '../../../core/policy/index.ts'
import { fillWorkspace, type WorkspaceSources } from '../fill-workspace.ts'
import type { NewWorkspace, Workspace, WorkspaceChange } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { Cache } from './cache.ts'
import type { Database } from './database.ts'

interface WorkspaceRow {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  readonly pay_as_you_go: number
  readonly overrides: string
  readonly created_at_ms: number
}

const COLUMNS = 'id, name, plan, pay_as_you_go, overrides, created_at_ms'

export class Workspaces {
  private readonly cache = new Cache<Workspace>()
  private readonly database: Database
  private readonly options: WorkspaceSources

  constructor(database: Database, options: WorkspaceSources) {
    this.database = database
    this.options = options
  }

  create(given: NewWorkspace): Workspace {
    const workspace = fillWorkspace(given, this.options)
    this.database.run(
      `INSERT INTO workspaces (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
      workspace.id,
      workspace.name,
      workspace.plan,
      Number(workspace.payAsYouGo),
      JSON.stringify(workspace.overrides),
      workspace.createdAtMs,
    )
    return workspace
  }

  list(): Workspace[] {
    return this.database.list<WorkspaceRow>(`SELECT ${COLUMNS} FROM workspaces ORDER BY place`).map(fromRow)
  }

  update(id: string, change: WorkspaceChange): Workspace {
    const workspace = { ...this.require(id), ...change }
    resolvePlan(workspace)
    const { name, plan, payAsYouGo, overrides } = workspace
    this.database.run(
      'UPDATE workspaces SET name = ?, plan = ?, pay_as_you_go = ?, overrides = ? WHERE id = ?',
      name,
      plan,
      Number(payAsYouGo),
      JSON.stringify(overrides),
      id,
    )
    this.cache.clear()
    return workspace
  }

  /** Throws: `unknown_workspace`. */
  require(id: string): Workspace {
    const workspace = this.cache.get(id, () => {
      const [row] = this.database.list<WorkspaceRow>(`SELECT ${COLUMNS} FROM workspaces WHERE id = ?`, id)
      return row === undefined ? null : fromRow(row)
    })
    if (workspace === null) throw new StoreError('unknown_workspace', `There is no workspace ${id}.`)
    return workspace
  }

  close(): void {
    this.cache.clear()
  }
}

function fromRow(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    payAsYouGo: row.pay_as_you_go === 1,
    overrides: JSON.parse(row.overrides) as PlanOverrides,
    createdAtMs: row.created_at_ms,
  }
}
