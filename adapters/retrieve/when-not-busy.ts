import { setTimeout as sleep } from 'node:timers/promises'
import { RetrieverBusyError } from './retriever.ts'

/** How long to wait when too many pages are being read. Unit: ms. */
const BUSY_PAUSE_MS = 500

/** An item of a batch has time: where a request would be refused for now, it waits. */
export async function whenNotBusy<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetrieverBusyError)) throw error
      await sleep(BUSY_PAUSE_MS, undefined, { signal })
    }
  }
}
