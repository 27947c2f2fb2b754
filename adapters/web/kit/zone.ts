import { signal } from '@preact/signals'

/** Where a browser keeps the choice. */
const NAME = 'shelfmark.zone'

/** Whose time is shown: that of the browser, or UTC. */
export type Zone = 'local' | 'UTC'

export const zone = signal<Zone>(localStorage.getItem(NAME) === 'UTC' ? 'UTC' : 'local')

export function chooseZone(chosen: Zone): void {
  zone.value = chosen
  localStorage.setItem(NAME, chosen)
}
