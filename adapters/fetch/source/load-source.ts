import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ShelfmarkError } from '../../../core/index.ts'
import { guardSource } from './guard-source.ts'
import type { PageSource } from './page-source.ts'

/**
 * Loads the source of pages that a module exports as its default: a `PageSource`, or a function
 * that gives one. It is guarded.
 *
 * `path`: absolute, or from the working directory. Rejects: `invalid_argument`, with one line that
 * says what is wrong with the module.
 */
export async function loadSource(path: string): Promise<PageSource> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown }
    const exported = module.default
    return guardSource((typeof exported === 'function' ? await exported() : exported) as PageSource)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    throw new ShelfmarkError('invalid_argument', `The module "${path}" gives no source of pages. ${reason}`, {
      cause: error,
    })
  }
}
