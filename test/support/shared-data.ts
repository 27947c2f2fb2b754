import assert from 'node:assert/strict'
import type { PageDomain } from '../../selectors/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { root } from './root.ts'

/**
 * Data that tests use when it is there and that is not part of the project: real
 * pages, and the conformance tests of the HTML standard.
 */
const SHARED = resolve(process.env.SHELFMARK_SHARED ?? join(root, '../shared'))

export const corpusDirectory = join(SHARED, 'corpus')
export const html5libDirectory = join(SHARED, 'html5lib-tests')

/** Whether the data exists. If not, skips the test and prints loudly what was not checked. */
export function requireShared(context: TestContext, directory: string): boolean {
  if (existsSync(directory)) return true
  const message = `NOT CHECKED: ${context.name}: there is no ${directory} (set SHELFMARK_SHARED)`
  console.warn(`\n*** ${message} ***\n`)
  context.skip(message)
  return false
}

/** Prints how many conformance tests pass. Fails unless the README of the parser says the same. */
export function reportConformance(context: TestContext, passed: number, tests: number): void {
  const said = `${passed.toLocaleString('en')} of ${tests.toLocaleString('en')} tests`
  context.diagnostic(`html5lib: ${said} pass`)
  assert.ok(readFileSync(join(root, 'core/html/README.md'), 'utf8').includes(`html5lib: ${said} pass`), said)
}

export interface CorpusPage {
  readonly file: string
  readonly domain: PageDomain
  readonly kind: string
}

export function listCorpusPages(): CorpusPage[] {
  return readdirSync(join(corpusDirectory, 'pages'))
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const [domain = '', kind = ''] = file.split('__')
      return { file, domain: requireMarketplace(domain).domain, kind }
    })
}

export function readCorpusPage(file: string): Uint8Array {
  return readFileSync(join(corpusDirectory, 'pages', file))
}
