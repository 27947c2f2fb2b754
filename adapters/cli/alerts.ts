import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { EXIT } from './exit.ts'
import { print } from './print.ts'

const testCommand = defineAdministration({
  description: 'Send a test alert to SHELFMARK_ALERT_URL, and print what the receiver answered.',
  args: { json: { type: 'boolean', description: 'Print JSON', default: false } },
  examples: ['alerts test'],
  async run(args, administration) {
    const tested = await administration.run('alerts.test', {})
    const { receiver, delivered, http_status: status, error } = tested
    const outcome = delivered ? `delivered, http ${status}` : `not delivered: ${error}`
    print(args.json ? `${JSON.stringify(tested)}\n` : `sent to    ${receiver}\noutcome    ${outcome}\n`)
    if (!delivered) process.exitCode = EXIT.failed
  },
})

export const alertsCommand: CommandGroup = {
  commands: { test: testCommand },
}
