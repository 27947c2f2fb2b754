import { randomBytes } from 'node:crypto'
import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { EXIT, fail, requireConfig } from './exit.ts'
import { print } from './print.ts'

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
    const { checkWebhookUrl } = await import('../work/webhook/check-webhook-url.ts')
    const problem = await checkWebhookUrl(url, { allowedOrigins })
    if (problem !== null) fail(`Invalid URL "${url}": it ${problem}.`)
    const given = readSecret(args.secret)
    const [{ createWebhookSecret }, { describeDelivery, sendSample, signSample }] = await Promise.all([
      import('../work/webhook/webhook-secrets.ts'),
      import('./webhook-sample.ts'),
    ])
    const secret = given ?? createWebhookSecret(randomBytes)
    const delivery = await signSample(url, secret)
    print(describeDelivery(delivery, given === undefined ? secret : null))
    const outcome = await sendSample(delivery, allowedOrigins)
    print(`outcome    ${outcome.ok ? `delivered, http ${outcome.status}` : `not delivered: ${outcome.error}`}\n`)
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
