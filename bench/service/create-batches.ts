import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../adapters/sandbox/random.ts'
import type { BatchClient } from './batch-client.ts'
import { MISBEHAVIOURS, type WebhookReceiver } from './webhook-receiver.ts'

/** Batches that are open at the same time. */
const OPEN = 4
/** ASINs that fail, each in its way, one of so many items. */
const FAILING = ['B0GONE0404', 'B0GALLERY0', 'B0WRONG000']
const ONE_FAILS_OF = 20

export interface CreatedBatches {
  readonly id: string
  readonly items: number
  /** Whether the answer with the secret came; else nobody can verify the webhook. */
  readonly hasSecret: boolean
}

/** Creates one batch after the other, with a webhook each, until it is told to end. */
export function createBatches(
  client: BatchClient,
  receiver: WebhookReceiver,
  random: Random,
): { readonly end: () => Promise<readonly CreatedBatches[]> } {
  const created: CreatedBatches[] = []
  const end = new AbortController()
  const createOne = async (number: number): Promise<string> => {
    const count = random.int(20, 250)
    const items = Array.from({ length: count }, (_, index) => ({ query: chooseAsin(random, index) }))
    const misbehaviours = random.int(1, 10) <= 4 ? [MISBEHAVIOURS[random.int(0, MISBEHAVIOURS.length - 1)]] : []
    // The secret is in the first answer alone, and that can be lost: then a new batch has a new one.
    for (let attempt = 0; ; attempt++) {
      const { id, secret } = await client.create(`batch-${number}-${attempt}`, items, `${receiver.origin}/${number}`)
      created.push({ id, items: count, hasSecret: secret !== null })
      if (secret === null) continue
      receiver.expect(
        id,
        secret,
        misbehaviours.filter((one) => one !== undefined),
      )
      return id
    }
  }
  const run = async (lane: number): Promise<void> => {
    for (let number = lane; !end.signal.aborted; number += OPEN) {
      const id = await createOne(number)
      while (!end.signal.aborted && (await client.poll(id, false)).completed_at === null) await sleep(300)
    }
  }
  const lanes = Array.from({ length: OPEN }, (_, lane) => run(lane))
  return {
    end: async () => {
      end.abort()
      await Promise.all(lanes)
      return created
    },
  }
}

function chooseAsin(random: Random, index: number): string {
  if (random.int(1, ONE_FAILS_OF) === 1) return FAILING[random.int(0, FAILING.length - 1)] ?? ''
  return `B0FAULT${String(index % 200).padStart(3, '0')}`
}
