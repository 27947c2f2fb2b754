import { DAY_MS } from '../../../core/policy/index.ts'
import {
  isAfter,
  readPage,
  READ_PER_STEP,
  shareOf,
  type LoggedRequest,
  type Position,
  type RequestLog,
  type RequestPage,
  type RequestQuery,
} from '../request-log.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const ADD_REQUESTS = loadScript('add-requests')
const FORGET_REQUESTS = loadScript('forget-requests')

/** Requests that one step adds or removes. Other commands wait until the step ends. */
const WRITTEN_PER_STEP = 200
/** Requests of a workspace that nobody removes, because no process runs, expire by themselves. Unit: ms. */
const EXPIRE_MS = 100 * DAY_MS

export class RedisRequestLog implements RequestLog {
  private readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += WRITTEN_PER_STEP) {
      const rows = requests.slice(from, from + WRITTEN_PER_STEP).map((request) => {
        // The id first: requests of one millisecond are in the order of their texts.
        const { id, ...rest } = request
        return [request.workspaceId, request.atMs, JSON.stringify({ id, ...rest })]
      })
      await this.connection.run(ADD_REQUESTS, [JSON.stringify(rows), EXPIRE_MS])
    }
  }

  list(query: RequestQuery): Promise<RequestPage> {
    const { workspaceId, fromMs, toMs } = query
    const log = this.connection.name('request-log', workspaceId)
    const read = async (after: Position | null): Promise<LoggedRequest[]> => {
      const last = after === null || after.atMs >= toMs ? `(${toMs}` : String(after.atMs)
      const found: LoggedRequest[] = []
      for (let offset = 0; ; offset += READ_PER_STEP) {
        const texts = await this.connection.ask((redis) =>
          redis.zrevrangebyscore(log, last, fromMs, 'LIMIT', offset, READ_PER_STEP),
        )
        // The position is in the middle of its millisecond.
        const requests = texts.map((text) => JSON.parse(text) as LoggedRequest)
        found.push(...requests.filter((request) => after === null || isAfter(request, after)))
        if (found.length >= READ_PER_STEP) return found.slice(0, READ_PER_STEP)
        if (texts.length < READ_PER_STEP) return found
      }
    }
    return readPage(read, query)
  }

  async forget({ beforeMs, most }: { readonly beforeMs: number; readonly most: number }): Promise<void> {
    const ids = await this.connection.ask((redis) => redis.smembers(this.connection.name('request-log')))
    for (const id of ids) await this.remove(id, beforeMs, Number.MAX_SAFE_INTEGER)
    const counts = await this.connection.ask((redis) =>
      Promise.all(ids.map((id) => redis.zcard(this.connection.name('request-log', id)))),
    )
    const share = shareOf(counts, most)
    for (const [index, id] of ids.entries()) if ((counts[index] ?? 0) > share) await this.remove(id, 0, share)
  }

  private async remove(id: string, beforeMs: number, share: number): Promise<void> {
    let removed: number
    do removed = await this.connection.run<number>(FORGET_REQUESTS, [id, beforeMs, share, WRITTEN_PER_STEP])
    while (removed === WRITTEN_PER_STEP)
  }
}
