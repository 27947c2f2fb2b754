import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Sessions } from '../../adapters/http/people/sessions.ts'
import type { PersonSessions } from '../../adapters/store/person-sessions.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'

interface OpenSessions {
  readonly clock: { nowMs: number }
  readonly epochMs: () => number
  readonly sessions: Sessions
  readonly store: PersonSessions
  /** Times of the uses that were written. Unit: ms since 1970. */
  readonly uses: readonly number[]
}

/** Sessions of the dashboard in a store of their own, on a clock that stands still. Default: 30 minutes. */
export async function openSessions(
  t: TestContext,
  { idleMinutes = 30 }: { readonly idleMinutes?: number } = {},
): Promise<OpenSessions> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-sessions-'))
  const clock = { nowMs: Date.parse('2026-03-15T12:00:00Z') }
  const epochMs = (): number => clock.nowMs
  const opened = await openSqliteStore({ directory, epochMs })
  t.after(async () => {
    await opened.close()
    rmSync(directory, { recursive: true })
  })
  const { personSessions } = opened
  const uses: number[] = []
  const store: PersonSessions = {
    open: (...args) => personSessions.open(...args),
    find: (...args) => personSessions.find(...args),
    use: (...args) => {
      uses.push(args[2])
      return personSessions.use(...args)
    },
    close: (...args) => personSessions.close(...args),
    closeAll: (...args) => personSessions.closeAll(...args),
    list: (...args) => personSessions.list(...args),
    forget: (...args) => personSessions.forget(...args),
  }
  return {
    clock,
    epochMs,
    store,
    uses,
    sessions: new Sessions({ store, door: 'dashboard', idleMinutes, epochMs, token: 'token' }),
  }
}
