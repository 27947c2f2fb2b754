import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './root.ts'

export interface BrowserBundle {
  readonly code: string
  /** Unit: bytes. */
  readonly sizeBytes: number
  /** Unit: bytes. */
  readonly gzipBytes: number
  /** Files that the bundle has code of, as paths from the top folder. */
  readonly files: readonly string[]
}

/**
 * Bundles a source for browsers, minified and with all that it imports. What it exports is
 * the global `bundle`.
 *
 * Rejects: when it imports something that only Node has.
 */
export async function bundleForBrowser(source: string): Promise<BrowserBundle> {
  const result = await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    outfile: 'bundle.js',
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundle',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const [output] = Object.values(result.metafile.outputs)
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const code = result.outputFiles[0]?.text ?? ''
  return {
    code,
    sizeBytes: Buffer.byteLength(code),
    gzipBytes: gzipSync(code).length,
    files: files.map(([file]) => file).filter((file) => file !== '<stdin>'),
  }
}

const NODE_GLOBALS = ['Buffer', 'process', 'global', 'require', 'setImmediate', '__dirname', '__filename']

/**
 * Files of a bundle that use a global of Node without asking first whether it exists. Form: `core/a.ts uses Buffer`.
 */
export function findNodeGlobals({ files }: Pick<BrowserBundle, 'files'>): string[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, '')
    return NODE_GLOBALS.filter(
      (name) => new RegExp(`(?<![\\w.$])${name}\\s*[.(]`).test(code) && !code.includes(`typeof ${name}`),
    ).map((name) => `${file} uses ${name}`)
  })
}

/** What browsers have, apart from the language. */
const BROWSER_GLOBALS = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearTimeout,
  crypto,
  Headers,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  // These are those of the APIs above.
  ArrayBuffer,
  Uint8Array,
}

/** Evaluates an expression on the exports of a bundle and what is given by name. Gives its value as JSON has it. */
type Evaluate = (expression: string, given?: object) => Promise<unknown>

/** Runs a bundle without the globals of Node. */
export function runInBrowser({ code }: BrowserBundle): Evaluate {
  const context = createContext({ ...BROWSER_GLOBALS })
  runInContext(code, context)
  return async (expression, given = {}) => {
    Object.assign(context, given)
    const json: unknown = await runInContext(`(async () => JSON.stringify(await (${expression})))()`, context)
    return JSON.parse(String(json))
  }
}
