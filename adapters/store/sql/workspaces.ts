import { requireSpendingCap, resolvePlan, type PlanName, type PlanOverrides } from '../../../core/policy/index.ts'
import type { Sources } from '../sources.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import {
  draftWorkspace,
  unknownWorkspace,
  type EventReceiver,
  type NewWorkspace,
  type Workspace,
  type WorkspaceChange,
  type Workspaces,
} from '../workspaces.ts'
import { Cache } from './cache.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'

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

/** Subject of steps that create workspaces. */
const SUBJECT = 'workspaces'
/** Announced when terms of a workspace have changed. */
export const WORKSPACES_TOPIC = 'workspaces'
const COLUMNS = 'id, name, plan, pay_as_you_go, spending_cap, overrides, events_url, created_at_ms'

export class SqlWorkspaces implements Workspaces {
  /** By id. */
  private readonly cache = new Cache<Workspace>()
  private readonly database: Database
  private readonly sources: Sources

  constructor(database: Database, sources: Sources) {
    this.database = database
    this.sources = sources
    database.watch(WORKSPACES_TOPIC, () => this.cache.clear())
  }

  async create(given: NewWorkspace): Promise<Workspace> {
    const workspace = draftWorkspace(given, this.sources)
    await this.database.step(SUBJECT, (tx) => insert(tx, workspace))
    return workspace
  }

  async createFirst(given: NewWorkspace): Promise<Workspace | null> {
    const workspace = draftWorkspace(given, this.sources)
    return this.database.step(SUBJECT, async (tx) => {
      const [first] = await tx.list<{ id: string }>('SELECT id FROM workspaces ORDER BY row_id LIMIT 1')
      if (first !== undefined && first.id !== workspace.id) return null
      await insert(tx, workspace)
      return workspace
    })
  }

  async list(): Promise<Workspace[]> {
    const sql = `SELECT ${COLUMNS} FROM workspaces WHERE erased_at_ms IS NULL ORDER BY row_id`
    return (await this.database.list<WorkspaceRow>(sql)).map(toWorkspace)
  }

  async update(id: string, { events, ...terms }: WorkspaceChange): Promise<Workspace> {
    return this.database.step(id, async (tx) => {
      const known = await requireWorkspace(tx, id)
      const eventsUrl = events === undefined ? known.eventsUrl : (events?.url ?? null)
      const workspace = { ...known, ...terms, eventsUrl }
      resolvePlan(workspace)
      requireSpendingCap(workspace.spendingCap)
      await tx.run(
        `UPDATE workspaces SET name = $2, plan = $3, pay_as_you_go = $4, spending_cap = $5, overrides = $6, events_url = $7
         WHERE id = $1`,
        id,
        workspace.name,
        workspace.plan,
        Number(workspace.payAsYouGo),
        workspace.spendingCap,
        JSON.stringify(workspace.overrides),
        eventsUrl,
      )
      const secret = events?.sealedSecret ?? null
      if (events !== undefined) await tx.run('UPDATE workspaces SET events_secret = $2 WHERE id = $1', id, secret)
      await tx.announce(WORKSPACES_TOPIC)
      return workspace
    })
  }

  async findReceiver(id: string): Promise<EventReceiver | null> {
    const sql =
      'SELECT events_url AS url, events_secret AS "sealedSecret" FROM workspaces WHERE id = $1 AND events_url IS NOT NULL'
    const [receiver] = await this.database.list<EventReceiver>(sql, id)
    return receiver === undefined ? null : { ...receiver }
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, 'workspaces')
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.database.step(stored.ownerId, (tx) => replaceStoredSecret(tx, 'workspaces', stored, sealedSecret))
  }

  /** From memory, if it was read lately. Rejects: `unknown_workspace`, also if it was erased. */
  async require(id: string): Promise<Workspace> {
    const workspace = await this.cache.get(id, () => findWorkspace(this.database, id))
    if (workspace === null) throw unknownWorkspace(id)
    return workspace
  }
}

/** Rejects: `unknown_workspace`, also if it was erased. */
export async function requireWorkspace(reader: Reader, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(reader, id)
  if (workspace === null) throw unknownWorkspace(id)
  return workspace
}

/** Whether a workspace was erased. One that never was is not. */
export async function isErased(reader: Reader, id: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM workspaces WHERE id = $1 AND erased_at_ms IS NOT NULL'
  return (await reader.list(sql, id)).length > 0
}

async function findWorkspace(reader: Reader, id: string): Promise<Workspace | null> {
  const sql = `SELECT ${COLUMNS} FROM workspaces WHERE id = $1 AND erased_at_ms IS NULL`
  const [row] = await reader.list<WorkspaceRow>(sql, id)
  return row === undefined ? null : toWorkspace(row)
}

async function insert(tx: Transaction, workspace: Workspace): Promise<void> {
  await tx.run(
    `INSERT INTO workspaces (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, NULL, $7) ON CONFLICT (id) DO NOTHING`,
    workspace.id,
    workspace.name,
    workspace.plan,
    Number(workspace.payAsYouGo),
    workspace.spendingCap,
    JSON.stringify(workspace.overrides),
    workspace.createdAtMs,
  )
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
