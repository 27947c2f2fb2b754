import { afterAttempt, DAY_MS, NEW_DELIVERY, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Lease } from '../batches.ts'
import { EVENTS_KEPT_DAYS, type EventClaim, type Events, type NewEvent, type WorkspaceSecret } from '../events.ts'
import type { Connection, ScriptClock } from './connection.ts'
import { loadScript } from './script.ts'
import type { RedisWorkspaces } from './workspaces.ts'

const ADD_EVENT = loadScript('add-event')
const CLAIM_EVENTS = loadScript('claim-events')
const END_EVENT_ATTEMPT = loadScript('end-event-attempt')
const REPLACE_EVENTS_SECRET = loadScript('replace-events-secret')

/** A claim as its script returns it. */
type ClaimReply = readonly [
  id: string,
  workspaceId: string,
  body: string,
  attempts: string,
  url: string,
  sealedSecret: string,
]

export class RedisEvents implements Events {
  private readonly connection: Connection
  private readonly workspaces: RedisWorkspaces
  private readonly clock: ScriptClock

  constructor(connection: Connection, workspaces: RedisWorkspaces, clock: ScriptClock) {
    this.connection = connection
    this.workspaces = workspaces
    this.clock = clock
  }

  async add({ id, workspaceId, body }: NewEvent, nowMs: number): Promise<boolean> {
    const args = [id, workspaceId, body, this.toScriptMs(nowMs), EVENTS_KEPT_DAYS * DAY_MS]
    return (await this.connection.run<number>(ADD_EVENT, args)) === 1
  }

  async claim(most: number, { nowMs, leaseMs }: Lease): Promise<readonly EventClaim[]> {
    const args = [most, this.toScriptMs(nowMs), leaseMs]
    const replies = await this.connection.run<readonly ClaimReply[]>(CLAIM_EVENTS, args)
    return replies.map(([id, workspaceId, body, attempts, url, sealedSecret]) => {
      const receiver = url === '' || sealedSecret === '' ? null : { url, sealedSecret }
      return { id, workspaceId, body, attempt: Number(attempts) + 1, receiver }
    })
  }

  async endAttempt({ id, attempt }: EventClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    const { nextAtMs, lastError } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, nowMs)
    const waitMs = nextAtMs === null ? '' : nextAtMs - nowMs
    await this.connection.run(END_EVENT_ATTEMPT, [id, attempt - 1, waitMs, lastError ?? '', this.toScriptMs(nowMs)])
  }

  async listSecrets(): Promise<readonly WorkspaceSecret[]> {
    const ids = await this.workspaces.listIds()
    const names = ids.map((id) => this.connection.name('workspace', id))
    const fields = await this.connection.readHashes(names)
    return ids.flatMap((workspaceId, index) => {
      const sealedSecret = fields[index]?.['events_secret'] ?? ''
      return sealedSecret === '' ? [] : [{ workspaceId, sealedSecret }]
    })
  }

  async replaceSecret({ workspaceId, sealedSecret: known }: WorkspaceSecret, sealedSecret: string): Promise<void> {
    await this.connection.run(REPLACE_EVENTS_SECRET, [workspaceId, known, sealedSecret])
  }

  async forget(): Promise<void> {
    // Each event expires.
  }

  /** The time that a script works with. Empty: that of Redis. */
  private toScriptMs(nowMs: number): number | '' {
    return this.clock === 'redis' ? '' : nowMs
  }
}
