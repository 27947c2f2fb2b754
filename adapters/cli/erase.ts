import { defineCommand } from './command/define-command.ts'
import { runAdministration } from './run-administration.ts'

export const eraseCommand = defineCommand({
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
  examples: ['workspaces erase ws_1 --confirm ws_1'],
  async run({ workspace, confirm, json, ...args }) {
    const input = { workspace, confirm, cancelBatches: args['cancel-batches'] }
    const erased = await runAdministration('workspaces.erase', input)
    const since = new Date(erased.erasedAtMs).toISOString()
    process.stdout.write(json ? `${JSON.stringify(erased)}\n` : `${erased.id} is erased since ${since}\n`)
    process.stderr.write('shelfmark: backups and logs from before still have it: see adapters/cli/security.md\n')
  },
})
