import { toTimestamp, type Account } from '../../../core/contract/index.ts'
import { allowanceOf, monthEndMs, maxPendingItems, resolvePlan, type KeyMode } from '../../../core/policy/index.ts'
import { isActive, type Key } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import type { Workspace } from '../../store/workspaces.ts'

/** What a workspace has in the month of `nowMs`, as a key of a mode sees it. */
export async function readAccount(store: Store, workspace: Workspace, mode: KeyMode, nowMs: number): Promise<Account> {
  const { concurrency, sustainedPerSecond, burstPerSecond } = resolvePlan(workspace)
  const isLive = mode === 'live'
  const allowance = isLive ? allowanceOf(workspace).includedCredits : null
  const [used, stored, keys] = await Promise.all([
    isLive ? store.ledger.usedCredits(workspace.id, nowMs) : 0,
    store.storage.usage(workspace.id, mode),
    store.keys.list(workspace.id),
  ])
  return {
    plan: workspace.plan,
    kind: mode,
    allowance,
    used,
    remaining: allowance === null ? null : Math.max(0, allowance - used),
    pay_as_you_go: workspace.payAsYouGo,
    resets_at: toTimestamp(monthEndMs(nowMs)),
    ceilings: {
      concurrency,
      sustained_per_second: sustainedPerSecond,
      burst_per_second: burstPerSecond,
      pending_items: maxPendingItems(mode),
      stored_bytes: stored.maxBytes,
    },
    stored_bytes: stored.bytes,
    keys: keys.filter((key) => key.mode === mode && isActive(key, nowMs)).map(printKey),
  }
}

function printKey({
  prefix,
  mode,
  name,
  scopes,
  createdAtMs,
  expiresAtMs,
  lastUsedAtMs,
}: Key): Account['keys'][number] {
  const orNull = (timeMs: number | null): string | null => (timeMs === null ? null : toTimestamp(timeMs))
  return {
    prefix,
    kind: mode,
    name,
    scopes: [...scopes],
    created_at: toTimestamp(createdAtMs),
    expires_at: orNull(expiresAtMs),
    last_used_at: orNull(lastUsedAtMs),
  }
}
