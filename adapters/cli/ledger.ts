import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { AdminCharge, AdminLedgerPage } from '../http/admin/print-charges.ts'
import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { EXIT, fail } from './exit.ts'
import { print } from './print.ts'

const COLUMNS = 'workspace,charge,key,kind,credits,at'

/** No value has a comma or a quote: ids, a kind and a number. */
function toLine({ workspaceId, chargeId, keyId, kind, credits, atMs }: AdminCharge): string {
  return [workspaceId, chargeId, keyId, kind, credits, new Date(atMs).toISOString()].join(',')
}

const exportCommand = defineAdministration({
  description: 'Write the charges of a month as CSV.',
  args: {
    month: { type: 'string', required: true, valueHint: 'MONTH', description: 'Month in UTC, such as 2026-05' },
    output: { type: 'string', valueHint: 'FILE', description: 'New file. Default: standard output' },
  },
  examples: ['ledger export --month 2026-10 --output october.csv'],
  async run(args, administration) {
    const { MONTH_PATTERN } = await import('../../core/policy/index.ts')
    if (!MONTH_PATTERN.test(args.month)) fail(`Invalid --month "${args.month}". Give a month such as 2026-05.`)
    const read = (after: string): Promise<AdminLedgerPage> =>
      administration.run('ledger.read', { month: args.month, after })
    // Before the file is made: there may be no ledger.
    const first = await read('')
    const output =
      args.output === undefined ? process.stdout : createWriteStream(args.output, { flags: 'wx', mode: 0o600 })
    if (output !== process.stdout) output.once('error', (error) => fail(error.message))
    output.write(`${COLUMNS}\n`)
    const seen = new Set<string>()
    let credits = 0
    for (let page = first; ; page = await read(page.next)) {
      const rows = page.rows.filter(({ workspaceId, chargeId }) => !seen.has(`${workspaceId} ${chargeId}`))
      for (const { workspaceId, chargeId, credits: own } of rows) {
        seen.add(`${workspaceId} ${chargeId}`)
        credits += own
      }
      const text = rows.map((row) => `${toLine(row)}\n`).join('')
      if (text !== '' && !output.write(text)) await once(output, 'drain')
      if (page.next === null) break
    }
    if (output !== process.stdout) {
      output.end()
      await once(output, 'finish')
    }
    process.stderr.write(`shelfmark: ${seen.size} charges of ${credits} credits\n`)
  },
})

const checkCommand = defineAdministration({
  description: 'Compare the usage of every workspace with the sum of its ledger.',
  examples: ['ledger check'],
  async run(_, administration) {
    const { charges, credits, differences } = await administration.run('ledger.check', {})
    for (const difference of differences) print(`${difference}\n`)
    process.stderr.write(`shelfmark: ${charges} charges of ${credits} credits, ${differences.length} differences\n`)
    if (differences.length > 0) process.exitCode = EXIT.failed
  },
})

export const ledgerCommand: CommandGroup = {
  commands: { export: exportCommand, check: checkCommand },
}
