/**
 * Sessions of visitors, who told a marketplace where to deliver.
 *
 * @packageDocumentation
 */
export type { SessionCounts } from './session-counts.ts'
export type { SessionSettings } from './session-settings.ts'
export type { SavedSession } from './session-store.ts'
export { withSessions, type SessionSource, type SessionsOptions } from './with-sessions.ts'
