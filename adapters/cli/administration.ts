import type { UncheckedInput } from '../http/admin/commands.ts'
import type { AdminCreatedKey, AdminKey, RevokedKey } from '../http/admin/print-key.ts'
import type { Workspace } from '../store/workspaces.ts'
import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { eraseCommand } from './erase.ts'
import { formatTable } from './table.ts'
import { changeArgs, eventsArgs, toChange } from './workspace-terms.ts'
import { print as printText } from './print.ts'

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
export const workspaceId = {
  type: 'string',
  valueHint: 'ID',
  description: 'Workspace. Default: the only one that exists',
} as const

function print(
  value: unknown,
  isJson: boolean,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  if (isJson) printText(`${JSON.stringify(value)}\n`)
  else process.stdout.write(formatTable(headings, rows))
}

const WORKSPACE_HEADINGS = ['workspace', 'name', 'plan', 'pay as you go', 'spending cap', 'events', 'created']

function workspaceRow({ id, name, plan, payAsYouGo, spendingCap, eventsUrl, createdAtMs }: Workspace): string[] {
  const terms = [plan, payAsYouGo ? 'yes' : 'no', String(spendingCap ?? 'none'), eventsUrl ?? 'none']
  return [id, name, ...terms, new Date(createdAtMs).toISOString()]
}

export const workspacesCommand: CommandGroup = {
  commands: {
    list: defineAdministration({
      description: 'List workspaces.',
      args: { json: asJson },
      examples: ['workspaces list'],
      async run(args, administration) {
        const workspaces = await administration.run('workspaces.list', {})
        print(workspaces, args.json, WORKSPACE_HEADINGS, workspaces.map(workspaceRow))
      },
    }),
    create: defineAdministration({
      description: 'Create a workspace.',
      args: {
        name: { type: 'positional', required: true, description: 'Name of the workspace' },
        ...changeArgs,
        json: asJson,
      },
      examples: ['workspaces create shop --plan vibe'],
      async run(args, administration) {
        const created = await administration.run('workspaces.create', { name: args.name, ...toChange(args) })
        print(created, args.json, WORKSPACE_HEADINGS, [workspaceRow(created)])
      },
    }),
    erase: eraseCommand,
    update: defineAdministration({
      description: 'Change the plan or the terms of a workspace. Terms that are not given stay.',
      args: {
        workspace: { type: 'positional', required: true, description: 'Id of the workspace' },
        ...changeArgs,
        ...eventsArgs,
        json: asJson,
      },
      examples: ['workspaces update ws_uZ3kQm7tLx0VbNdR --plan pro --pay-as-you-go'],
      async run(args, administration) {
        const known = (await administration.run('workspaces.list', {})).find(({ id }) => id === args.workspace)
        const change = { workspace: args.workspace, ...toChange(args, known?.overrides) }
        const changed = await administration.run('workspaces.update', change)
        print(changed, args.json, WORKSPACE_HEADINGS, [workspaceRow(changed)])
        if (!args.json && changed.eventsSecret !== null) {
          process.stderr.write('The secret that events are signed with is shown only this once:\n')
          printText(`${changed.eventsSecret}\n`)
        }
      },
    }),
  },
}

const KEY_HEADINGS = [
  'id',
  'kind',
  'prefix',
  'name',
  'addresses',
  'scopes',
  'created',
  'last used',
  'expires',
  'revoked',
  'pepper',
]

function keyRow({ id, kind, prefix, name, allowedAddresses, scopes, hasOldPepper, ...times }: AdminKey): string[] {
  const { createdAtMs, lastUsedAtMs, expiresAtMs, revokedAtMs } = times
  const dates = [createdAtMs, lastUsedAtMs, expiresAtMs, revokedAtMs]
  const addresses = allowedAddresses.length === 0 ? 'all' : allowedAddresses.join(', ')
  const printed = dates.map((timeMs) => (timeMs === null ? '' : new Date(timeMs).toISOString()))
  return [id, kind, prefix, name, addresses, scopes.join(', '), ...printed, hasOldPepper ? 'old' : 'present']
}

/** Prints a new key. Only the key is on standard output, so that a script can take it. It can't be read again. */
function printCreated(created: AdminCreatedKey, isJson: boolean): void {
  if (!isJson) process.stderr.write('The key is shown only this once:\n')
  printText(isJson ? `${JSON.stringify(created)}\n` : `${created.fullKey}\n`)
}

const allow = {
  type: 'string',
  valueHint: 'RANGES',
  description:
    'IP addresses and ranges that may use the key, such as 203.0.113.0/24, separated by commas. Pro and Custom only',
} as const

