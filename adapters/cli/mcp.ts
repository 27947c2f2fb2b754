import { createClient } from '../client/index.ts'
import type { Backend } from '../mcp/backend.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, fail, requireConfig, requireInteger } from './exit.ts'
import { serverArgs, toEnvironment } from './server-flags.ts'
import { waitForStop } from './terminal.ts'

export const mcpCommand = defineCommand({
  args: {
    server: {
      type: 'string',
      valueHint: 'URL',
      description:
        'Server that retrieves, such as http://127.0.0.1:8080; its key is SHELFMARK_KEY. Default: this process',
    },
    port: {
      type: 'string',
      valueHint: 'PORT',
      short: 'p',
      description: 'Serve over HTTP, for clients on this machine; 0: any free port. Default: standard input and output',
    },
    source: serverArgs.source,
  },
  examples: ['mcp --source sandbox', 'mcp --server http://127.0.0.1:8080', 'mcp --port 8090'],
  async run({ server, port, source }) {
    const number = port === undefined ? null : requireInteger('port', port, 0, 65_535)
    if (server !== undefined) return await serve(connect(server), number)
    const config = await requireConfig(toEnvironment({ source }))
    const [{ withRetriever }, { inProcess }] = await Promise.all([
      import('./list/with-retriever.ts'),
      import('../mcp/backend.ts'),
    ])
    await withRetriever(config, (retriever) => serve(inProcess(retriever), number))
  },
})

function connect(baseUrl: string): Backend {
  const key = (process.env['SHELFMARK_KEY'] ?? '').trim()
  if (key === '') fail('The key for the server is missing. Set SHELFMARK_KEY.')
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl)) {
    fail(`Invalid --server "${baseUrl}". Give a URL such as http://127.0.0.1:8080.`)
  }
  // A model is told early that the server does not answer, and decides itself.
  return createClient({ baseUrl, key, patienceMs: 10_000 })
}

/** Serves until a signal comes, or the client closes standard input. */
async function serve(backend: Backend, port: number | null): Promise<void> {
  const { MCP_PATH, serveOnStdio, serveOverHttp } = await import('../mcp/serve-mcp.ts')
  if (port === null) {
    const { close } = serveOnStdio(backend)
    await Promise.race([
      waitForStop(),
      new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve)),
    ])
    await close()
  } else {
    const { port: taken, close } = await serveOverHttp(backend, port)
    process.stderr.write(`shelfmark: the MCP server is at http://127.0.0.1:${taken}${MCP_PATH}\n`)
    await waitForStop()
    await close(0)
  }
  process.exitCode = EXIT.ok
}
