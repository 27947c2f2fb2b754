import { statSync } from 'node:fs'
import * as v from 'valibot'
import { loadWithPackages } from '../load-packages.ts'
import type { Authorization } from '../mcp/oauth.ts'
import { inProcess, onServer, type Backend } from '../mcp/backend.ts'
import { EXIT, fail, orFail, requireConfig, requireInteger } from './exit.ts'
import { readWhole } from './read-pages.ts'
import { toEnvironment, type McpArgs } from './server-flags.ts'
import { withRetriever } from './list/with-retriever.ts'
import { waitForStop } from './terminal.ts'

/** Runs the command `mcp`. */
export async function runMcp({ server, port, source, files, oauth }: McpArgs): Promise<void> {
  const number = port === undefined ? null : requireInteger('port', port, 0, 65_535)
  if (files !== undefined && number !== null)
    fail('--files is for standard input and output: over HTTP, no files are read.')
  const filesIn = files ?? '.'
  if (!isFolder(filesIn)) fail(`Invalid --files "${filesIn}". Give a folder.`)
  if (oauth !== undefined) {
    if (server === undefined || number === null) return fail('--oauth needs --server and --port.')
    return await serveWithOAuth(oauth, requireUrl(server), number)
  }
  if (server !== undefined) return await serve(connect(server), filesIn, number)
  const config = await requireConfig(toEnvironment({ source }))
  await withRetriever(config, (retriever) => serve(inProcess(retriever), filesIn, number))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Whether a file can be read by others than its owner and group. On Windows, modes say nothing. */
function isForOthers(path: string): boolean {
  return process.platform !== 'win32' && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_READ) !== 0
}

const OTHERS_READ = 0o004

function connect(baseUrl: string): Backend {
  const key = (process.env['SHELFMARK_KEY'] ?? '').trim()
  if (key === '') fail('The key for the server is missing. Set SHELFMARK_KEY.')
  // A model is told early that the server does not answer, and decides itself.
  return onServer({ baseUrl: requireUrl(baseUrl), key, patienceMs: 10_000 })
}

function requireUrl(server: string): string {
  if (/^https?:/.test(server) && URL.canParse(server)) return server
  return fail(`Invalid --server "${server}". Give a URL such as http://127.0.0.1:8080.`)
}

async function serveWithOAuth(file: string, baseUrl: string, port: number): Promise<void> {
  const part = await loadWithPackages('OAuth of the MCP server', () => import('../mcp/oauth.ts'))
  const text = await orFail(async () => String(await readWhole(file)))
  if (isForOthers(file)) {
    process.stderr.write(
      `shelfmark: every user of this machine can read ${file}, which has keys. Run: chmod o-r ${file}\n`,
    )
  }
  const settings = v.safeParse(v.pipe(v.string(), v.parseJson(), part.oauthSettings), text)
  if (!settings.success) {
    const [{ message }, path] = [settings.issues[0], v.getDotPath(settings.issues[0])]
    return fail(`Invalid ${file}: ${path === null ? '' : `${path}: `}${message}.`)
  }
  await serveOverHttp(part.authorizeByOAuth(settings.output, baseUrl), port)
  process.exitCode = EXIT.ok
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

async function serveOverHttp(door: Backend | Authorization, port: number): Promise<void> {
  const part = await loadWithPackages('The MCP server over HTTP', () => import('../mcp/serve-over-http.ts'))
  const { port: taken, close } = await orFail(() => part.serveOverHttp(door, port))
  process.stderr.write(`shelfmark: the MCP server is at http://127.0.0.1:${taken}${part.MCP_PATH}\n`)
  await waitForStop()
  await close(0)
}
