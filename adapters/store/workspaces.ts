import { requireSpendingCap, resolvePlan, type PlanName, type PlanOverrides } from '../../core/policy/index.ts'
import { randomCharacters, type Sources } from './sources.ts'
import { StoreError } from './store-error.ts'
import type { SecretOwners } from './stored-secrets.ts'

/** A customer account: it owns keys and batches, and is charged for them. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  /** Whether requests beyond the plan's included credits are charged. Otherwise they are refused. */
  readonly payAsYouGo: boolean
  /** Credits of a calendar month above which requests are refused, also with pay-as-you-go. Absent: null, no such limit. */
  readonly spendingCap: number | null
  /** Terms agreed with this customer. They apply while the plan is `custom`. */
  readonly overrides: PlanOverrides
  /** Where its events are sent. Absent: null, nowhere. */
  readonly eventsUrl: string | null
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
}

/** Where the events of a workspace are sent. */
export interface EventReceiver {
  readonly url: string
  /** The secret that they are signed with, in the form in which it is stored. */
  readonly sealedSecret: string
}

/** Defaults: plan `free`, no pay-as-you-go, no spending cap, no overrides. */
export type NewWorkspace = Pick<Workspace, 'name'> & Omit<WorkspaceChange, 'events'>

/** New values of a workspace. A property that is not given stays as it is. */
export interface WorkspaceChange extends Partial<
  Pick<Workspace, 'name' | 'plan' | 'payAsYouGo' | 'spendingCap' | 'overrides'>
> {
  /** Where its events are sent. null: nowhere. */
  readonly events?: EventReceiver | null
}

/** What an erasure removes, as its report names it. Order: of the report. */
const ERASED_PARTS = [
  'keys',
  'batches',
  'idempotencyKeys',
  'answers',
  'references',
  'events',
  'requests',
  'watches',
  'members',
  'statistics',
] as const

export type ErasedPart = (typeof ERASED_PARTS)[number]

/** Numbers of what one erasure has removed. */
export type ErasedCounts = Readonly<Record<ErasedPart, number>>

/** A workspace that is erased except for its charges. */
export interface ErasedWorkspace {
  readonly id: string
  /** When it was first asked for. Unit: ms since 1970. */
  readonly erasedAtMs: number
  /** What this call has removed. 0: there was nothing, or an earlier call has removed it. */
  readonly removed: ErasedCounts
  /** What stays in the books, under the ids of the workspace and its keys. */
  readonly kept: { readonly charges: number; readonly credits: number }
}

/** Sums of numbers by part. A part that is not given counts as 0. */
export function sumErased(counts: readonly Partial<ErasedCounts>[]): ErasedCounts {
  const sum = (part: ErasedPart): number => counts.reduce((total, own) => total + (own[part] ?? 0), 0)
  return Object.fromEntries(ERASED_PARTS.map((part) => [part, sum(part)])) as ErasedCounts
}

export interface Workspaces extends SecretOwners {
  /** Throws: `invalid_argument` of `ShelfmarkError`, if an override or the spending cap is out of range. */
  create(workspace: NewWorkspace): Promise<Workspace>
  /**
   * Creates a workspace if the store has none. Of several concurrent calls, one creates it.
   *
   * Absent: null, the store has a workspace.
   */
  createFirst(workspace: NewWorkspace): Promise<Workspace | null>
  /** Without erased ones. Order: creation. */
  list(): Promise<Workspace[]>
  /** Throws: `unknown_workspace`; `invalid_argument` of `ShelfmarkError`, if an override or the spending cap is out of range. */
  update(workspaceId: string, change: WorkspaceChange): Promise<Workspace>
  /** Absent: null, the workspace has none, or is unknown. */
  findReceiver(workspaceId: string): Promise<EventReceiver | null>
}

/** A workspace with a random id and the defaults filled in, not yet written. Throws: as `Workspaces.create`. */
export function draftWorkspace(given: NewWorkspace, { epochMs, randomBytes }: Sources): Workspace {
  const { name, plan = 'free', payAsYouGo = false, spendingCap = null, overrides = {} } = given
  const id = `ws_${randomCharacters(16, randomBytes)}`
  const workspace = { id, name, plan, payAsYouGo, spendingCap, overrides, eventsUrl: null, createdAtMs: epochMs() }
  resolvePlan(workspace)
  requireSpendingCap(spendingCap)
  return workspace
}

export function unknownWorkspace(id: string): StoreError {
  return new StoreError('unknown_workspace', `There is no workspace ${id}.`)
}

export function batchesOpen(id: string): StoreError {
  return new StoreError('batches_open', `The workspace ${id} has batches that have not ended: cancel them first.`)
}
