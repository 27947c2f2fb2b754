import { once } from 'node:events'
import { defineCommand } from 'citty'
import { builtInPages } from '../sandbox/server/built-in-pages.ts'
import { describeSandbox } from '../sandbox/server/describe-sandbox.ts'
import type { PageWeight } from '../sandbox/weight.ts'
import { startSandbox, type RunningSandbox, type StartSandboxOptions } from '../sandbox/server/start-sandbox.ts'
import { fail } from './exit-codes.ts'
import { formatTable } from './table.ts'

const MAX_PORT = 65_535

export const sandboxCommand = defineCommand({
  meta: {
    name: 'sandbox',
    description: 'Serve a simulated marketplace, all domains of it: invented pages, refusals and faults, no network.',
  },
  args: {
    port: { type: 'string', description: 'Port; 0 for a free one', default: '8080' },
    host: { type: 'string', description: 'Address to listen at', default: '127.0.0.1' },
    weight: {
      type: 'string',
      description: 'real: pages as large as real ones; light: without fillers',
      default: 'real',
    },
    fault: { type: 'string', description: 'What goes wrong, as in captcha*2,delay=300; see --list' },
    list: { type: 'boolean', description: 'Print magic ASINs, magic queries and faults', default: false },
  },
  async run({ args }) {
    if (args.list) {
      const tables = describeSandbox().map(({ headings, rows }) => formatTable(headings, rows))
      process.stdout.write(tables.join('\n'))
      return
    }
    const { host } = args
    const options = { pages: builtInPages, host, port: readPort(args.port), weight: readWeight(args.weight) }
    const sandbox = await start({ ...options, faults: args.fault })
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${sandbox.port}`
    process.stdout.write(
      `The simulated marketplace is at ${address}\n` +
        `  ${address}/de/dp/B0SHLFS081\n` +
        `  ${address}/co.uk/s?k=lantern\n` +
        'The marketplace can be named by the header Host as well (www.amazon.de). Ctrl+C ends it.\n',
    )
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await sandbox.close()
  },
})

async function start(options: StartSandboxOptions): Promise<RunningSandbox> {
  try {
    return await startSandbox(options)
  } catch (error) {
    return fail((error as Error).message)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    fail(`--port ${text}: give a number from 0 to ${MAX_PORT}`)
  return port
}

function readWeight(text: string): PageWeight {
  return text === 'real' || text === 'light' ? text : fail(`--weight ${text}: give "real" or "light"`)
}
