import { randomBytes, randomUUID } from 'node:crypto'
import type { AttemptOutcome } from '../../core/policy/index.ts'
import { batchExample } from '../http/openapi/examples/batch.ts'
import { checkWebhookUrl } from '../webhook/check-webhook-url.ts'
import { createWebhookSender, type WebhookDelivery } from '../webhook/send-webhook.ts'
import { signWebhook } from '../webhook/signature.ts'
import { createWebhookSecret } from '../webhook/webhook-secrets.ts'
import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { EXIT, fail, requireConfig } from './exit.ts'

const testCommand = defineCommand({
  description: 'Send a signed sample to a receiver, as the service sends a batch that has ended.',
  args: {
    url: { type: 'positional', required: false, description: 'URL of the receiver, as in webhook_url' },
    secret: {
      type: 'string',
      valueHint: 'SECRET',
      description: 'Secret to sign with: whsec_... Default: a new one, which is printed',
    },
  },
  examples: ['webhooks test https://example.com/hook'],
  async run(args) {
    const [url, ...more] = args._
    if (url === undefined || more.length > 0) fail('Name one URL of a receiver.')
    // SHELFMARK_WEBHOOK_ALLOW applies to the sample as to the webhooks of a server.
    const { webhookOrigins: allowedOrigins } = await requireConfig()
    const problem = await checkWebhookUrl(url, { allowedOrigins })
    if (problem !== null) fail(`Invalid URL "${url}": it ${problem}.`)
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

export const webhooksCommand: CommandGroup = {
  commands: { test: testCommand },
}

const SECRET = /^whsec_[\x21-\x7E]+$/

function readSecret(text: string | undefined): string | undefined {
  if (text === undefined || SECRET.test(text)) return text
  // The message does not repeat a secret.
  return fail('Invalid --secret. Give the secret that the creation of the batch returned: it starts with whsec_.')
}

/** A batch with a new id, in its state at the first attempt of its delivery, and its signature. */
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
  return { url, batchId, body, ...(await signWebhook(bytes, secret, { id: batchId, sentAtMs: Date.now() })) }
}

function describeDelivery(
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

async function send(delivery: WebhookDelivery, allowedOrigins: readonly string[]): Promise<AttemptOutcome> {
  const sender = createWebhookSender({ allowedOrigins })
  try {
    return await sender.send(delivery)
  } finally {
    await sender.close()
  }
}
