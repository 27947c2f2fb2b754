import { isAbsolute } from 'node:path'
import * as v from 'valibot'
import { KEY_SCOPES, MAX_GRACE_MS, PLAN_NAMES } from '../../../core/policy/index.ts'
import type { Role } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { isAddressRange } from '../route/address-ranges.ts'
import { revokeKey } from '../route/revoke-key.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { ALERT_COMMANDS } from './alert-commands.ts'
import { AUDIT_COMMANDS } from './audit-commands.ts'
import { BATCH_COMMANDS } from './batch-commands.ts'
import { define, id, month, READS, time, type Command, type CommandContext } from './define-command.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { printLedgerPage } from './print-charges.ts'
import { printCreatedKey, printKey, printRevokedKey } from './print-key.ts'
import { PEOPLE_COMMANDS } from './people-commands.ts'
import { REQUEST_COMMANDS } from './request-commands.ts'
import { SAMPLE_COMMANDS } from './sample-commands.ts'
import { USAGE_COMMANDS } from './usage-commands.ts'
import { STATISTICS_COMMANDS } from './statistics-commands.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { snapshotOfKey, snapshotOfWorkspace } from './snapshots.ts'
import { WATCH_COMMANDS } from './watch-commands.ts'
import { updateWorkspace } from './update-workspace.ts'

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))
const eventsUrl = v.nullable(v.pipe(v.string(), v.minLength(1)))
const file = v.pipe(
  v.string(),
  v.check((path) => isAbsolute(path) && !path.includes('\0'), 'must be an absolute path, without NUL'),
)
const amount = v.pipe(v.number(), v.integer())
const addresses = v.pipe(
  v.array(v.pipe(v.string(), v.check(isAddressRange, 'must be an IP address or a range, as 203.0.113.0/24'))),
  v.maxLength(100),
)
const scopes = v.pipe(v.array(v.picklist(KEY_SCOPES)), v.minLength(1))
const graceSeconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_GRACE_MS / 1000))
const plan = v.picklist(PLAN_NAMES)
const overrides = v.strictObject({
  monthlyUsdCents: v.exactOptional(amount),
  includedRequests: v.exactOptional(amount),
  concurrency: v.exactOptional(amount),
  sustainedPerSecond: v.exactOptional(amount),
  storedBytes: v.exactOptional(amount),
})
const change = {
  plan: v.exactOptional(plan),
  payAsYouGo: v.exactOptional(v.boolean()),
  spendingCap: v.exactOptional(v.nullable(amount)),
  overrides: v.exactOptional(overrides),
}

