import { createHash } from 'node:crypto'
import { errorBody, placeOf, recordOf, REFERENCE, type Contract } from '../../../core/contract/index.ts'
import {
  addDrift,
  addRank,
  applyLook,
  heldFields,
  NEW_WATCH_STATE,
  planWatch,
  requireRecord,
  SECOND_LOOK_MS,
  toRankPoints,
  type DriftTallies,
  type LookResult,
  type SeenRecord,
  type WatchPlan,
  type WatchState,
} from '../../../core/index.ts'
import { findStorageProblem } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { Metrics } from '../../observe/metrics.ts'
import { parseRetrievalRequest } from '../../fetch/parse-request.ts'
import { retrievePaid, type PaidOutcome, type PaidRetrievalDeps, type Settle } from '../../fetch/paid-retrieval.ts'
import type { Claim, Item } from '../../store/batches.ts'
import type { Reservation } from '../../store/ledger.ts'
import { packResult, unpackResult } from '../../store/packed-result.ts'
import type { Store } from '../../store/store.ts'
import type { LookCommit, Watch } from '../../store/watches.ts'
import { toSeen } from './to-seen.ts'
import type { RunInput } from './run-input.ts'
import { toLookEvent } from './watch-entries.ts'
import { driftName } from '../findings/held-fields.ts'

/** An item of a run. */
export interface RunItem extends Item {
  readonly watchId: string
}

export function isOfRun(item: Item): item is RunItem {
  return item.watchId !== null
}

export interface LookDeps extends PaidRetrievalDeps {
  readonly store: PaidRetrievalDeps['store'] & Pick<Store, 'watches'>
  /** What can be asked. */
  readonly contract: Contract
  readonly metrics: PaidRetrievalDeps['metrics'] & Pick<Metrics, 'countLook'>
  readonly log: Pick<Logger, 'error'>
}

/**
 * Looks at an item of a watch as at an item of a batch, and commits what it saw in one step with the charge. Of a watch
 * that was removed, and when the stored bytes of the workspace are used up, nothing is retrieved. Returns what it saw.
 *
 * Rejects: as `workOnItem`.
 */
export async function workOnLook(
  claim: Claim,
  item: RunItem,
  deps: LookDeps,
  signal: AbortSignal,
): Promise<PaidOutcome> {
  const { store, contract, log } = deps
  const { endpoint, mode, workspaceId, watchId } = item
  const run = JSON.parse(item.input) as RunInput
  const settle: Settle = (outcome, reservation) => commit(outcome, reservation, { claim, item, run }, deps)
  const watch = await store.watches.find(watchId)
  const problem = findStorageProblem(await store.storage.usage(workspaceId, mode))
  if (watch === null || problem !== null) {
    const error = problem === null ? errorBody('batch_aborted') : errorBody('quota_exceeded', { message: problem })
    const outcome = { ok: false, error, retrieval: null } as const
    await settle(outcome, null, null)
    return outcome
  }
  const onUnexpectedError = (error: unknown): void => {
    log.error({ err: error }, 'unexpected error in a look of a watch')
  }
  const parsed = parseRetrievalRequest(contract, endpoint, { ...run.input, explain: true })
  return await retrievePaid({ parsed, mode, workspaceId }, { settle, onUnexpectedError }, deps, signal)
}

/** Commits a look at an item that ended its process too often: it saw nothing. */
export async function failLook(claim: Claim, item: RunItem, deps: LookDeps): Promise<void> {
  const run = JSON.parse(item.input) as RunInput
  const outcome = { ok: false, error: errorBody('extraction_failed'), retrieval: null } as const
  await commit(outcome, null, { claim, item, run }, deps)
}

interface LookSubject {
  readonly claim: Claim
  readonly item: RunItem
  readonly run: RunInput
}

async function commit(
  outcome: PaidOutcome,
  reservation: Reservation | null,
  { claim, item, run }: LookSubject,
  deps: LookDeps,
): Promise<boolean> {
  const { store, epochMs } = deps
  const watch = await store.watches.find(item.watchId)
  const known = await store.watches.findItem(item.watchId, run.item)
  const state =
    known === null || known.state === null
      ? NEW_WATCH_STATE
      : (JSON.parse(await unpackResult(known.state)) as WatchState)
  const { look, drift } = await toLook(outcome, { watch, item, run, state }, deps)
  const credits = outcome.ok ? outcome.credits : 0
  const result = { batchId: claim.batchId, index: claim.index, isOk: outcome.ok, credits, json: '', reservation }
  const isNew = (await store.watches.commitLook(result, look, epochMs())) === 'committed'
  if (!isNew) return false
  deps.metrics.countLook(outcome.ok ? SEEN : outcome.error.error)
  if (drift !== null) await countDrift(drift, item, deps)
  return true
}

/** Counts a look that is committed. If that fails, the look stays: the next ones show the same layout. */
async function countDrift(
  { name, result, atMs }: CountedDrift,
  item: RunItem,
  { store, log }: LookDeps,
): Promise<void> {
  const count = (json: string | null): string =>
    JSON.stringify(addDrift(parseTallies(json), result, atMs, ownerOf(item)))
  await store.watches.changeDrift(name, count).catch((error: unknown) => {
    log.error({ err: error }, 'the layout of a look was not counted')
  })
}

