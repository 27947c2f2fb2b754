import { toTimestamp, type Account } from '../../../core/contract/index.ts'
import {
  allowanceOf,
  creditsLeft,
  monthEndMs,
  maxPendingItems,
  resolvePlan,
  type KeyMode,
} from '../../../core/policy/index.ts'
import { isActive } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import type { Workspace } from '../../store/workspaces.ts'
import { printKey } from './print-key.ts'

/** What a workspace has in the month of `nowMs`, as a key of a mode sees it. */
export async function readAccount(store: Store, workspace: Workspace, mode: KeyMode, nowMs: number): Promise<Account> {
  const { concurrency, sustainedPerSecond, burstPerSecond } = resolvePlan(workspace)
  const isLive = mode === 'live'
  const granted = isLive ? allowanceOf(workspace) : null
  const [used, stored, keys] = await Promise.all([
    isLive ? store.ledger.usedCredits(workspace.id, nowMs) : 0,
    store.storage.usage(workspace.id, mode),
    store.keys.list(workspace.id),
  ])
  return {
    plan: workspace.plan,
    kind: mode,
    allowance: granted?.includedCredits ?? null,
    spending_cap: granted?.capCredits ?? null,
    used,
    remaining: granted === null ? null : Math.max(0, creditsLeft({ usedCredits: used, reservedCredits: 0 }, granted)),
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
