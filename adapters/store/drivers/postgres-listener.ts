import { setTimeout as sleep } from 'node:timers/promises'
import { CALL_MS, Connection } from './postgres-pool.ts'

/** Pause before a lost connection is made again. Unit: ms. */
const PAUSE_MS = 500
/** Interval at which all watchers look again, in case the connection was lost and nobody noticed. Unit: ms. */
const REFRESH_MS = 15_000

/** Hears what other processes announce, on a connection of its own. */
export class Listener {
  static readonly CHANNEL = 'shelfmark'
  private readonly url: string
  private readonly watchers = new Map<string, (() => void)[]>()
  private readonly ended = new AbortController()
  private connection: Connection | null = null
  private timer: NodeJS.Timeout | null = null

  constructor(url: string) {
    this.url = url
  }

  watch(topic: string, onChange: () => void): void {
    this.watchers.set(topic, [...(this.watchers.get(topic) ?? []), onChange])
    if (this.timer !== null) return
    this.timer = setInterval(() => this.tellAll(), REFRESH_MS)
    this.timer.unref()
    void this.keepListening()
  }

  /** Tells the watchers of this process. */
  tell(topic: string): void {
    for (const onChange of this.watchers.get(topic) ?? []) onChange()
  }

  async close(): Promise<void> {
    this.ended.abort()
    if (this.timer !== null) clearInterval(this.timer)
    await this.connection?.close()
  }

  private async keepListening(): Promise<void> {
    const { signal } = this.ended
    while (!signal.aborted) {
      await this.listen().catch(() => undefined)
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Resolves when the connection has ended. */
  private async listen(): Promise<void> {
    const connection = await Connection.open(this.url, CALL_MS)
    this.connection = connection
    if (this.ended.signal.aborted) return connection.close()
    await new Promise<void>((resolve, reject) => {
      // Something may have been announced while nobody listened.
      connection.listen(Listener.CHANNEL, (topic) => this.tell(topic), resolve).then(() => this.tellAll(), reject)
    })
  }

  private tellAll(): void {
    for (const topic of this.watchers.keys()) this.tell(topic)
  }
}