const COMMANDS = {
  'workspaces.list': define('List workspaces.', v.strictObject({}), (store) => store.workspaces.list(), READS),
  'workspaces.create': define(
    'Create a workspace.',
    v.strictObject({ name, ...change }),
    (store, input) => store.workspaces.create(input),
    { look: (store, _, subject) => snapshotOfWorkspace(store, {}, subject) },
  ),
  'workspaces.update': define(
    'Change the name, the plan or the terms of a workspace, or where its events are sent. The secret of a new URL is shown only once.',
    v.strictObject({ workspace: id, name: v.exactOptional(name), ...change, eventsUrl: v.exactOptional(eventsUrl) }),
    updateWorkspace,
    { look: snapshotOfWorkspace },
  ),
  'workspaces.erase': define(
    'Erase a workspace: all but its charges. `confirm`: its id again.',
    v.strictObject({ workspace: id, confirm: id, cancelBatches: v.exactOptional(v.boolean()) }),
    (store, input, { nowMs }) => eraseWorkspace(store, input, nowMs),
    { role: 'owner', look: snapshotOfWorkspace },
  ),
  'keys.create': define(
    'Create a key. It is shown only once.',
    v.strictObject({
      workspace: id,
      kind: v.picklist(['live', 'test']),
      name,
      allowedAddresses: v.exactOptional(addresses),
      scopes: v.exactOptional(scopes),
      expiresAt: v.exactOptional(time),
    }),
    async (store, { workspace, kind, expiresAt = null, ...options }) =>
      printCreatedKey(await store.keys.create(workspace, { ...options, mode: kind, expiresAtMs: expiresAt })),
    { look: snapshotOfKey },
  ),
  'keys.list': define(
    'List the keys of a workspace.',
    v.strictObject({ workspace: id }),
    async (store, { workspace }) => (await store.keys.list(workspace)).map(printKey),
    { ...READS, followMs: 2000 },
  ),
  'keys.restrict': define(
    'Set the IP addresses from which a key may be used. An empty list: from everywhere.',
    v.strictObject({ key: id, allowedAddresses: addresses }),
    async (store, { key, allowedAddresses }) => printKey(await store.keys.restrict(key, allowedAddresses)),
    { look: snapshotOfKey },
  ),
  'keys.revoke': define(
    'Revoke a key, pause its watches and schedules, and count or cancel its batches.',
    v.strictObject({ key: id, cancelBatches: v.exactOptional(v.boolean()) }),
    async (store, { key, cancelBatches = false }, { nowMs }) =>
      printRevokedKey(await revokeKey(store, key, cancelBatches, nowMs)),
    { look: snapshotOfKey },
  ),
  'keys.rotate': define(
    'Create the successor of a key. The key is revoked now, or works for a grace period.',
    v.strictObject({ key: id, graceSeconds: v.exactOptional(graceSeconds) }),
    async (store, { key, graceSeconds: seconds = 0 }) =>
      printCreatedKey(await store.keys.rotate(key, { graceMs: seconds * 1000 })),
    { look: snapshotOfKey },
  ),
  ...ALERT_COMMANDS,
  ...BATCH_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...STATISTICS_COMMANDS,
  ...SAMPLE_COMMANDS,
  ...REQUEST_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...USAGE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...WATCH_COMMANDS,
  'ledger.read': define(
    'Read the charges of a month, a page at a time.',
    v.strictObject({ month, after: v.pipe(v.string(), v.regex(/^(\d+( \d+){0,2})?$/, 'must be `next` of a page')) }),
    async (store, input) => printLedgerPage(await store.ledger.readMonth(input.month, input.after)),
    READS,
  ),
  'store.backup': define(
    'Copy all data to a new file of the server, while it works.',
    v.strictObject({ file }),
    (store, input) => store.backUp(input.file),
    { role: 'owner' },
  ),
  'secrets.reseal': define(
    'Seal the secrets of webhooks with the present master key, and make the present pepper that of the store.',
    v.strictObject({}),
    (store, _, { secrets }) => resealSecrets(store, secrets),
    { role: 'owner' },
  ),
  'ledger.check': define(
    'Compare usage with the sum of the ledger.',
    v.strictObject({}),
    (store) => store.ledger.check(),
    READS,
  ),
} as const

type Commands = typeof COMMANDS

export type CommandName = keyof Commands

type CommandInput<Name extends CommandName> = Commands[Name] extends Command<infer Input, unknown> ? Input : never

/**
 * What a command is sent: its members, with values that nobody has checked, such as those of a command line or a form.
 * The command refuses wrong ones.
 */
export type UncheckedInput<Name extends CommandName> = { readonly [Member in keyof CommandInput<Name>]: unknown }

/** What a command answers. It is JSON. */
export type CommandResult<Name extends CommandName> =
  Commands[Name] extends Command<unknown, infer Result> ? Result : never

const TABLE: { readonly [Name in CommandName]: Command<CommandInput<Name>, CommandResult<Name>> } = COMMANDS

export function isCommand(text: string): text is CommandName {
  return Object.hasOwn(COMMANDS, text)
}

/** Time between two looks at the result of a command that is followed. Unit: ms. Absent: null, it can't be followed. */
export function followMsOf(command: CommandName): number | null {
  return COMMANDS[command].followMs
}

/** Who may run a command. */
export function roleOf(command: CommandName): Role {
  return COMMANDS[command].role
}

/** Names of all commands. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

/**
 * Runs a command on a store.
 *
 * Rejects: with a `CommandError` that says what is wrong.
 */
export function runCommand<Name extends CommandName>(
  store: Store,
  command: Name,
  input: unknown,
  context: CommandContext,
): Promise<CommandResult<Name>> {
  return TABLE[command].run(store, input, context, command)
}
