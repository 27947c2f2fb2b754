import { defineCommand } from 'citty'
import type { CreatedKey, Key } from '../store/keys.ts'
import type { Usage } from '../store/ledger.ts'
import type { Workspace } from '../store/workspaces.ts'
import { fail } from './exit.ts'
import { runAdministration as run } from './run-administration.ts'
import { formatTable } from './terminal.ts'

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
const workspaceId = {
  type: 'string',
  valueHint: 'ID',
  description: 'Workspace. Default: the only one that exists',
} as const

/** The workspace that was named, or the only one that exists. */
async function chooseWorkspace(named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const workspaces = await run<Workspace[]>('workspaces.list', {})
  const [only] = workspaces
  if (workspaces.length === 1 && only !== undefined) return only.id
  if (workspaces.length === 0) fail('There is no workspace. Create one: npx shelfmark workspaces create NAME')
  return fail(`There are ${workspaces.length} workspaces. Choose one with --workspace: ${ids(workspaces)}.`)
}

function ids(workspaces: readonly Workspace[]): string {
  return workspaces.map(({ id }) => id).join(', ')
}

function print(
  value: unknown,
  isJson: boolean,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  process.stdout.write(isJson ? `${JSON.stringify(value)}\n` : formatTable(headings, rows))
}

const WORKSPACE_HEADINGS = ['workspace', 'name', 'plan', 'pay as you go', 'created']

function workspaceRow({ id, name, plan, payAsYouGo, createdAtMs }: Workspace): string[] {
  return [id, name, plan, payAsYouGo ? 'yes' : 'no', new Date(createdAtMs).toISOString()]
}

const plan = { type: 'string', valueHint: 'PLAN', description: 'free, vibe, pro or custom' } as const
const payAsYouGo = {
  type: 'boolean',
  description: 'Charge requests beyond the allowance of the plan. Otherwise, they are refused',
} as const

/** The terms that the command line gives. Others do not change. */
function toChange(args: {
  readonly plan?: string | undefined
  readonly 'pay-as-you-go'?: boolean | undefined
}): object {
  return {
    ...(args.plan === undefined ? {} : { plan: args.plan }),
    ...(args['pay-as-you-go'] === undefined ? {} : { payAsYouGo: args['pay-as-you-go'] }),
  }
}

export const workspacesCommand = defineCommand({
  meta: { name: 'workspaces', description: 'Workspaces: they own keys, and pay for requests.' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'List workspaces.' },
      args: { json: asJson },
      async run({ args }) {
        const workspaces = await run<Workspace[]>('workspaces.list', {})
        print(workspaces, args.json, WORKSPACE_HEADINGS, workspaces.map(workspaceRow))
      },
    }),
    create: defineCommand({
      meta: { name: 'create', description: 'Create a workspace.' },
      args: {
        name: { type: 'positional', required: true, description: 'Name of the workspace' },
        plan,
        'pay-as-you-go': payAsYouGo,
        json: asJson,
      },
      async run({ args }) {
        const created = await run<Workspace>('workspaces.create', { name: args.name, ...toChange(args) })
        print(created, args.json, WORKSPACE_HEADINGS, [workspaceRow(created)])
      },
    }),
    update: defineCommand({
      meta: { name: 'update', description: 'Change the plan of a workspace.' },
      args: {
        workspace: { type: 'positional', required: true, description: 'Id of the workspace' },
        plan,
        'pay-as-you-go': payAsYouGo,
        json: asJson,
      },
      async run({ args }) {
        const changed = await run<Workspace>('workspaces.update', { workspace: args.workspace, ...toChange(args) })
        print(changed, args.json, WORKSPACE_HEADINGS, [workspaceRow(changed)])
      },
    }),
  },
})

const KEY_HEADINGS = ['id', 'kind', 'prefix', 'name', 'created', 'revoked']

function keyRow({ id, kind, prefix, name, createdAtMs, revokedAtMs }: Key): string[] {
  const revoked = revokedAtMs === null ? '' : new Date(revokedAtMs).toISOString()
  return [id, kind, prefix, name, new Date(createdAtMs).toISOString(), revoked]
}

/** Prints a new key. Only the key is on standard output, so that a script can take it. It can't be read again. */
function printCreated(created: CreatedKey, isJson: boolean): void {
  if (!isJson) process.stderr.write('The key is shown only this once:\n')
  process.stdout.write(isJson ? `${JSON.stringify(created)}\n` : `${created.fullKey}\n`)
}

const key = { type: 'positional', required: true, description: 'Id of the key' } as const

export const keysCommand = defineCommand({
  meta: { name: 'keys', description: 'Keys of callers.' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'List the keys of a workspace.' },
      args: { workspace: workspaceId, json: asJson },
      async run({ args }) {
        const keys = await run<Key[]>('keys.list', { workspace: await chooseWorkspace(args.workspace) })
        print(keys, args.json, KEY_HEADINGS, keys.map(keyRow))
      },
    }),
    create: defineCommand({
      meta: { name: 'create', description: "Create a key, and print it. It can't be printed again." },
      args: {
        name: { type: 'positional', required: true, description: 'Name of the key' },
        test: { type: 'boolean', description: 'Create a sandbox key: simulated pages, never charged', default: false },
        workspace: workspaceId,
        json: asJson,
      },
      async run({ args }) {
        const workspace = await chooseWorkspace(args.workspace)
        const input = { workspace, name: args.name, kind: args.test ? 'test' : 'live' }
        printCreated(await run<CreatedKey>('keys.create', input), args.json)
      },
    }),
    revoke: defineCommand({
      meta: { name: 'revoke', description: 'Revoke a key: requests with it are refused.' },
      args: { key, json: asJson },
      async run({ args }) {
        const revoked = await run<Key>('keys.revoke', { key: args.key })
        print(revoked, args.json, KEY_HEADINGS, [keyRow(revoked)])
      },
    }),
    rotate: defineCommand({
      meta: { name: 'rotate', description: 'Revoke a key, create its successor, and print that.' },
      args: { key, json: asJson },
      async run({ args }) {
        printCreated(await run<CreatedKey>('keys.rotate', { key: args.key }), args.json)
      },
    }),
  },
})

const DAY_MS = 86_400_000

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

export const usageCommand = defineCommand({
  meta: { name: 'usage', description: 'Print the charges of a workspace, by day, key and kind of key.' },
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
  async run({ args }) {
    const workspace = await chooseWorkspace(args.workspace)
    const days = { from: args.from ?? dayBefore(30), to: args.to ?? dayBefore(0) }
    const usage = await run<Usage[]>('usage.read', { workspace, ...days })
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
