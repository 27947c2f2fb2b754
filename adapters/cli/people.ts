import type { AdminMember, AdminOperator } from '../http/admin/people-commands.ts'
import { workspaceId } from './administration.ts'
import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { print } from './print.ts'
import { formatTable } from './table.ts'

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
const operator = { type: 'positional', required: true, description: 'Name of the operator' } as const
const member = {
  type: 'positional',
  required: true,
  description: 'Name of the member, such as an e-mail address',
} as const
const role = {
  type: 'string',
  valueHint: 'ROLE',
  description: 'reader: reads. operator: also changes workspaces, keys and batches. owner: everything',
} as const

const timeOf = (ms: number): string => new Date(ms).toISOString()

function printRows<Row>(
  rows: readonly Row[],
  isJson: boolean,
  headings: readonly string[],
  toCells: (row: Row) => string[],
): void {
  if (isJson) print(`${JSON.stringify(rows)}\n`)
  else process.stdout.write(formatTable(headings, rows.map(toCells)))
}

function printOperators(operators: readonly AdminOperator[], isJson: boolean): void {
  printRows(operators, isJson, ['name', 'role', 'created'], (row) => [row.name, row.role, timeOf(row.createdAtMs)])
}

function printMembers(members: readonly AdminMember[], isJson: boolean): void {
  printRows(members, isJson, ['name', 'state', 'created', 'id'], (row) => {
    const invited = row.linkExpiresAtMs === null ? 'no link' : `link until ${timeOf(row.linkExpiresAtMs)}`
    return [row.name, row.hasPassword ? 'active' : invited, timeOf(row.createdAtMs), row.id]
  })
}

/** Only the secret is on standard output, so that a script can take it. It can't be read again. */
function printSecret(answer: object, secret: string, isJson: boolean, notice: string): void {
  if (!isJson) process.stderr.write(`${notice}:\n`)
  print(isJson ? `${JSON.stringify(answer)}\n` : `${secret}\n`)
}

const PASSWORD_NOTICE = 'The password is shown only this once'
const LINK_NOTICE = 'The link works once, for 7 days, and is shown only here'

export const operatorsCommand: CommandGroup = {
  commands: {
    list: defineAdministration({
      description: 'List the operators.',
      args: { json: asJson },
      examples: ['operators list'],
      async run(args, administration) {
        printOperators(await administration.run('operators.list', {}), args.json)
      },
    }),
    add: defineAdministration({
      description: "Add an operator, and print the first password. It can't be printed again.",
      args: { name: operator, role: { ...role, default: 'reader' }, json: asJson },
      examples: ['operators add ada --role owner'],
      async run(args, administration) {
        const created = await administration.run('operators.create', { operator: args.name, role: args.role })
        printSecret(created, created.password, args.json, PASSWORD_NOTICE)
      },
    }),
    role: defineAdministration({
      description: 'Change the role of an operator.',
      args: { name: operator, role: { ...role, required: true }, json: asJson },
      examples: ['operators role ada --role operator'],
      async run(args, administration) {
        const changed = await administration.run('operators.update', { operator: args.name, role: args.role })
        printOperators([changed], args.json)
      },
    }),
    password: defineAdministration({
      description: 'Give an operator a new password, print it, and end the sessions.',
      args: { name: operator, json: asJson },
      examples: ['operators password ada'],
      async run(args, administration) {
        const changed = await administration.run('operators.reset', { operator: args.name })
        printSecret(changed, changed.password, args.json, PASSWORD_NOTICE)
      },
    }),
    remove: defineAdministration({
      description: 'Remove an operator, and end the sessions.',
      args: { name: operator },
      examples: ['operators remove ada'],
      async run(args, administration) {
        await administration.run('operators.remove', { operator: args.name })
      },
    }),
  },
}

export const membersCommand: CommandGroup = {
  commands: {
    list: defineAdministration({
      description: 'List the members of a workspace.',
      args: { workspace: workspaceId, json: asJson },
      examples: ['members list --workspace ws_uZ3kQm7tLx0VbNdR'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        printMembers(await administration.run('members.list', { workspace }), args.json)
      },
    }),
    invite: defineAdministration({
      description: "Add a member to a workspace, and print the link to choose a password. It can't be printed again.",
      args: { name: member, workspace: workspaceId, json: asJson },
      examples: ['members invite ada@example.com --workspace ws_uZ3kQm7tLx0VbNdR'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        const invited = await administration.run('members.invite', { workspace, member: args.name })
        printSecret(invited, invited.link, args.json, LINK_NOTICE)
      },
    }),
    reset: defineAdministration({
      description: 'Give a member a new link, print it, and end the password and the sessions.',
      args: { name: member, workspace: workspaceId, json: asJson },
      examples: ['members reset ada@example.com --workspace ws_uZ3kQm7tLx0VbNdR'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        const changed = await administration.run('members.reset', { workspace, member: args.name })
        printSecret(changed, changed.link, args.json, LINK_NOTICE)
      },
    }),
    remove: defineAdministration({
      description: 'Remove a member, and end the sessions.',
      args: { name: member, workspace: workspaceId },
      examples: ['members remove ada@example.com --workspace ws_uZ3kQm7tLx0VbNdR'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        await administration.run('members.remove', { workspace, member: args.name })
      },
    }),
  },
}
