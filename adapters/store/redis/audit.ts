import {
  toAuditEntry,
  type Audit,
  type AuditEntry,
  type AuditOutcome,
  type AuditPage,
  type AuditQuery,
  type NewAuditEntry,
} from '../audit.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const BEGIN_AUDIT = loadScript('begin-audit')
const END_AUDIT = loadScript('end-audit')
const FORGET_AUDIT = loadScript('forget-audit')

/** Entries that one step removes. Other commands wait until the step ends. */
const REMOVED_PER_STEP = 200

/** Entries that one step reads, and steps of a page: a page of few matches is short, and others follow. */
const READ_PER_STEP = 500
const STEPS_PER_PAGE = 20

/** An entry with its number in the log. */
interface Numbered {
  readonly sequence: string
  /** Absent: null, it was removed after its number was read. */
  readonly entry: AuditEntry | null
}

export class RedisAudit implements Audit {
  private readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async begin(entry: NewAuditEntry): Promise<boolean> {
    return (await this.connection.run<number>(BEGIN_AUDIT, [entry.id, JSON.stringify(entry)])) === 1
  }

  async end(id: string, outcome: AuditOutcome): Promise<void> {
    await this.connection.run(END_AUDIT, [id, JSON.stringify(outcome)])
  }

  async list({ fromMs, toMs, workspaceId = null, after = null, limit }: AuditQuery): Promise<AuditPage> {
    const isMeant = ({ atMs, workspaceId: own }: AuditEntry): boolean =>
      atMs >= fromMs && atMs < toMs && (workspaceId === null || own === workspaceId)
    const entries: AuditEntry[] = []
    let next = after
    for (let step = 0; step < STEPS_PER_PAGE; step++) {
      const read = await this.readBefore(next)
      for (const { sequence, entry } of read) {
        const isNext = entry !== null && isMeant(entry)
        if (isNext && entries.length === limit) return { entries, next }
        if (isNext) entries.push(entry)
        next = sequence
      }
      if (read.length < READ_PER_STEP) return { entries, next: null }
    }
    return { entries, next }
  }

  async forget({ beforeMs, most }: { readonly beforeMs: number; readonly most: number }): Promise<void> {
    let removed: number
    do removed = await this.connection.run<number>(FORGET_AUDIT, [beforeMs, most, REMOVED_PER_STEP])
    while (removed === REMOVED_PER_STEP)
  }

  /** Order: newest first. `after`: sequence number of the entry after it. Absent: null, it begins with the newest. */
  private async readBefore(after: string | null): Promise<readonly Numbered[]> {
    const name = (text: string): string => this.connection.name(text)
    const first = after === null ? '+inf' : `(${after}`
    const found = await this.connection.ask((redis) =>
      redis.zrevrangebyscore(name('audit'), first, '-inf', 'WITHSCORES', 'LIMIT', 0, READ_PER_STEP),
    )
    const ids = found.filter((_, index) => index % 2 === 0)
    if (ids.length === 0) return []
    const [entries, outcomes] = await this.connection.ask((redis) =>
      Promise.all([redis.hmget(name('audit-entries'), ...ids), redis.hmget(name('audit-outcomes'), ...ids)]),
    )
    return ids.map((_, index) => {
      const entry = entries[index] ?? null
      return {
        sequence: found[2 * index + 1] ?? '',
        entry: entry === null ? null : toAuditEntry(entry, outcomes[index] ?? null),
      }
    })
  }
}
