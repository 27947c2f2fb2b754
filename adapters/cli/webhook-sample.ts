import { randomUUID } from 'node:crypto'
import type { AttemptOutcome } from '../../core/policy/index.ts'
import { batchExample } from '../http/openapi/examples/batch.ts'
import { createWebhookSender, type WebhookDelivery } from '../work/webhook/send-webhook.ts'
import { signWebhook } from '../work/webhook/signature.ts'

/** A batch with a new id, in its state at the first attempt of its delivery, and its signature. */
export async function signSample(url: string, secret: string): Promise<WebhookDelivery> {
  const batchId = randomUUID()
  const sample = {
    ...batchExample,
    id: batchId,
    webhook_url: url,
    webhook_delivery_status: 'pending',
    webhook_delivered_at: null,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(sample))
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return {
    url,
    event: 'batch.completed',
    batchId,
    body,
    ...(await signWebhook(bytes, secret, { id: batchId, sentAtMs: Date.now() })),
  }
}

/** `generated`: the secret, if it was made up. */
export function describeDelivery(
  { url, batchId, signature, contentLength }: WebhookDelivery,
  generated: string | null,
): string {
  const lines = [
    `sent to    ${url}`,
    `batch      ${batchId}, a sample of ${contentLength} bytes`,
    ...(generated === null ? [] : [`secret     ${generated}, made up for this test`]),
    `signature  sha256=${signature}`,
  ]
  return `${lines.join('\n')}\n`
}

export async function sendSample(
  delivery: WebhookDelivery,
  allowedOrigins: readonly string[],
): Promise<AttemptOutcome> {
  const sender = createWebhookSender({ allowedOrigins })
  try {
    return await sender.send(delivery)
  } finally {
    await sender.close()
  }
}
