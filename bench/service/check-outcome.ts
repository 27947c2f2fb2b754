import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchClient, BatchRecord } from './batch-client.ts'
import type { Cluster } from './cluster.ts'
import type { CreatedBatches } from './create-batches.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

interface Outcome {
  readonly cluster: Pick<Cluster, 'administrate'>
  readonly client: BatchClient
  readonly receiver: WebhookReceiver
  readonly workspace: string
  readonly batches: readonly CreatedBatches[]
}

/** Webhooks that a receiver refused come again after a minute, and a minute later once more. */
const PATIENCE_MS = 400_000

/** Waits until all batches and deliveries have ended, and says whether everything is as it must be. */
export async function checkOutcome({ cluster, client, receiver, workspace, batches }: Outcome): Promise<boolean> {
  const faults: string[] = []
  const total = { items: 0, ok: 0, failed: 0, credits: 0, hooks: 0, attempts: 0 }
  const end = Date.now() + PATIENCE_MS
  for (const { id, items, hasSecret } of batches) {
    const record = await waitForEnd(client, id, end)
    const credits = record.results.reduce((sum, { credits_charged: own }) => sum + own, 0)
    const indexes = new Set(record.results.map(({ index }) => index))
    if (record.status !== 'complete') faults.push(`${id} is ${record.status}`)
    if (record.results.length !== items || indexes.size !== items) {
      faults.push(`${id} has ${record.results.length} results of ${indexes.size} items, and ${items} were submitted`)
    }
    if (credits !== record.credits_charged) faults.push(`${id}: counter ${record.credits_charged}, sum ${credits}`)
    const internal = record.results.filter(({ error }) => error?.error === 'internal_error').length
    if (internal > 0) faults.push(`${id}: ${internal} items ended with a mistake of the service`)
    total.items += items
    total.ok += record.success_count
    total.failed += record.failure_count
    total.credits += credits
    const hook = receiver.received.get(id)
    total.attempts += (hook?.good ?? 0) + (hook?.bad ?? 0)
    if (hook === undefined) {
      faults.push(`${id}: its webhook never came; ${record.webhook_delivery_status}, ${record.webhook_last_error}`)
      continue
    }
    if (record.webhook_delivery_status === 'delivered' && hook.taken > 0) total.hooks++
    else faults.push(`${id}: webhook ${record.webhook_delivery_status}, taken ${hook.taken} times`)
    if (hasSecret && hook.bad > 0) faults.push(`${id}: ${hook.bad} signatures are wrong`)
    if (hook.bodies.size !== 1) faults.push(`${id}: ${hook.bodies.size} different bodies`)
  }
  const { credits, differences } = (await cluster.administrate('ledger.check', {})) as {
    credits: number
    differences: readonly string[]
  }
  const usage = (await cluster.administrate('usage.read', { workspace, from: '2020-01-01', to: '2099-12-31' })) as {
    credits: number
  }[]
  const used = usage.reduce((sum, { credits: own }) => sum + own, 0)
  if (credits !== total.credits) faults.push(`ledger ${credits}, sum of results ${total.credits}`)
  if (used !== total.credits) faults.push(`usage ${used}, sum of results ${total.credits}`)
  faults.push(...differences.map((place) => `usage is not the sum of the ledger: ${place}`))
  console.log(
    `${batches.length} batches, ${total.items} items: ${total.ok} ok, ${total.failed} failed, each one result; ` +
      `${total.credits} credits in results, ${credits} in the ledger, ${used} in usage; ` +
      `${total.hooks} webhooks taken in ${total.attempts} attempts`,
  )
  for (const fault of faults) console.log(`WRONG: ${fault}`)
  return faults.length === 0 && batches.length > 0
}

async function waitForEnd(client: BatchClient, id: string, end: number): Promise<BatchRecord> {
  for (;;) {
    const { completed_at: completed, webhook_delivery_status: status } = await client.poll(id, false)
    const isOver = completed !== null && status !== 'pending' && status !== 'retrying'
    if (isOver || Date.now() > end) return await client.poll(id, true)
    await sleep(500)
  }
}
