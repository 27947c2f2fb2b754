import { defineCommand } from 'citty'
import { administrate } from '../admin/administrate.ts'
import { OperationError, type OperationName } from '../admin/operations.ts'
import type { CreatedKey, Key, Usage, Workspace } from '../store/store.ts'
import { fail } from './exit-codes.ts'
import { requireConfig } from './require-config.ts'
import { formatTable } from './table.ts'

/** Has an operation done, and ends the command when it is refused. */
async function run<T>(operation: OperationName, input: object): Promise<T> {
  try {
    return (await administrate(requireConfig(), operation, input)) as T
  } catch (error) {
    if (error instanceof OperationError) return fail(error.message)
    throw error
  }
}

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
const workspaceId = { type: 'string', description: 'Id of the workspace; the only one when not given' } as const

/** The workspace that is named, or the only one there is. */
async function chooseWorkspace(named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const workspaces = await run<Workspace[]>('workspaces.list', {})
  const [only] = workspaces
  if (workspaces.length === 1 && only !== undefined) return only.id
  return fail(workspaces.length === 0 ? 'there is no workspace yet: shelfmark workspaces create' : 'name a --workspace')
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

const plan = { type: 'string', description: 'free, vibe, pro or custom' } as const
const payAsYouGo = { type: 'boolean', description: 'Requests beyond the allowance are paid for, not refused' } as const

/** What was given on the command line; what was not stays as it is. */
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
  meta: { name: 'workspaces', description: 'Workspaces, which have keys and pay.' },
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
        name: { type: 'positional', required: true, description: 'Name' },
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
        workspace: { type: 'positional', required: true, description: 'Id' },
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

/** The whole key, which nobody can read again, on standard output alone; the rest beside it. */
function printCreated(created: CreatedKey, isJson: boolean): void {
  if (!isJson) process.stderr.write('This is the only time that the key is shown:\n')
  process.stdout.write(isJson ? `${JSON.stringify(created)}\n` : `${created.fullKey}\n`)
}

const key = { type: 'positional', required: true, description: 'Id of the key' } as const

export const keysCommand = defineCommand({
  meta: { name: 'keys', description: 'Keys that callers show.' },
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
      meta: { name: 'create', description: 'Create a key, and print it this once.' },
      args: {
        name: { type: 'positional', required: true, description: 'Name' },
        test: { type: 'boolean', description: 'A sandbox key: simulated pages, nothing is charged', default: false },
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
      meta: { name: 'revoke', description: 'Refuse a key from now on.' },
      args: { key, json: asJson },
      async run({ args }) {
        const revoked = await run<Key>('keys.revoke', { key: args.key })
        print(revoked, args.json, KEY_HEADINGS, [keyRow(revoked)])
      },
    }),
    rotate: defineCommand({
      meta: { name: 'rotate', description: 'Revoke a key, and create and print its successor.' },
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
  meta: { name: 'usage', description: 'What a workspace was charged, by day, key and kind.' },
  args: {
    workspace: workspaceId,
    from: { type: 'string', description: 'First day, in UTC; 30 days ago when not given' },
    to: { type: 'string', description: 'Last day, in UTC; today when not given' },
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
