import * as v from 'valibot'
import {
  ITEM_STATUSES,
  printBatchHead,
  selectResults,
  toTimestamp,
  type BatchHead,
  type ItemResult,
  type ItemStatus,
} from '../../../core/contract/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { Batch } from '../../store/batches.ts'
import type { Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { pageOfBatches } from '../route/page-of-batches.ts'
import { CommandError } from './command-error.ts'
import { batchId, define, id, READS, type CommandContext } from './define-command.ts'
import { snapshotOfBatch } from './snapshots.ts'
import { listDeliveries } from './list-deliveries.ts'

/** A batch of any workspace. */
export interface AdminBatch extends BatchHead {
  readonly workspace_id: string
  /** Key that is charged. */
  readonly key_id: string
  readonly kind: KeyMode
  /** When its webhook is sent the next time. null: it has none, or no attempt is to come. */
  readonly webhook_next_attempt_at: string | null
  /** Whether its results are still kept. */
  readonly has_results: boolean
}

/** A page of the batches of a workspace. Order: newest first. */
export interface AdminBatchPage {
  readonly batches: readonly AdminBatch[]
  /** `after` of the next page. null: this is the last one. */
  readonly next: string | null
}

/** The result of an item without its record, which `batches.result` gives. */
export type AdminItem = Omit<ItemResult, 'data'>

export interface AdminItemPage {
  /** Order: completion. */
  readonly items: readonly AdminItem[]
  /** `offset` of the next page. null: this is the last one. */
  readonly next: number | null
}

const MAX_PAGE = 100
/** States of batches, with what became of the items of those that have ended. */
const BATCH_STATES = ['running', 'succeeded', 'partly_failed', 'failed'] as const
type BatchState = (typeof BATCH_STATES)[number]

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const limit = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 20)
/** Results of a batch that are asked for. */
const results = {
  batch: batchId,
  status: v.exactOptional(v.picklist(ITEM_STATUSES)),
  offset: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
}

export const BATCH_COMMANDS = {
  'batches.list': define(
    'List the batches of a workspace, newest first, a page at a time. `text`: part of an id or of metadata.',
    v.strictObject({
      workspace: id,
      kind: v.picklist(['live', 'test']),
      state: v.exactOptional(v.picklist(BATCH_STATES)),
      key: v.exactOptional(id),
      reference: v.exactOptional(text),
      text: v.exactOptional(text),
      after: v.exactOptional(batchId),
      limit,
    }),
    listBatches,
    { ...READS, followMs: 1000 },
  ),
  'batches.read': define(
    'Read a batch, without its results.',
    v.strictObject({ batch: batchId }),
    async (store, { batch }) => printBatch(await requireBatch(store, batch)),
    { ...READS, followMs: 1000 },
  ),
  'batches.items': define(
    'Read the results of a batch without their records, a page at a time.',
    v.strictObject({ ...results, limit }),
    readItems,
    READS,
  ),
  'batches.result': define(
    'Read one result with its record. `offset`: as that of the items.',
    v.strictObject(results),
    readResult,
    { role: 'reader' },
  ),
  'batches.cancel': define(
    'Cancel a batch. One that has ended stays as it is.',
    v.strictObject({ batch: batchId }),
    async (store, { batch }, { nowMs }) => printBatch((await store.batches.stop(batch, nowMs)) ?? unknownBatch(batch)),
    { look: snapshotOfBatch },
  ),
  'batches.redeliver': define(
    'Send the webhook of an ended batch again, once a minute.',
    v.strictObject({ batch: batchId }),
    redeliver,
    { look: snapshotOfBatch },
  ),
  'batches.deliveries': define(
    'List the attempts at the webhook of a batch.',
    v.strictObject({ batch: batchId }),
    (store, { batch }) => listDeliveries(store, batch),
    READS,
  ),
} as const

interface ListInput {
  readonly workspace: string
  readonly kind: KeyMode
  readonly state?: BatchState
  /** Id of the key that is charged. */
  readonly key?: string
  /** Of an item. */
  readonly reference?: string
  readonly text?: string
  readonly after?: string
  readonly limit: number
}