function toList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Scopes and expiry that the command line gives. */
function toKeyTerms({
  scopes,
  expires,
}: {
  readonly scopes?: string | undefined
  readonly expires?: string | undefined
}): Pick<UncheckedInput<'keys.create'>, 'scopes' | 'expiresAt'> {
  return {
    ...(scopes === undefined ? {} : { scopes: toList(scopes) }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  }
}

const key = { type: 'positional', required: true, description: 'Id of the key' } as const

export const keysCommand: CommandGroup = {
  commands: {
    list: defineAdministration({
      description: 'List the keys of a workspace.',
      args: { workspace: workspaceId, json: asJson },
      examples: ['keys list --json'],
      async run(args, administration) {
        const keys = await administration.run('keys.list', {
          workspace: await administration.chooseWorkspace(args.workspace),
        })
        print(keys, args.json, KEY_HEADINGS, keys.map(keyRow))
      },
    }),
    create: defineAdministration({
      description: "Create a key, and print it. It can't be printed again.",
      args: {
        name: { type: 'positional', required: true, description: 'Name of the key' },
        test: { type: 'boolean', description: 'Create a sandbox key: simulated pages, never charged', default: false },
        allow,
        scopes: {
          type: 'string',
          valueHint: 'SCOPES',
          description:
            'What it may be used for: retrieve, batch, read and keys, separated by commas. Default: all but keys',
        },
        expires: { type: 'string', valueHint: 'TIME', description: 'Day or time at which it expires, in UTC' },
        workspace: workspaceId,
        json: asJson,
      },
      examples: ['keys create crawler', 'keys create tests --test'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        const allowed = args.allow === undefined ? {} : { allowedAddresses: toList(args.allow) }
        const input = { workspace, name: args.name, kind: args.test ? 'test' : 'live', ...allowed, ...toKeyTerms(args) }
        printCreated(await administration.run('keys.create', input), args.json)
      },
    }),
    restrict: defineAdministration({
      description: 'Set the IP addresses that may use a key. Without --allow: all.',
      args: { key, allow, json: asJson },
      examples: ['keys restrict key_Qr5tUv7WxYz01234 --allow 203.0.113.0/24'],
      async run(args, administration) {
        const input = { key: args.key, allowedAddresses: toList(args.allow ?? '') }
        const restricted = await administration.run('keys.restrict', input)
        print(restricted, args.json, KEY_HEADINGS, [keyRow(restricted)])
      },
    }),
    revoke: defineAdministration({
      description:
        'Revoke a key: requests with it are refused, and its watches and schedules pause. Says how many of its batches still run.',
      args: {
        key,
        'cancel-batches': { type: 'boolean', description: 'Cancel its batches that have not ended', default: false },
        json: asJson,
      },
      examples: ['keys revoke key_Qr5tUv7WxYz01234 --cancel-batches'],
      async run(args, administration) {
        const revoked = await administration.run('keys.revoke', {
          key: args.key,
          cancelBatches: args['cancel-batches'],
        })
        print(revoked, args.json, KEY_HEADINGS, [keyRow(revoked)])
        process.stderr.write(`shelfmark: ${describeBatches(revoked)}\n`)
        process.stderr.write(`shelfmark: ${describeWatches(revoked)}\n`)
      },
    }),
    rotate: defineAdministration({
      description: 'Create the successor of a key, print that, and revoke the key.',
      args: {
        key,
        grace: {
          type: 'string',
          valueHint: 'SECONDS',
          description: 'Time for which the old key still works, at most 2592000. Default: 0',
        },
        json: asJson,
      },
      examples: ['keys rotate key_Qr5tUv7WxYz01234 --grace 86400'],
      async run(args, administration) {
        const grace = args.grace === undefined ? {} : { graceSeconds: Number(args.grace) }
        printCreated(await administration.run('keys.rotate', { key: args.key, ...grace }), args.json)
      },
    }),
  },
}

function describeBatches({ runningBatches, cancelledBatches }: RevokedKey): string {
  if (cancelledBatches > 0) return `batches canceled: ${cancelledBatches}`
  if (runningBatches === 0) return 'no batch of the key was running'
  return `batches that still run, and are charged: ${runningBatches}. --cancel-batches cancels them`
}

function describeWatches({ pausedWatches, pausedSchedules }: RevokedKey): string {
  if (pausedWatches + pausedSchedules === 0) return 'no watch and no schedule of the key was running'
  return `watches paused: ${pausedWatches}, schedules: ${pausedSchedules}. Another key of the workspace can resume them`
}

/** Days before today whose charges `usage` prints by default. */
const DEFAULT_DAYS = 30

export const usageCommand = defineAdministration({
  args: {
    workspace: workspaceId,
    from: {
      type: 'string',
      valueHint: 'DAY',
      description: 'First day, such as 2026-05-31, in UTC. Default: 30 days ago',
    },
    to: { type: 'string', valueHint: 'DAY', description: 'Last day, in UTC. Default: today' },
    json: asJson,
  },
  examples: ['usage --from 2026-11-01'],
  async run(args, administration) {
    const workspace = await administration.chooseWorkspace(args.workspace)
    const { DAY_MS, dayOf } = await import('../../core/policy/index.ts')
    const nowMs = Date.now()
    const days = { from: args.from ?? dayOf(nowMs - DEFAULT_DAYS * DAY_MS), to: args.to ?? dayOf(nowMs) }
    const usage = await administration.run('usage.read', { workspace, ...days })
    const rows = usage.map(({ day, keyId, kind, charges, credits }) => [
      day,
      keyId,
      kind,
      String(charges),
      String(credits),
    ])
    print(usage, args.json, ['day', 'key', 'kind', 'charges', 'credits'], rows)
  },
})
