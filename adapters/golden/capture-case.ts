import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from '../pages/extract-page.ts'
import type { CaseFacts } from './golden-case.ts'

/**
 * Makes a case of a saved page, without an expectation: that is accepted apart,
 * after somebody has read it.
 */
export function captureCase(pageFile: string, name: string, why: string, directory: string): string {
  const extraction = extractPage(readFileSync(pageFile))
  const { domain, kind, record } = extraction
  if (record === null) throw new Error(`${pageFile} is a page of the kind "${kind}", of which nothing is read`)
  const target = join(directory, kind, domain, name)
  if (existsSync(target)) throw new Error(`there is a case ${target} already`)
  mkdirSync(target, { recursive: true })
  copyFileSync(pageFile, join(target, 'page.html'))
  const url = 'url' in record ? record.url : `https://www.amazon.${domain}/s`
  const facts: CaseFacts = { kind, domain, url, why }
  writeFileSync(join(target, 'case.json'), `${JSON.stringify(facts, null, 2)}\n`)
  return target
}