async function listBatches({ batches }: Store, input: ListInput): Promise<AdminBatchPage> {
  const { workspace, kind, state, key, text: part, ...page } = input
  const isWanted =
    state === undefined && key === undefined && part === undefined ? undefined : (batch: Batch) => isMeant(batch, input)
  const found = await pageOfBatches(batches, { workspaceId: workspace, mode: kind }, { ...page, isWanted })
  if (found === null) return unknownBatch(page.after ?? '')
  return { batches: found.batches.map(printBatch), next: found.next }
}

function isMeant(batch: Batch, { state, key, text: part = '' }: ListInput): boolean {
  if (state !== undefined && stateOf(batch) !== state) return false
  if (key !== undefined && batch.keyId !== key) return false
  const texts = [batch.id, ...Object.entries(batch.metadata).flat()]
  return texts.some((whole) => whole.toLowerCase().includes(part.toLowerCase()))
}

function stateOf({ progress }: Batch): BatchState {
  const { status, completedAtMs, failureCount, totalCount } = progress
  if (completedAtMs === null) return 'running'
  if (status === 'failed' || failureCount === totalCount) return 'failed'
  return failureCount > 0 ? 'partly_failed' : 'succeeded'
}

async function requireBatch({ batches }: Store, batch: string): Promise<Batch> {
  return (await batches.find(batch)) ?? unknownBatch(batch)
}

/** Throws: `unknown_batch`. */
function unknownBatch(batch: string): never {
  throw new StoreError('unknown_batch', `There is no batch ${batch}.`)
}

function printBatch(batch: Batch): AdminBatch {
  const { workspaceId, keyId, mode, delivery, hasResults } = batch
  const nextAtMs = delivery?.nextAtMs ?? null
  return {
    ...printBatchHead(batch),
    workspace_id: workspaceId,
    key_id: keyId,
    kind: mode,
    webhook_next_attempt_at: nextAtMs === null ? null : toTimestamp(nextAtMs),
    has_results: hasResults,
  }
}

/** Results of a batch, of those with a status if one is given. */
interface Selection {
  readonly batch: string
  readonly status?: ItemStatus
  /** Results to skip. */
  readonly offset: number
}

/** Gives results as JSON, one by one: a page of records with their HTML is never in memory. */
async function selectJson(
  store: Store,
  { batch, status, offset }: Selection,
  limit: number,
): Promise<AsyncIterable<string>> {
  const { hasResults } = await requireBatch(store, batch)
  if (!hasResults) throw new CommandError('results_expired', REFUSED.results_expired)
  if (status === undefined) return store.batches.results(batch, { offset, limit })
  return selectResults(store.batches.results(batch), status, { offset, limit })
}

async function readItems(store: Store, { limit, ...selection }: Selection & { limit: number }): Promise<AdminItemPage> {
  const items: AdminItem[] = []
  // One more than asked for shows whether another page follows.
  for await (const json of await selectJson(store, selection, limit + 1)) {
    const { data: _, ...item } = JSON.parse(json) as ItemResult
    items.push(item)
  }
  return { items: items.slice(0, limit), next: items.length > limit ? selection.offset + limit : null }
}

async function readResult(store: Store, selection: Selection): Promise<ItemResult> {
  for await (const json of await selectJson(store, selection, 1)) return JSON.parse(json) as ItemResult
  throw new CommandError('invalid_input', `offset: the batch has no result ${selection.offset}`)
}

const REFUSED = {
  not_ended: 'The batch has not ended.',
  no_webhook: 'The batch has no webhook.',
  results_expired: 'The results of the batch are no longer kept.',
} as const

async function redeliver(
  store: Store,
  { batch }: { readonly batch: string },
  { nowMs }: CommandContext,
): Promise<AdminBatch> {
  await requireBatch(store, batch)
  const redelivery = await store.batches.redeliver(batch, nowMs)
  if (typeof redelivery === 'object') {
    const seconds = Math.ceil(redelivery.retryAfterMs / 1000)
    throw new CommandError('too_early', `A webhook is sent again once a minute. Try again in ${seconds} s.`)
  }
  if (redelivery !== 'due') throw new CommandError(redelivery, REFUSED[redelivery])
  return printBatch(await requireBatch(store, batch))
}
