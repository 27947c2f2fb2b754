import { Pacer, type Pacing } from './pacer.ts'
import { FREE_TURNS, type Turns } from './turns.ts'

/** How turns are dealt to live keys, and to the command line. */
export interface TurnSettings {
  /** Simulated and saved pages have no limits. */
  readonly source: 'live' | 'sandbox' | 'directory'
  readonly pacing: Pick<Pacing, 'concurrency' | 'minTimeMs'>
}

/** Opens the turns that the settings ask for. `connection`: shares the pace with other processes. Default: not shared. */
export function openTurns({ source, pacing }: TurnSettings, connection?: Pacing['connection']): Turns {
  return source === 'live' ? new Pacer({ ...pacing, connection }) : FREE_TURNS
}
