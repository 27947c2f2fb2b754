import { compare } from './compare.ts'
import { findPages } from './file-pages.ts'
import { openPage, printAgain } from './open-pages.ts'
import { listEntries, tryCandidates, trySelector } from './trial.ts'

/** What the worker does when it is asked, by name. Parts that few people need are loaded then. */
export const operations = {
  findPages,
  openPage,
  printAgain,
  listEntries,
  tryCandidates,
  trySelector,
  compare,
}

export type Operations = typeof operations
