import { requireSpendingCap, resolvePlan, type PlanName, type PlanOverrides } from '../../../core/policy/index.ts'
import type { Sources } from '../sources.ts'
import {
  draftWorkspace,
  unknownWorkspace,
  type NewWorkspace,
  type Workspace,
  type WorkspaceChange,
  type Workspaces,
} from '../workspaces.ts'
import { Cache, type Database } from './database.ts'

interface WorkspaceRow {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  readonly pay_as_you_go: number
  readonly spending_cap: number | null
  readonly overrides: string
  readonly events_url: string | null
  readonly created_at_ms: number
}

const COLUMNS = 'id, name, plan, pay_as_you_go, spending_cap, overrides, events_url, created_at_ms'

export class SqliteWorkspaces implements Workspaces {
  /** By id. */
  private readonly cache = new Cache<Workspace>()
  private readonly database: Database
  private readonly sources: Sources

  constructor(database: Database, sources: Sources) {
    this.database = database
    this.sources = sources
  }

  async create(given: NewWorkspace): Promise<Workspace> {
    return this.insert(given)
  }

  async createFirst(given: NewWorkspace): Promise<Workspace | null> {
    const isEmpty = this.database.list('SELECT 1 FROM workspaces LIMIT 1').length === 0
    return isEmpty ? this.insert(given) : null
  }

  async list(): Promise<Workspace[]> {
    return this.database
      .list<WorkspaceRow>(`SELECT ${COLUMNS} FROM workspaces WHERE erased_at_ms IS NULL ORDER BY place`)
      .map(toWorkspace)
  }

  async update(id: string, change: WorkspaceChange): Promise<Workspace> {
    const { events, ...terms } = change
    const known = this.require(id)
    const workspace = { ...known, ...terms, eventsUrl: events === undefined ? known.eventsUrl : (events?.url ?? null) }
    resolvePlan(workspace)
    requireSpendingCap(workspace.spendingCap)
    const { name, plan, payAsYouGo, spendingCap, overrides } = workspace
    this.database.run(
      `UPDATE workspaces SET name = ?, plan = ?, pay_as_you_go = ?, spending_cap = ?, overrides = ?, events_url = ?,
         events_secret = iif(?, ?, events_secret) WHERE id = ?`,
      name,
      plan,
      Number(payAsYouGo),
      spendingCap,
      JSON.stringify(overrides),
      workspace.eventsUrl,
      Number(events !== undefined),
      events?.sealedSecret ?? null,
      id,
    )
    this.cache.clear()
    return workspace
  }

  /** Throws: `unknown_workspace`, also if it was erased. */
  require(id: string): Workspace {
    const workspace = this.cache.get(id, () => {
      const [row] = this.database.list<WorkspaceRow>(
        `SELECT ${COLUMNS} FROM workspaces WHERE id = ? AND erased_at_ms IS NULL`,
        id,
      )
      return row === undefined ? null : toWorkspace(row)
    })
    if (workspace === null) throw unknownWorkspace(id)
    return workspace
  }

  /** Forgets what it has read. */
  forget(): void {
    this.cache.clear()
  }

  private insert(given: NewWorkspace): Workspace {
    const workspace = draftWorkspace(given, this.sources)
    this.database.run(
      `INSERT INTO workspaces (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL, ?)`,
      workspace.id,
      workspace.name,
      workspace.plan,
      Number(workspace.payAsYouGo),
      workspace.spendingCap,
      JSON.stringify(workspace.overrides),
      workspace.createdAtMs,
    )
    return workspace
  }
}

function toWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    payAsYouGo: row.pay_as_you_go === 1,
    spendingCap: row.spending_cap,
    overrides: JSON.parse(row.overrides) as PlanOverrides,
    eventsUrl: row.events_url,
    createdAtMs: row.created_at_ms,
  }
}
