import { randomBytes, randomUUID } from 'node:crypto'
import { defineCommand } from 'citty'
import type { AttemptOutcome } from '../../core/policy/index.ts'
import { batchExample } from '../openapi/examples/batch.ts'
import { checkWebhookUrl } from '../webhook/check-webhook-url.ts'
import { createWebhookSender, type WebhookDelivery } from '../webhook/send-webhook.ts'
import { createWebhookSecret, signWebhook } from '../webhook/sign-webhook.ts'
import { EXIT, fail } from './exit-codes.ts'
import { requireConfig } from './require-config.ts'

const testCommand = defineCommand({
  meta: {
    name: 'test',
    description: 'Send a signed sample to a receiver of webhooks, as the service sends a finished batch.',
  },
  args: {
    url: { type: 'positional', required: false, description: 'Address of the receiver, as given in webhook_url' },
    secret: { type: 'string', description: 'Secret to sign with, as in whsec_...; made up when not given' },
  },
  async run({ args }) {
    const [url, ...more] = args._
    if (url === undefined || more.length > 0) fail('name one address of a receiver')
    // Receivers that are not public are allowed by the same setting as the server's.
    const { webhookOrigins: allowedOrigins } = requireConfig()
    const problem = await checkWebhookUrl(url, { allowedOrigins })
    if (problem !== null) fail(`${url}: the address ${problem}`)
    const secret = readSecret(args.secret) ?? createWebhookSecret(randomBytes)
    const delivery = await signSample(url, secret)
    process.stdout.write(describeDelivery(delivery, args.secret === undefined ? secret : null))
    const outcome = await send(delivery, allowedOrigins)
    process.stdout.write(
      `outcome    ${outcome.ok ? `delivered, http ${outcome.status}` : `not delivered: ${outcome.error}`}\n`,
    )
    process.exitCode = outcome.ok ? EXIT.ok : EXIT.failed
  },
})

export const webhooksCommand = defineCommand({
  meta: { name: 'webhooks', description: 'Webhooks that tell of finished batches.' },
  subCommands: { test: testCommand },
})

const SECRET = /^whsec_[\x21-\x7E]+$/

function readSecret(text: string | undefined): string | undefined {
  if (text === undefined || SECRET.test(text)) return text
  // It is a secret, and not repeated.
  return fail('--secret: give what was shown when the batch was created; it begins with whsec_')
}

/** A batch that no receiver has seen, as it is when its first delivery is attempted. */
async function signSample(url: string, secret: string): Promise<WebhookDelivery> {
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
  return { url, batchId, body, ...(await signWebhook([bytes], secret)) }
}

function describeDelivery({ url, batchId, signature, contentLength }: WebhookDelivery, madeUp: string | null): string {
  const lines = [
    `sent to    ${url}`,
    `batch      ${batchId}, a sample of ${contentLength} bytes`,
    ...(madeUp === null ? [] : [`secret     ${madeUp}, made up for this test`]),
    `signature  sha256=${signature}`,
  ]
  return `${lines.join('\n')}\n`
}

async function send(delivery: WebhookDelivery, allowedOrigins: readonly string[]): Promise<AttemptOutcome> {
  const sender = createWebhookSender({ allowedOrigins })
  try {
    return await sender.send(delivery)
  } finally {
    await sender.close()
  }
}
