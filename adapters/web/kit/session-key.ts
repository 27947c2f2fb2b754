/** Where this tab keeps the key of the person: it ends with the tab, and other tabs don't see it. */
const NAME = 'shelfmark.key'

/** Absent: null, no key was given in this tab. */
export function readKey(): string | null {
  return sessionStorage.getItem(NAME)
}

/** Keeps a key for this tab. An empty one is forgotten. */
export function saveKey(key: string): void {
  if (key === '') sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, key)
}
