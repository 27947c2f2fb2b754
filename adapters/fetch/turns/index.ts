/**
 * Turns at the marketplaces: how many fetches run at a time, and whose is next.
 *
 * @packageDocumentation
 */
export { FairQueue } from './fair-queue.ts'
export { inOrder } from './in-order.ts'
export { openTurns, type TurnSettings } from './open-turns.ts'
export type { OpenPace, Pacing } from './pacer.ts'
export { FREE_TURNS, NoTurnError, type Lane, type Payer, type Release, type Turns } from './turns.ts'