/** What a look says of the layout of its marketplace. */
interface CountedDrift {
  readonly name: string
  readonly result: LookResult
  readonly atMs: number
}

interface LookContext extends Omit<LookSubject, 'claim'> {
  /** Absent: null, it was removed. */
  readonly watch: Watch | null
  readonly state: WatchState
}

async function toLook(
  outcome: PaidOutcome,
  { watch, item, run, state }: LookContext,
  { store, contract, epochMs }: LookDeps,
): Promise<{ readonly look: LookCommit; readonly drift: CountedDrift | null }> {
  const parsed = parseRetrievalRequest(contract, item.endpoint, { ...run.input, explain: true })
  const found = outcome.ok && parsed.ok ? toSeen(parsed.params, outcome.retrieval) : null
  const plan = planOf(item, watch)
  const placed = found === null || !parsed.ok ? null : withPlace(found.seen, placeOf(parsed.params.params))
  const pageRows = outcome.ok ? outcome.retrieval.pageRows : undefined
  const seen = placed === null || plan.track === null ? placed : addRank(placed, plan.track, pageRows)
  // A clock that was set back does not make looks of the past.
  const atMs = Math.max(epochMs(), (state.lastMs ?? 0) + 1)
  const name = driftName(recordOf(item.endpoint), seen?.domain ?? '', item.mode)
  const tallies = seen === null ? {} : parseTallies(await store.watches.findDrift(name))
  const held = heldFields(
    tallies,
    plan.fields.paths.map(({ text }) => text),
    atMs,
    ownerOf(item),
  )
  const result = applyLook(plan, state, { atMs, seen }, { held })
  const { input, reference = null } = run
  const submitted = reference === null ? input : { ...input, [REFERENCE]: reference }
  const subject = { item: submitted, reference, atMs }
  const look: LookCommit = {
    watchId: item.watchId,
    item: run.item,
    atMs,
    isSeen: seen !== null,
    text: printLook(outcome.ok ? SEEN : outcome.error.error, result, found?.json ?? null),
    points: [...result.points, ...toRankPoints(result, plan.track)].map(({ field, series, value, winner }) => ({
      field,
      text: JSON.stringify([series, value, winner]),
    })),
    state: await packResult(JSON.stringify(result.state)),
    record: found === null ? null : await packResult(found.json),
    isChange: result.changes.length > 0,
    againMs: result.againMs,
    wakes: watch?.control.health.isFailing ?? false,
    event: watch === null ? null : toLookEvent(plan, { ...subject, watch }, result),
  }
  // A second look shows the layout of the first one again: it says nothing about other pages.
  const isCounted = seen !== null && !isSecondLook(state, atMs)
  return { look, drift: isCounted ? { name, result, atMs } : null }
}

/** Outcome of a look that saw a record. */
const SEEN = 'seen'

/** A look as it is stored: outcome, number of the series, place, fields that were not seen, hash of the record. */
function printLook(outcome: string, { series, state, unseen }: LookResult, json: string | null): string {
  const place = series === null ? null : (state.series[0]?.context.place ?? null)
  const hash = json === null ? null : createHash('sha256').update(json).digest('base64url').slice(0, 16)
  return JSON.stringify([outcome, series, place, unseen, hash])
}

/** Regular looks are at least 15 minutes apart. */
function isSecondLook({ lastMs }: WatchState, atMs: number): boolean {
  return lastMs !== null && atMs - lastMs < 1.2 * SECOND_LOOK_MS
}

/** A page for a place that was asked for is of that place, however its header spells it. */
function withPlace(seen: SeenRecord, place: ReturnType<typeof placeOf>): SeenRecord {
  if (place === null) return seen
  return { ...seen, place: [place.zip, place.city, place.shipTo].filter((part) => part !== null).join(' ') }
}

/** Characters that tell workspaces apart: their whole ids would make tallies large. */
const OWNER_CHARACTERS = 6

/** The workspace, as tallies of drift name it. */
function ownerOf({ workspaceId }: RunItem): string {
  return workspaceId.slice(-OWNER_CHARACTERS)
}

function parseTallies(json: string | null): DriftTallies {
  return json === null ? {} : (JSON.parse(json) as DriftTallies)
}

/** The plan of a watch. Terms that an earlier version took, and this one does not, count as not given. */
function planOf({ endpoint }: RunItem, watch: Watch | null): WatchPlan {
  const definition = requireRecord(recordOf(endpoint))
  const { fields, rules, confirm, track } = watch?.terms ?? { fields: null, rules: [], confirm: undefined }
  const planned = planWatch(definition, { fields, rules, confirm, track })
  if (planned.ok) return planned.plan
  const usual = planWatch(definition, { confirm, track })
  if (!usual.ok) throw new Error(`The fields that a watch of ${definition.name} compares are wrong.`)
  return usual.plan
}
