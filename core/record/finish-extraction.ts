import { makeIssue, type Issue } from '../field/trace.ts'
import type { Page } from '../html/page.ts'
import { copyOut } from '../text/copy-out.ts'
import type { Extraction } from './extraction.ts'

/** What all records say of a page. */
type Finished<Path extends string> = Pick<Extraction, 'isCut'> & { readonly issues: readonly Issue<Path | 'html'>[] }

/** Completes what was read from a page: says whether the page is cut, and keeps nothing of it in memory. */
export function finishExtraction<Path extends string, Read extends { readonly issues: readonly Issue<Path>[] }>(
  page: Page,
  read: Read & { readonly issues: readonly Issue<Path>[] },
): Omit<Read, 'issues'> & Finished<Path> {
  const { cut } = page
  const own = cut === null ? [] : [makeIssue('html', '', `The page ${cut}.`, 'the page is cut')]
  return copyOut({ ...read, isCut: cut !== null, issues: [...own, ...read.issues] })
}
