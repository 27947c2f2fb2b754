import * as v from 'valibot'
import type { Account } from '../../../core/contract/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { Store } from '../../store/store.ts'
import { unknownWorkspace } from '../../store/workspaces.ts'
import type { SessionCounts } from '../../fetch/sessions/session-counts.ts'
import { readAccount } from '../route/read-account.ts'
import { define, id, READS, type CommandContext } from './define-command.ts'

/** Sessions of visitors who told a marketplace a place of delivery. */
export interface ServedSessions {
  /** Those of now. */
  readonly kept: number
  /** Since the start, by marketplace and event. */
  readonly counts: SessionCounts
}

/** Alerts to operators that are not sent yet. */
export interface AlertsHealth {
  /** Origin of the receiver. */
  readonly receiver: string
  /** null: the store can't say it now. */
  readonly waiting: number | null
  /** Why the last attempt at the one that is due next failed. null: there was none, none waits, or it is not known. */
  readonly last_error: string | null
}

/** Whether the parts of the service work, as far as the store and this process know. */
export interface ServiceHealth {
  /** What the store can't do now. null: it can write. */
  readonly store_problem: string | null
  /** Whether new batches are taken. */
  readonly has_room: boolean
  /** Where callers reach the service, without a slash at its end. null: it is not known. */
  readonly service_url: string | null
  /** Whether the browser that renders pages can be reached. null: none is configured. */
  readonly browser: CommandContext['browser']
  /** The proxies of this process, with what failed. null: no server answers. */
  readonly proxies: CommandContext['proxies']
  /** Sessions of visitors of marketplaces, of this process. null: no server answers. */
  readonly sessions: ServedSessions | null
  /** Alerts to operators. null: the settings name no receiver. */
  readonly alerts: AlertsHealth | null
  /** Time since the last run of batches. Unit: ms. null: there was none. */
  readonly run_age_ms: Readonly<Record<KeyMode, number | null>>
}

export const ACCOUNT_COMMANDS = {
  'workspaces.account': define(
    'Read the plan, the credits and the ceilings of a workspace, as a key of a kind sees them.',
    v.strictObject({ workspace: id, kind: v.picklist(['live', 'test']) }),
    readAccountOf,
    READS,
  ),
  'service.health': define(
    'Check the store, the browser that renders pages, the proxies, and the runs of batches.',
    v.strictObject({}),
    readHealth,
    { ...READS, followMs: 5000 },
  ),
} as const

interface AccountInput {
  readonly workspace: string
  readonly kind: KeyMode
}

/** Throws: `unknown_workspace`. */
async function readAccountOf(
  store: Store,
  { workspace, kind }: AccountInput,
  { nowMs }: CommandContext,
): Promise<Account> {
  const found = (await store.workspaces.list()).find((entry) => entry.id === workspace)
  if (found === undefined) throw unknownWorkspace(workspace)
  return readAccount(store, found, kind, nowMs)
}

async function readHealth(
  store: Store,
  _: object,
  { nowMs, browser, proxies, visitors, alerts: sender, serviceUrl: service_url }: CommandContext,
): Promise<ServiceHealth> {
  const problem = await store.probe().then(
    () => null,
    (error: Error) => error.message,
  )
  const sessions = visitors === null ? null : { kept: visitors.kept(), counts: visitors.counts() }
  const own = { browser, proxies, service_url, sessions }
  if (problem !== null) {
    const alerts = sender === null ? null : { receiver: sender.origin, waiting: null, last_error: null }
    return { ...own, store_problem: problem, has_room: false, alerts, run_age_ms: { live: null, test: null } }
  }
  const [has_room, alerts, live, test] = await Promise.all([
    store.storage.hasRoom(),
    sender === null ? null : readAlerts(store, sender.origin),
    store.batches.runAgeMs('live', nowMs),
    store.batches.runAgeMs('test', nowMs),
  ])
  return { ...own, store_problem: null, has_room, alerts, run_age_ms: { live, test } }
}

async function readAlerts({ outbox }: Store, receiver: string): Promise<AlertsHealth> {
  const { count: waiting, lastError: last_error } = await outbox.readWaiting('alert')
  return { receiver, waiting, last_error }
}
