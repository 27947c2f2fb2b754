import { once } from 'node:events'
import { defineCommand } from 'citty'
import type { Config } from '../config/config.ts'
import { startService, type RunningService } from '../server/start-service.ts'
import { EXIT } from './exit-codes.ts'
import { requireConfig } from './require-config.ts'
import { startOrFail } from './start-or-fail.ts'

export const serveCommand = defineCommand({
  meta: { name: 'serve', description: 'Serve products and searches over HTTP; settings come from the environment.' },
  args: {
    'check-config': { type: 'boolean', description: 'Say what is wrong with the settings, and end', default: false },
  },
  async run({ args }) {
    const config = requireConfig()
    if (args['check-config']) {
      process.stdout.write('The settings are all right.\n')
      return
    }
    const service = await startOrFail(() => startService(config))
    process.stderr.write(greet(config, service))
    const [signal] = (await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])) as [string]
    process.stderr.write(`shelfmark: ${signal}, requests that run are answered\n`)
    await service.close()
    // Of a Redis that is away, a library still waits for an answer.
    process.exit(EXIT.ok)
  },
})

/** What a person needs for the first request. */
function greet({ host }: Config, { port, adminPort, firstKey }: RunningService): string {
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  const lines = [`shelfmark serves at ${address}, its interface is described at ${address}/docs`]
  if (adminPort !== null) lines.push(`Metrics and administration are on port ${adminPort}.`)
  if (firstKey === null) lines.push('Another key: npx shelfmark keys create NAME (--test for a sandbox key)')
  else {
    lines.push(
      'A sandbox key, shown this once; it answers from the simulated marketplace and is never charged:',
      '',
      `  curl -H 'Authorization: Bearer ${firstKey}' '${address}/api/v1/market/product?query=B0SHLFS081&domain=de'`,
      '',
    )
  }
  return `${lines.join('\n')}\n`
}
