import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from '../pages/extract-page.ts'
import type { CaseFacts } from './golden-case.ts'

/**
 * Makes a case of a saved page, without an expectation: that is accepted apart,
 * after somebody has read it.
 */
export function captureCase(pageFile: string, name: string, why: string, directory: string): string {
  const { domain, kind, record } = extractPage(readFileSync(pageFile))
  if (record === null) throw new Error(`${pageFile} is no product page`)
  const target = join(directory, kind, domain, name)
  if (existsSync(target)) throw new Error(`there is a case ${target} already`)
  mkdirSync(target, { recursive: true })
  copyFileSync(pageFile, join(target, 'page.html'))
  const facts: CaseFacts = { kind: 'product', domain, url: record.url, why }
  writeFileSync(join(target, 'case.json'), `${JSON.stringify(facts, null, 2)}\n`)
  return target
}
