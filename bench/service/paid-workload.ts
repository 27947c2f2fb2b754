import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { ASKED_PATH } from './asked-record.ts'

const CLIENTS = 4
const PAUSE_MS = 20

interface PaidAnswers {
  /** Answers by status; 0: none arrived. */
  readonly byStatus: ReadonlyMap<number, number>
  /** Longest time between two answers with status 200. Unit: ms. */
  readonly longestGapMs: number
}

export interface PaidWorkload {
  /** Answers with a status until now. */
  readonly count: (status: number) => number
  readonly end: () => Promise<PaidAnswers>
}

/** Sends paid requests to one server after the other, until `end` is called. A complete answer with status 200 is charged. Everything else is not. */
export function sendPaidRequests(urls: readonly string[], key: string): PaidWorkload {
  const byStatus = new Map<number, number>()
  let [latestMs, longestGapMs] = [performance.now(), 0]
  const end = new AbortController()
  const run = async (client: number): Promise<void> => {
    for (let index = client; !end.signal.aborted; index += CLIENTS) {
      const asin = `B0PAID${String(index % 10_000).padStart(4, '0')}`
      const status = await ask(`${urls[index % urls.length] ?? ''}${ASKED_PATH}?query=${asin}`, key).catch(() => 0)
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (status === 200) {
        longestGapMs = Math.max(longestGapMs, performance.now() - latestMs)
        latestMs = performance.now()
      }
      await sleep(PAUSE_MS)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => run(client))
  return {
    count: (status) => byStatus.get(status) ?? 0,
    end: async () => {
      end.abort()
      await Promise.all(clients)
      return { byStatus, longestGapMs }
    },
  }
}

async function ask(url: string, key: string): Promise<number> {
  const answer = await request(url, {
    headers: { authorization: `Bearer ${key}` },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  await answer.body.text()
  return answer.statusCode
}
