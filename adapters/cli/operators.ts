import type { AdminOperator, OperatorWithPassword } from '../http/admin/people-commands.ts'
import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { print } from './print.ts'
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
      args: { name, role: { ...role, default: 'reader' }, json: asJson },
      examples: ['operators add ada --role owner'],
      async run(args, administration) {
        printPassword(await administration.run('operators.create', { operator: args.name, role: args.role }), args.json)
      },
    }),
    role: defineAdministration({
      description: 'Change the role of an operator.',
      args: { name, role: { ...role, required: true }, json: asJson },
      examples: ['operators role ada --role operator'],
      async run(args, administration) {
        printOperators(
          [await administration.run('operators.update', { operator: args.name, role: args.role })],
          args.json,
        )
      },
    }),
    password: defineAdministration({
      description: 'Give an operator a new password, print it, and end the sessions.',
      args: { name, json: asJson },
      examples: ['operators password ada'],
      async run(args, administration) {
        printPassword(await administration.run('operators.reset', { operator: args.name }), args.json)
      },
    }),
    remove: defineAdministration({
      description: 'Remove an operator, and end the sessions.',
      args: { name },
      examples: ['operators remove ada'],
      async run(args, administration) {
        await administration.run('operators.remove', { operator: args.name })
      },
    }),
  },
}
