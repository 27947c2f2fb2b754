import { statSync } from 'node:fs'
import { loadWithPackages } from '../load-packages.ts'
import { inProcess, onServer, type Backend } from '../mcp/backend.ts'
import { EXIT, fail, orFail, requireConfig, requireInteger } from './exit.ts'
import { toEnvironment, type McpArgs } from './server-flags.ts'
import { withRetriever } from './list/with-retriever.ts'
import { waitForStop } from './terminal.ts'

/** Runs the command `mcp`. */
export async function runMcp({ server, port, source, files }: McpArgs): Promise<void> {
  const number = port === undefined ? null : requireInteger('port', port, 0, 65_535)
  if (files !== undefined && number !== null)
    fail('--files is for standard input and output: over HTTP, no files are read.')
  const filesIn = files ?? '.'
  if (!isFolder(filesIn)) fail(`Invalid --files "${filesIn}". Give a folder.`)
  if (server !== undefined) return await serve(connect(server), filesIn, number)
  const config = await requireConfig(toEnvironment({ source }))
  await withRetriever(config, (retriever) => serve(inProcess(retriever), filesIn, number))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function connect(baseUrl: string): Backend {
  const key = (process.env['SHELFMARK_KEY'] ?? '').trim()
  if (key === '') fail('The key for the server is missing. Set SHELFMARK_KEY.')
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl)) {
    fail(`Invalid --server "${baseUrl}". Give a URL such as http://127.0.0.1:8080.`)
  }
  // A model is told early that the server does not answer, and decides itself.
  return onServer({ baseUrl, key, patienceMs: 10_000 })
}

/** Serves until a signal comes, or the client closes standard input. */
async function serve(backend: Backend, filesIn: string, port: number | null): Promise<void> {
  if (port === null) await serveOnStdio(backend, filesIn)
  else await serveOverHttp(backend, port)
  process.exitCode = EXIT.ok
}

async function serveOnStdio(backend: Backend, filesIn: string): Promise<void> {
  const part = await loadWithPackages('The MCP server', () => import('../mcp/serve-on-stdio.ts'))
  const { close, ended } = part.serveOnStdio(backend, filesIn)
  const left = new Promise<null>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve(null))
  })
  const problem = await Promise.race([waitForStop().then(() => null), left, ended])
  await close()
  if (problem !== null) fail(problem)
}

async function serveOverHttp(backend: Backend, port: number): Promise<void> {
  const part = await loadWithPackages('The MCP server over HTTP', () => import('../mcp/serve-over-http.ts'))
  const { port: taken, close } = await orFail(() => part.serveOverHttp(backend, port))
  process.stderr.write(`shelfmark: the MCP server is at http://127.0.0.1:${taken}${part.MCP_PATH}\n`)
  await waitForStop()
  await close(0)
}
