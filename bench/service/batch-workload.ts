import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandResult } from '../../adapters/http/admin/commands.ts'
import type { Random } from '../../adapters/sandbox/truth/random.ts'
import type { BatchClient, BatchRecord } from './batch-client.ts'
import type { Administrate } from './services.ts'
import { MISBEHAVIORS, type WebhookReceiver } from './webhook-receiver.ts'

/** Batches that are open at the same time. */
const OPEN_BATCHES = 4
/** ASINs of items that fail, each for another reason. */
const FAILING = ['B0GONE0404', 'B0GALLERY0', 'B0WRONG000']
/** One item of this number fails. */
const ITEMS_PER_FAILURE = 20

export interface SubmittedBatch {
  readonly id: string
  readonly items: number
  /** Whether the answer with the secret arrived. Without it, the webhook can't be verified. */
  readonly hasSecret: boolean
}

/** Creates batches with webhooks, a new one when an earlier one has ended, until `end` is called. */
export function createBatches(
  client: BatchClient,
  receiver: WebhookReceiver,
  random: Random,
): { readonly end: () => Promise<readonly SubmittedBatch[]> } {
  const created: SubmittedBatch[] = []
  const end = new AbortController()
  const createOne = async (number: number): Promise<string> => {
    const count = random.int(20, 250)
    const items = Array.from({ length: count }, (_, index) => ({ query: chooseAsin(random, index) }))
    const misbehaviors = random.int(1, 10) <= 4 ? [MISBEHAVIORS[random.int(0, MISBEHAVIORS.length - 1)]] : []
    // Only the first answer has the secret. When that answer is lost, a further batch gets another secret.
    for (let attempt = 0; ; attempt++) {
      const { id, secret } = await client.create(`batch-${number}-${attempt}`, items, `${receiver.origin}/${number}`)
      created.push({ id, items: count, hasSecret: secret !== null })
      if (secret === null) continue
      receiver.expect(
        id,
        secret,
        misbehaviors.filter((one) => one !== undefined),
      )
      return id
    }
  }
  const run = async (lane: number): Promise<void> => {
    for (let number = lane; !end.signal.aborted; number += OPEN_BATCHES) {
      const id = await createOne(number)
      while (!end.signal.aborted && (await client.poll(id, false)).completed_at === null) await sleep(300)
    }
  }
  const lanes = Array.from({ length: OPEN_BATCHES }, (_, lane) => run(lane))
  return {
    end: async () => {
      end.abort()
      await Promise.all(lanes)
      return created
    },
  }
}

function chooseAsin(random: Random, index: number): string {
  if (random.int(1, ITEMS_PER_FAILURE) === 1) return FAILING[random.int(0, FAILING.length - 1)] ?? ''
  return `B0FAULT${String(index % 200).padStart(3, '0')}`
}

interface Outcome {
  readonly administrate: Administrate
  readonly client: BatchClient
  readonly receiver: WebhookReceiver
  readonly workspace: string
  readonly batches: readonly SubmittedBatch[]
  /** Paid requests that were answered with status 200, besides the batches. Default: 0. */
  readonly answered?: number
  /** Times that a server was killed. Each can cost the charge of an answer that the server had sent and not yet confirmed. Default: 0. */
  readonly serverKills?: number
}

/** Time for the compensation of charges whose answer was not sent: the lease of a charge is a minute. */
const COMPENSATION_MS = 150_000
const PAID_CREDITS = 5

/** Time for batches and deliveries to end. A refused webhook is repeated after 1 minute, then after 2 more. */
const END_MS = 400_000

