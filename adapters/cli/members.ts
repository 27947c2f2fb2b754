import type { AdminMember, MemberWithLink } from '../http/admin/people-commands.ts'
import { workspaceId } from './administration.ts'
import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { print } from './print.ts'
import { formatTable } from './table.ts'

const asJson = { type: 'boolean', description: 'Print JSON', default: false } as const
const name = {
  type: 'positional',
  required: true,
  description: 'Name of the member, such as an e-mail address',
} as const

const HEADINGS = ['name', 'state', 'created', 'id']

function toRow({ name: own, hasPassword, linkExpiresAtMs, createdAtMs, id }: AdminMember): string[] {
  const invited = linkExpiresAtMs === null ? 'no link' : `link until ${new Date(linkExpiresAtMs).toISOString()}`
  return [own, hasPassword ? 'active' : invited, new Date(createdAtMs).toISOString(), id]
}

/** Only the link is on standard output, so that a script can take it. It can't be read again. */
function printLink(created: MemberWithLink, isJson: boolean): void {
  if (!isJson) process.stderr.write('The link works once, for 7 days, and is shown only here:\n')
  print(isJson ? `${JSON.stringify(created)}\n` : `${created.link}\n`)
}

export const membersCommand: CommandGroup = {
  commands: {
    list: defineAdministration({
      description: 'List the members of a workspace.',
      args: { workspace: workspaceId, json: asJson },
      examples: ['members list --workspace ws_1'],
      async run(args, administration) {
        const members = await administration.run('members.list', {
          workspace: await administration.chooseWorkspace(args.workspace),
        })
        if (args.json) print(`${JSON.stringify(members)}\n`)
        else process.stdout.write(formatTable(HEADINGS, members.map(toRow)))
      },
    }),
    invite: defineAdministration({
      description: "Add a member to a workspace, and print the link to choose a password. It can't be printed again.",
      args: { name, workspace: workspaceId, json: asJson },
      examples: ['members invite ada@example.com --workspace ws_1'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        printLink(await administration.run('members.invite', { workspace, member: args.name }), args.json)
      },
    }),
    reset: defineAdministration({
      description: 'Give a member a new link, print it, and end the password and the sessions.',
      args: { name, workspace: workspaceId, json: asJson },
      examples: ['members reset ada@example.com --workspace ws_1'],
      async run(args, administration) {
        const workspace = await administration.chooseWorkspace(args.workspace)
        printLink(await administration.run('members.reset', { workspace, member: args.name }), args.json)
      },
    }),
    remove: defineAdministration({
      description: 'Remove a member, and end the sessions.',
      args: { name, workspace: workspaceId },
      examples: ['members remove ada@example.com --workspace ws_1'],
      async run(args, administration) {
        await administration.run('members.remove', {
          workspace: await administration.chooseWorkspace(args.workspace),
          member: args.name,
        })
      },
    }),
  },
}
