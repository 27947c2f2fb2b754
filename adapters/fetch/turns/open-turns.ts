import type { SourceSettings } from '../source/source-settings.ts'
import { Pacer, type OpenPace, type Pacing } from './pacer.ts'
import { FREE_TURNS, type Turns } from './turns.ts'

/** How turns are dealt to live keys, and to the command line. */
export interface TurnSettings {
  /** Simulated and saved pages have no limits. */
  readonly source: SourceSettings['source']
  readonly pacing: Pick<Pacing, 'concurrency' | 'minTimeMs'>
}

/** Opens the turns that the settings ask for. `openPace`: opens paces that other processes share. Default: not shared. */
export function openTurns({ source, pacing }: TurnSettings, openPace?: OpenPace): Turns {
  return source === 'sandbox' || source === 'directory' ? FREE_TURNS : new Pacer({ ...pacing, openPace })
}
