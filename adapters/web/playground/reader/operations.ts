import { compare } from './compare.ts'
import { findPages } from './file-pages.ts'
import type { makeCase } from './make-case.ts'
import { makeReceipt } from './make-receipt.ts'
import { openPage, printAgain, readAs } from './open-pages.ts'
import { listEntries, tryCandidates, trySelector } from './trial.ts'

/** What the worker does when it is asked, by name. Parts that few people need are loaded then. */
export const operations = {
  findPages,
  openPage,
  printAgain,
  readAs,
  listEntries,
  tryCandidates,
  trySelector,
  compare,
  makeReceipt,
  makeCase: async (...args: Parameters<typeof makeCase>): Promise<ReturnType<typeof makeCase>> =>
    (await import('./make-case.ts')).makeCase(...args),
}

export type Operations = typeof operations