/** Waits for the end of all batches and deliveries, prints the totals, and says whether all of them are right. */
export async function checkOutcome(outcome: Outcome): Promise<boolean> {
  const { administrate, client, receiver, workspace, batches, answered = 0, serverKills = 0 } = outcome
  const faults: string[] = []
  const total = { items: 0, ok: 0, failed: 0, credits: 0, hooks: 0, attempts: 0 }
  const end = Date.now() + END_MS
  for (const batch of batches) {
    const record = await waitForEnd(client, batch.id, end)
    const credits = record.results.reduce((sum, { credits_charged: own }) => sum + own, 0)
    faults.push(...findRecordFaults(record, batch, credits), ...findWebhookFaults(record, batch, receiver))
    const hook = receiver.received.get(batch.id)
    total.items += batch.items
    total.ok += record.success_count
    total.failed += record.failure_count
    total.credits += credits
    total.attempts += (hook?.good ?? 0) + (hook?.bad ?? 0)
    if (isDelivered(record, receiver)) total.hooks++
  }
  const expected = total.credits + answered * PAID_CREDITS
  const { credits, differences } = await awaitCredits(administrate, expected)
  const usage = await administrate('usage.read', { workspace, from: '2020-01-01', to: '2099-12-31' })
  const used = usage.reduce((sum, { credits: own }) => sum + own, 0)
  const uncharged = (expected - credits) / PAID_CREDITS
  if (uncharged < 0 || uncharged > serverKills) faults.push(`ledger ${credits}, results and answers ${expected}`)
  if (used !== credits) faults.push(`usage ${used}, ledger ${credits}`)
  faults.push(...differences.map((difference) => `usage is not the sum of the ledger: ${difference}`))
  console.log(
    `${batches.length} batches, ${total.items} items: ${total.ok} ok, ${total.failed} failed, each one result; ` +
      `${total.credits} credits in results, ${answered} paid requests answered, ${credits} credits in the ledger, ${used} in usage; ` +
      `${total.hooks} webhooks delivered in ${total.attempts} attempts`,
  )
  if (serverKills > 0)
    console.log(`${uncharged} answers were sent and not charged, in ${serverKills} kills of a server`)
  for (const fault of faults) console.log(`WRONG: ${fault}`)
  return faults.length === 0 && batches.length > 0
}

/** The ledger, once it has the expected credits, or when the time for compensation is over. */
async function awaitCredits(administrate: Administrate, expected: number): Promise<CommandResult<'ledger.check'>> {
  for (const end = Date.now() + COMPENSATION_MS; ; await sleep(1000)) {
    const check = await administrate('ledger.check', {})
    if (check.credits === expected || Date.now() > end) return check
  }
}

function findRecordFaults(record: BatchRecord, { id, items }: SubmittedBatch, credits: number): string[] {
  const { status, results, credits_charged: counter } = record
  const faults: string[] = []
  const indexes = new Set(results.map(({ index }) => index))
  if (status !== 'complete') faults.push(`${id} is ${status}`)
  if (results.length !== items || indexes.size !== items) {
    faults.push(`${id} has ${results.length} results of ${indexes.size} items; ${items} items were submitted`)
  }
  if (credits !== counter) faults.push(`${id}: counter ${counter}, sum of results ${credits}`)
  const internal = results.filter(({ error }) => error?.error === 'internal_error').length
  if (internal > 0) faults.push(`${id}: ${internal} items ended with an internal error`)
  // Without work on it, an item ends so when it has ended its process too often. None of the workload does.
  const blamed = results.filter(({ error, duration_ms: ms }) => error?.error === 'extraction_failed' && ms === 0).length
  if (blamed > 0) faults.push(`${id}: ${blamed} items were blamed for the death of their process`)
  return faults
}

function findWebhookFaults(
  record: BatchRecord,
  { id, hasSecret }: SubmittedBatch,
  receiver: WebhookReceiver,
): string[] {
  const { webhook_delivery_status: status, webhook_last_error: lastError } = record
  const hook = receiver.received.get(id)
  if (hook === undefined) return [`${id}: its webhook never arrived; ${status}, ${lastError}`]
  const faults: string[] = []
  if (!isDelivered(record, receiver)) faults.push(`${id}: webhook ${status}, accepted ${hook.accepted} times`)
  if (hasSecret && hook.bad > 0) faults.push(`${id}: ${hook.bad} signatures are wrong`)
  if (hook.bodies.size !== 1) faults.push(`${id}: ${hook.bodies.size} different bodies`)
  return faults
}

function isDelivered({ id, webhook_delivery_status: status }: BatchRecord, { received }: WebhookReceiver): boolean {
  return status === 'delivered' && (received.get(id)?.accepted ?? 0) > 0
}

async function waitForEnd(client: BatchClient, id: string, end: number): Promise<BatchRecord> {
  for (;;) {
    const { completed_at: completed, webhook_delivery_status: status } = await client.poll(id, false)
    const isOver = completed !== null && status !== 'pending' && status !== 'retrying'
    if (isOver || Date.now() > end) return await client.poll(id, true)
    await sleep(500)
  }
}
