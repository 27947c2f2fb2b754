import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorBody, printFailure, printSuccess, REFERENCE } from '../../core/contract/index.ts'
import { findStorageProblem, MAX_ITEM_DEATHS } from '../../core/policy/index.ts'
import { extractorVersion } from '../package-version.ts'
import type { Logger } from '../observe/log.ts'
import type { RequestRecorder } from '../observe/request-recorder.ts'
import { describeAsked } from '../fetch/describe-asked.ts'
import { parseRetrievalRequest } from '../fetch/parse-request.ts'
import { retrievePaid, type PaidOutcome, type Settle } from '../fetch/paid-retrieval.ts'
import type { Claim, Item } from '../store/batches.ts'
import type { LoggedRequest } from '../store/request-log.ts'
import type { Store } from '../store/store.ts'
import type { Quarantine } from './quarantine.ts'
import { beginLook } from './watch/begin-look.ts'
import { failLook, isOfRun, workOnLook, type LookDeps } from './watch/work-on-look.ts'

export interface ItemDeps extends LookDeps {
  readonly store: Store
  readonly log: Logger
  readonly quarantine: Quarantine
  /** Takes what is recorded of items. Default: null, the log of requests is off. */
  readonly requestRecorder?: Pick<RequestRecorder<LoggedRequest>, 'add'> | null
}

/** Pause before the store is asked again. Unit: ms. */
const RETRY_MS = 1000

/**
 * Works on an item of a batch as on a paid request, and commits its result. An item
 * that already has a result is left as it is. An item that has ended its process too often
 * fails with `extraction_failed`. When the stored bytes of the workspace are used up, the
 * item fails with `quota_exceeded`, without a retrieval and a charge.
 *
 * Rejects: with the reason of the signal, and with a `StoreError`; the item has no result then.
 */
export async function workOnItem(claim: Claim, deps: ItemDeps, signal: AbortSignal): Promise<void> {
  const item = await deps.store.batches.findItem(claim)
  if (item === null) return
  if (item.deaths >= MAX_ITEM_DEATHS) {
    await failDeadlyItem(claim, item, deps)
  } else if (item.deaths > 0) {
    await deps.quarantine.run(claim, (retrievers) => countDeath(claim, item, { ...deps, retrievers }, signal), signal)
  } else {
    await countDeath(claim, item, deps, signal)
  }
}

/** Retrieves an item. If the process dies before the end, that is one more death of the item. */
async function countDeath(claim: Claim, item: Item, deps: ItemDeps, signal: AbortSignal): Promise<void> {
  if (!(await begin(claim, item, deps))) return
  try {
    await retrieveItem(claim, item, deps, signal)
  } catch (error) {
    await giveUp(claim, item, deps, signal)
    throw error
  }
}

/** Begins the work on an item, unless it was stopped meanwhile. */
function begin(claim: Claim, item: Item, deps: ItemDeps): Promise<boolean> {
  return isOfRun(item) ? beginLook(claim, item, deps) : deps.store.batches.setDeaths(claim, item.deaths + 1)
}

/** Takes the death back, because the process lives. While the store is down, it waits: an outage is not the fault of the item. */
async function giveUp(claim: Claim, item: Item, { store, log }: ItemDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await store.batches.setDeaths(claim, item.deaths)
      return
    } catch (err) {
      log.warn({ err, batch: claim.batchId, item: claim.index }, 'the end of the work on an item could not be recorded')
    }
    if (signal.aborted) return
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function retrieveItem(claim: Claim, item: Item, deps: ItemDeps, signal: AbortSignal): Promise<void> {
  if (isOfRun(item)) return void (await workOnLook(claim, item, deps, signal))
  const { store, log, epochMs } = deps
  const start = performance.now()
  const { endpoint, mode, workspaceId } = item
  const input = JSON.parse(item.input) as Readonly<Record<string, unknown>>
  /** Result, counters, charge and the end of the reservation are one step of the store. */
  const settle: Settle = async (outcome, reservation) => {
    const { ok: isOk, retrieval } = outcome
    const durationMs = Math.round(performance.now() - start)
    const fetch = retrieval === null ? null : { ...retrieval, extractorVersion }
    const facts = { index: claim.index, input: item.input, durationMs, fetch }
    const credits = isOk ? outcome.credits : 0
    const json = isOk ? printSuccess(facts, outcome.retrieval.json, credits) : printFailure(facts, outcome.error)
    const committed = await store.batches.commit({ ...claim, isOk, credits, json, reservation }, epochMs())
    if (committed === 'committed') record(claim, item, outcome, durationMs, deps)
    return committed === 'committed'
  }
  const problem = findStorageProblem(await store.storage.usage(workspaceId, mode))
  if (problem !== null) {
    await settle({ ok: false, error: errorBody('quota_exceeded', { message: problem }), retrieval: null }, null, null)
    return
  }
  const onUnexpectedError = (error: unknown): void => {
    log.error({ err: error }, 'unexpected error in an item of a batch')
  }
  const parsed = parseRetrievalRequest(deps.contract, endpoint, input)
  await retrievePaid({ parsed, mode, workspaceId }, { settle, onUnexpectedError }, deps, signal)
}

async function failDeadlyItem(claim: Claim, item: Item, deps: ItemDeps): Promise<void> {
  const { store, quarantine, log, epochMs } = deps
  const facts = { index: claim.index, input: item.input, durationMs: 0, fetch: null }
  const json = printFailure(facts, errorBody('extraction_failed'))
  if (isOfRun(item)) await failLook(claim, item, deps)
  else await store.batches.commit({ ...claim, isOk: false, credits: 0, json, reservation: null }, epochMs())
  const page = quarantine.findPage(claim)
  log.error(
    { batch: claim.batchId, item: claim.index, deaths: item.deaths, page },
    'an item ended its process too often',
  )
}

/** Adds an item that has its result to the log of requests. */
function record(claim: Claim, item: Item, outcome: PaidOutcome, durationMs: number, deps: ItemDeps): void {
  const { contract, requestRecorder = null, epochMs } = deps
  if (requestRecorder === null) return
  const { workspaceId, keyId, mode, endpoint } = item
  const input = JSON.parse(item.input) as Readonly<Record<string, unknown>>
  const { retrieval } = outcome
  requestRecorder.add({
    id: randomUUID(),
    atMs: Math.round(epochMs()),
    workspaceId,
    keyId,
    mode,
    requestId: `${claim.batchId}:${claim.index}`,
    batchId: claim.batchId,
    endpoint,
    ...describeAsked(contract, endpoint, input, [REFERENCE]),
    outcome: outcome.ok ? 'ok' : outcome.error.error,
    reason: retrieval !== null && 'error' in retrieval ? retrieval.reasonCode : null,
    attempts: retrieval?.attempts ?? 0,
    durationMs,
    credits: outcome.ok ? outcome.credits : 0,
  })
}
