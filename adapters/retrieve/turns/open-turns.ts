import { Pacer, type OpenPace, type Pacing } from './pacer.ts'
import { FREE_TURNS, type Turns } from './turns.ts'

/** How turns are dealt to live keys, and to the command line. */
export interface TurnSettings {
  /** Simulated and saved pages have no limits. */
  readonly source: 'live' | 'sandbox' | 'directory'
  readonly pacing: Pick<Pacing, 'concurrency' | 'minTimeMs'>
}

/** Opens the turns that the settings ask for. `openPace`: opens paces that other processes share. Default: not shared. */
export function openTurns({ source, pacing }: TurnSettings, openPace?: OpenPace): Turns {
  return source === 'live' ? new Pacer({ ...pacing, openPace }) : FREE_TURNS
}
