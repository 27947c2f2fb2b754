import { openPage, printAgain } from './open-pages.ts'

/** What the worker does when it is asked, by name. Parts that few people need are loaded then. */
export const operations = {
  openPage,
  printAgain,
}

export type Operations = typeof operations
