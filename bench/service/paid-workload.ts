import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { ASKED_PATH } from './asked-record.ts'

const CLIENTS = 4
const PAUSE_MS = 20

/** Sends paid requests to one server after the other, until `end` is called. */
export function sendPaidRequests(
  urls: readonly string[],
  key: string,
): { readonly end: () => Promise<{ readonly answered: number; readonly unanswered: number }> } {
  const counts = { answered: 0, unanswered: 0 }
  const end = new AbortController()
  const run = async (client: number): Promise<void> => {
    for (let index = client; !end.signal.aborted; index += CLIENTS) {
      const asin = `B0PAID${String(index % 10_000).padStart(4, '0')}`
      const url = `${urls[index % urls.length] ?? ''}${ASKED_PATH}?query=${asin}`
      // A complete answer with status 200 is charged. Everything else is not.
      const isAnswered = await ask(url, key).catch(() => false)
      counts[isAnswered ? 'answered' : 'unanswered']++
      await sleep(PAUSE_MS)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => run(client))
  return {
    end: async () => {
      end.abort()
      await Promise.all(clients)
      return counts
    },
  }
}

async function ask(url: string, key: string): Promise<boolean> {
  const answer = await request(url, {
    headers: { authorization: `Bearer ${key}` },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  await answer.body.text()
  return answer.statusCode === 200
}
