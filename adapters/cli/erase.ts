import { defineAdministration } from './define-administration.ts'
import type { CommandResult } from '../http/admin/commands.ts'
import { formatTable } from './table.ts'

/** What was removed and what is kept, to be filed with the request of the customer. */
function printReport({ id, erasedAtMs, removed, kept }: CommandResult<'workspaces.erase'>): string {
  const rows = Object.entries(removed).map(([part, count]) => [toWords(part), `${count} removed`])
  const books = [
    ['charges', `${kept.charges} kept, under ids`],
    ['credits', `${kept.credits} kept, under ids`],
  ]
  const since = `${id} is erased since ${new Date(erasedAtMs).toISOString()}\n`
  return `${since}\n${formatTable(['what', 'outcome'], [...rows, ...books])}`
}

/** `idempotencyKeys`: idempotency keys. */
function toWords(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

export const eraseCommand = defineAdministration({
  description: 'Erase a workspace for good: its keys, batches, results and names. Its charges stay, under its id.',
  args: {
    workspace: { type: 'positional', required: true, description: 'Id of the workspace' },
    confirm: { type: 'string', required: true, valueHint: 'ID', description: 'The id again' },
    'cancel-batches': {
      type: 'boolean',
      description: 'Cancel its batches that have not ended. Otherwise, nothing is erased while there are any',
      default: false,
    },
    json: { type: 'boolean', description: 'Print JSON', default: false },
  },
  examples: ['workspaces erase ws_uZ3kQm7tLx0VbNdR --confirm ws_uZ3kQm7tLx0VbNdR'],
  async run({ workspace, confirm, json, ...args }, administration) {
    const input = { workspace, confirm, cancelBatches: args['cancel-batches'] }
    const erased = await administration.run('workspaces.erase', input)
    process.stdout.write(json ? `${JSON.stringify(erased)}\n` : printReport(erased))
    process.stderr.write('shelfmark: backups and logs from before still have it: see adapters/cli/administration.md\n')
  },
})
