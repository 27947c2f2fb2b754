import { defineCommand } from './command/define-command.ts'
import { orFail, requireInteger, requireKnown } from './exit.ts'
import { formatTable } from './table.ts'
import { waitForStop } from './terminal.ts'

const MAX_PORT = 65_535

export const sandboxCommand = defineCommand({
  args: {
    port: { type: 'string', valueHint: 'PORT', description: 'Port to listen on; 0: any free port', default: '8080' },
    host: { type: 'string', valueHint: 'HOST', description: 'Address to listen on', default: '127.0.0.1' },
    weight: {
      type: 'string',
      valueHint: 'WEIGHT',
      description: 'real: pages of 0.6 to 2 MB, like real ones; light: the content only',
      default: 'real',
    },
    fault: {
      type: 'string',
      valueHint: 'RULES',
      description: 'Fault rules for every page, such as captcha*2,delay=300. --list prints the faults',
    },
    day: {
      type: 'string',
      valueHint: 'DAY',
      description: 'Day that the pages are of, from 0: prices, stock, ranks and sellers move. Default: nothing moves',
    },
    list: {
      type: 'boolean',
      description: 'Print the magic ASINs, the magic queries and the faults, and exit',
      default: false,
    },
  },
  examples: ['sandbox --port 8080', 'sandbox --list'],
  async run(args) {
    const { describeSandbox, startSandbox } = await import('../sandbox/server/index.ts')
    if (args.list) {
      const tables = describeSandbox().map(({ headings, rows }) => formatTable(headings, rows))
      process.stdout.write(tables.join('\n'))
      return
    }
    const { host, fault: faults } = args
    const port = requireInteger('port', args.port, 0, MAX_PORT)
    const weight = requireKnown('--weight', args.weight, ['real', 'light'])
    const day = args.day === undefined ? undefined : requireInteger('day', args.day, 0)
    const time = day === undefined ? undefined : () => ({ day })
    const sandbox = await orFail(() => startSandbox({ host, port, weight, faults, time }))
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${sandbox.port}`
    process.stdout.write(
      `The simulated marketplace is at ${address}\n` +
        `  ${address}/de/dp/B0SHLFS081\n` +
        `  ${address}/co.uk/s?k=lantern\n` +
        'The header Host can also name the marketplace (www.amazon.de). Press Ctrl+C to stop.\n',
    )
    await waitForStop()
    await sandbox.close()
  },
})
