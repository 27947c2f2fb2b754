import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { listTypedPrograms } from './readme-programs.ts'
import { root } from './root.ts'

const execute = promisify(execFile)

/** What blocks import and the project does not install, or not with its types. */
const DECLARATIONS = `
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'
  type Request = IncomingMessage & { readonly path: string }
  type Response = ServerResponse & { send(body: string): void }
  interface App {
    use(handler: (request: Request, response: Response, next: () => void) => void): void
    get(path: string, handler: (request: Request, response: Response) => void): void
    listen(port: number): Server
  }
  export default function express(): App
}
declare module 'playwright' {
  export * from 'playwright-core'
}
declare module 'puppeteer' {
  export { default } from 'puppeteer-core'
}
declare module 'crawlee' {
  import type { Page, Response } from 'playwright-core'
  export interface PlaywrightCrawlingContext {
    readonly request: { readonly url: string }
    readonly page: Page
    readonly response?: Response
    pushData(data: object): Promise<void>
  }
  interface Options {
    requestHandler(context: PlaywrightCrawlingContext): Promise<void>
    readonly maxConcurrency?: number
    readonly maxRequestsPerMinute?: number
  }
  export class PlaywrightCrawler {
    constructor(options: Options)
    run(urls: readonly string[]): Promise<void>
  }
}
`

const OPTIONS = {
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  moduleDetection: 'force',
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  // The declarations of h3 and of puppeteer-core do not compile on their own.
  skipLibCheck: true,
}

const IGNORED = new Set(['node_modules', 'dist', 'dist-docs', 'dist-release', 'coverage', 'data'])

/** READMEs and other documents, as paths from the top folder. */
function listDocuments(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || IGNORED.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listDocuments(path)
    return entry.name.endsWith('.md') && entry.name !== 'CHANGELOG.md' ? [relative(root, path)] : []
  })
}

/** The compiler of this project, the newest version of TypeScript. */
export function findCompiler(): string {
  return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
}

/**
 * Compiles programs, and every block `ts` of the documents, in strict TypeScript, against the declarations of `dist`.
 * `compiler`: the program `tsc`.
 *
 * Gives: the number of blocks, and what the compiler says: nothing, when all is right.
 */
export async function compileDocuments(
  compiler: string,
  others: Readonly<Record<string, string>>,
): Promise<{ readonly blocks: number; readonly said: string }> {
  // Inside of the project, whose own name is that of the package.
  const folder = mkdtempSync(join(root, 'test/support/.run-types-'))
  try {
    const blocks = listDocuments().flatMap((path) =>
      listTypedPrograms(readFileSync(join(root, path), 'utf8')).map(
        (program, index) => [`${path.replaceAll('/', '-')}-${index + 1}`, program] as const,
      ),
    )
    const files = [...blocks, ...Object.entries(others)]
    for (const [name, program] of files) writeFileSync(join(folder, `${name}.mts`), program)
    writeFileSync(join(folder, 'declarations.d.ts'), DECLARATIONS)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: OPTIONS, include: ['*.mts', '*.d.ts'] }),
    )
    const said = await execute(process.execPath, [compiler, '-p', folder], { cwd: root }).then(
      () => '',
      (error: Error & { readonly stdout: string }) => error.stdout || error.message,
    )
    return { blocks: blocks.length, said }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
