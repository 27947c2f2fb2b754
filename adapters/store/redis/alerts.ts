import { afterAttempt, DAY_MS, NEW_DELIVERY, type AttemptOutcome } from '../../../core/policy/index.ts'
import { ALERTS_KEPT_DAYS, type AlertClaim, type Alerts, type StoredAlert, type WaitingAlerts } from '../alerts.ts'
import type { Lease } from '../batches.ts'
import type { Connection, ScriptClock } from './connection.ts'
import { loadScript } from './script.ts'

const ADD_ALERT = loadScript('add-alert')
const CLAIM_ALERTS = loadScript('claim-alerts')
const END_ALERT_ATTEMPT = loadScript('end-alert-attempt')

export class RedisAlerts implements Alerts {
  private readonly connection: Connection
  private readonly clock: ScriptClock

  constructor(connection: Connection, clock: ScriptClock) {
    this.connection = connection
    this.clock = clock
  }

  async add({ id, body }: StoredAlert, nowMs: number): Promise<boolean> {
    const args = [id, body, this.toScriptMs(nowMs), ALERTS_KEPT_DAYS * DAY_MS]
    return (await this.connection.run<number>(ADD_ALERT, args)) === 1
  }

  async claim(most: number, { nowMs, leaseMs }: Lease): Promise<readonly AlertClaim[]> {
    const args = [most, this.toScriptMs(nowMs), leaseMs]
    const replies = await this.connection.run<readonly (readonly [string, string, string])[]>(CLAIM_ALERTS, args)
    return replies.map(([id, body, attempts]) => ({ id, body, attempt: Number(attempts) + 1 }))
  }

  async endAttempt({ id, attempt }: AlertClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    const { nextAtMs, lastError } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, nowMs)
    const waitMs = nextAtMs === null ? '' : nextAtMs - nowMs
    await this.connection.run(END_ALERT_ATTEMPT, [id, attempt - 1, waitMs, lastError ?? '', this.toScriptMs(nowMs)])
  }

  async readWaiting(): Promise<WaitingAlerts> {
    const ids = await this.connection.ask((redis) => redis.zrange(this.connection.name('alerts'), 0, -1))
    const [first] = ids
    if (first === undefined) return { count: 0, lastError: null }
    const name = this.connection.name('alert', first)
    const lastError = await this.connection.ask((redis) => redis.hget(name, 'last_error'))
    return { count: ids.length, lastError: lastError || null }
  }

  async forget(): Promise<void> {
    // Each alert expires.
  }

  /** The time that a script works with. Empty: that of Redis. */
  private toScriptMs(nowMs: number): number | '' {
    return this.clock === 'redis' ? '' : nowMs
  }
}
