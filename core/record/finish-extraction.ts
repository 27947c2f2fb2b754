import { makeIssue, type Issue } from '../field/trace.ts'
import type { Page } from '../html/page.ts'
import { copyOut } from '../text/copy-out.ts'
import type { Extraction } from './extraction.ts'

/** What all records say of a page. */
type Finished<Path extends string> = Pick<Extraction, 'isCut'> & { readonly issues: readonly Issue<Path | 'html'>[] }

/**
 * Completes what was read from a page: says whether the page is cut, and that it lacks the record where no issue names
 * what is missing; and keeps nothing of it in memory.
 */
export function finishExtraction<
  Path extends string,
  Read extends Pick<Extraction, 'record'> & { readonly issues: readonly Issue<Path>[] },
>(page: Page, read: Read & { readonly issues: readonly Issue<Path>[] }): Omit<Read, 'issues'> & Finished<Path> {
  const { cut } = page
  const own: Issue<Path | 'html'>[] = []
  if (cut !== null) own.push(makeIssue('html', '', `The page ${cut}.`, 'the page is cut'))
  const isNamed = read.record !== null || read.issues.some(({ problem }) => problem === 'missing')
  if (!isNamed) own.push(makeIssue('html', '', 'The page lacks the record.', 'missing'))
  return copyOut({ ...read, isCut: cut !== null, issues: [...own, ...read.issues] })
}
