import { join } from 'node:path'
import type { Config } from '../server/config.ts'
import type { RunningService } from '../server/start-service.ts'
import { StoreError } from '../store/store-error.ts'
import { defineCommand, type Values } from './command/define-command.ts'
import { EXIT, fail, orFail, requireConfig } from './exit.ts'
import { serverArgs, toEnvironment } from './server-flags.ts'
import { waitForStop } from './terminal.ts'

export const serveCommand = defineCommand({
  args: {
    ...serverArgs,
    'check-config': { type: 'boolean', description: 'Print all mistakes in the settings, and exit', default: false },
  },
  examples: [
    'serve --source sandbox',
    'serve --port 8090 --database-url postgres://127.0.0.1/shelfmark --redis-url redis://127.0.0.1:6379',
  ],
  async run(args) {
    const config = await requireConfig(toEnvironment(args))
    if (args['check-config']) {
      process.stdout.write('The settings are valid.\n')
      return
    }
    const { startService } = await import('../server/start-service.ts')
    const service = await orFail(() => startService(config), isStartError)
    process.stderr.write(await greet(config, service, optionsOf(args)))
    const reason = await waitForEnd(config)
    process.stderr.write(`shelfmark: ${reason}: finishing the requests in progress\n`)
    await service.close()
    exit(reason)
  },
})

export const workCommand = defineCommand({
  args: serverArgs,
  examples: ['work --database-url postgres://127.0.0.1/shelfmark --redis-url redis://127.0.0.1:6379'],
  async run(args) {
    const config = await requireConfig(toEnvironment(args))
    if (config.shared === null) {
      fail(
        'SHELFMARK_DATABASE_URL is not set. A worker shares PostgreSQL and Redis with servers; without them, the server works on its batches.',
      )
    }
    const { startWorker } = await import('../server/start-worker.ts')
    const { adminPort, close } = await orFail(() => startWorker(config), isStartError)
    const metrics = adminPort === null ? '' : `; metrics and administration are on port ${adminPort}`
    process.stderr.write(`shelfmark works on batches${metrics}\n`)
    const reason = await waitForEnd(config)
    process.stderr.write(`shelfmark: ${reason}: finishing the items in progress\n`)
    await close()
    exit(reason)
  },
})

/** The store can't be opened, or the port is in use. */
function isStartError(error: Error): boolean {
  return error instanceof StoreError || 'code' in error
}

/** Waits for a signal, or for an exception that nothing catches. Gives which. */
async function waitForEnd({ logLevel }: Config): Promise<string> {
  const [{ createLog }, { listenForLateErrors }] = await Promise.all([
    import('../observe/log.ts'),
    import('./late-errors.ts'),
  ])
  return await Promise.race([waitForStop(), listenForLateErrors(createLog(logLevel)).exception])
}

/** Ends the process, which a library keeps alive while Redis does not answer. */
function exit(reason: string): never {
  process.exit(reason.startsWith('SIG') ? EXIT.ok : EXIT.failed)
}

/** The options with which a command finds this server, as they were given to it. */
function optionsOf(values: Values<typeof serverArgs>): string {
  const { data, 'admin-port': port, 'database-url': database, 'redis-url': redis } = values
  const quote = (value: string): string =>
    /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
  const named = data === undefined ? '' : ` --data ${quote(data)}`
  // The addresses may have passwords.
  const shared = `${database === undefined ? '' : ' --database-url URL'}${redis === undefined ? '' : ' --redis-url URL'}`
  return `${named}${port === undefined ? '' : ` --admin-port ${quote(port)}`}${shared}`
}

/** What a person needs for the first request. `options`: those of commands of the administration. */
async function greet(
  { host, hasPlayground, adminToken, dataDirectory }: Config,
  { port, adminPort, firstKey }: RunningService,
  options: string,
): Promise<string> {
  const [{ getDocs }, { recordEndpoint }, { DEFAULT_RECORD }, { ADMIN_TOKEN_FILE }] = await Promise.all([
    import('../http/operations/docs.ts'),
    import('../../core/contract/index.ts'),
    import('../../core/index.ts'),
    import('../server/admin-token.ts'),
  ])
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  const lines = [
    `shelfmark listens at ${address}${hasPlayground ? ', which shows the playground' : ''}. The interface is documented at ${address}${getDocs.path}.`,
  ]
  if (adminPort !== null) {
    const token = adminToken === null ? `, with the token in ${join(dataDirectory, ADMIN_TOKEN_FILE)}` : ''
    lines.push(`Dashboard, metrics and administration: http://127.0.0.1:${adminPort}${token}`)
  }
  if (firstKey === null)
    lines.push(`Create a key: npx --no-install shelfmark keys create NAME${options} (--test for a sandbox key)`)
  else {
    lines.push(
      'Here is a sandbox key, which is shown only now. It gets simulated pages and is never charged:',
      '',
      `  curl -H 'Authorization: Bearer ${firstKey}' '${address}${recordEndpoint(DEFAULT_RECORD.name).path}?query=B0SHLFS081&domain=de'`,
      '',
    )
  }
  return `${lines.join('\n')}\n`
}
