import type { Magic } from '../../../record/simulated-record.ts'

/** Categories with a special answer begin with this. What follows and is not below is a fault: `sandbox-captcha`. */
const MAGIC_PREFIX = 'sandbox-'

const OWN = {
  empty: 'a list that says that it is empty',
  'wrong-list': 'another list than the one asked for',
  'wrong-page': 'another page than the one asked for',
  'not-found': 'no such category',
  'no-rest': 'a list whose later cards never come',
} as const

/** What is special about a category. Absent: null, nothing. */
export type MagicCategory = keyof typeof OWN

export function findMagicCategory(alias: string): MagicCategory | null {
  const name = alias.startsWith(MAGIC_PREFIX) ? alias.slice(MAGIC_PREFIX.length) : ''
  return Object.hasOwn(OWN, name) ? (name as MagicCategory) : null
}

/** Fault rules of a category, in the syntax of `parseFaults`. Empty: it has none. */
export function faultsOf(alias: string): string {
  return alias.startsWith(MAGIC_PREFIX) && findMagicCategory(alias) === null ? alias.slice(MAGIC_PREFIX.length) : ''
}

/** Categories with a special answer. */
export const magicCategories: Magic = {
  heading: 'category',
  answers: [
    ...Object.entries(OWN).map(([name, description]) => ({ query: MAGIC_PREFIX + name, description })),
    { query: `${MAGIC_PREFIX}captcha`, description: 'a fault by its name' },
  ],
}
