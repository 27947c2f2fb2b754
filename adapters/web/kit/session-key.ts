import { signal } from '@preact/signals'

/** Where this tab keeps the key of the person: it ends with the tab, and other tabs don't see it. */
const NAME = 'shelfmark.key'

/** The key of the person, which requests of this page send. Empty: none was given in this tab. */
export const key = signal(sessionStorage.getItem(NAME) ?? '')

/** Keeps a key for this tab. An empty one is forgotten. */
export function saveKey(text: string): void {
  key.value = text.trim()
  if (key.value === '') sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, key.value)
}
