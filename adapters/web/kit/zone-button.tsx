import { chooseZone, zone } from './zone.ts'

/** Chooses whose time is shown: that of the browser, or UTC. */
export function ZoneButton() {
  const next = zone.value === 'local' ? 'UTC' : 'local'
  return (
    <button type="button" class="plain" onClick={() => chooseZone(next)} title={`Change to ${next}`}>
      <span class="on-wide">Times:</span> {zone.value}
    </button>
  )
}
