import type { AdminOperator, OperatorWithPassword } from '../http/admin/operator-commands.ts'
import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { print } from './print.ts'
import { runAdministration as run } from './run-administration.ts'
import { formatTable } from './table.ts'

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
const name = { type: 'positional', required: true, description: 'Name of the operator' } as const
const role = {
  type: 'string',
  valueHint: 'ROLE',
  description: 'reader: reads. operator: also changes workspaces, keys and batches. owner: everything',
} as const

const HEADINGS = ['name', 'role', 'created']

function toRow(operator: AdminOperator): string[] {
  return [operator.name, operator.role, new Date(operator.createdAtMs).toISOString()]
}

function printOperators(operators: readonly AdminOperator[], isJson: boolean): void {
  if (isJson) print(`${JSON.stringify(operators)}\n`)
  else process.stdout.write(formatTable(HEADINGS, operators.map(toRow)))
}

/** Only the password is on standard output, so that a script can take it. It can't be read again. */
function printPassword(created: OperatorWithPassword, isJson: boolean): void {
  if (!isJson) process.stderr.write('The password is shown only this once:\n')
  print(isJson ? `${JSON.stringify(created)}\n` : `${created.password}\n`)
}

export const operatorsCommand: CommandGroup = {
  commands: {
    list: defineCommand({
      description: 'List the operators.',
      args: { json: asJson },
      examples: ['operators list'],
      async run(args) {
        printOperators(await run('operators.list', {}), args.json)
      },
    }),
    add: defineCommand({
      description: "Add an operator, and print the first password. It can't be printed again.",
      args: { name, role: { ...role, default: 'reader' }, json: asJson },
      examples: ['operators add ada --role owner'],
      async run(args) {
        printPassword(await run('operators.create', { operator: args.name, role: args.role }), args.json)
      },
    }),
    role: defineCommand({
      description: 'Change the role of an operator.',
      args: { name, role: { ...role, required: true }, json: asJson },
      examples: ['operators role ada --role operator'],
      async run(args) {
        printOperators([await run('operators.update', { operator: args.name, role: args.role })], args.json)
      },
    }),
    password: defineCommand({
      description: 'Give an operator a new password, print it, and end the sessions.',
      args: { name, json: asJson },
      examples: ['operators password ada'],
      async run(args) {
        printPassword(await run('operators.reset', { operator: args.name }), args.json)
      },
    }),
    remove: defineCommand({
      description: 'Remove an operator, and end the sessions.',
      args: { name },
      examples: ['operators remove ada'],
      async run(args) {
        await run('operators.remove', { operator: args.name })
      },
    }),
  },
}
