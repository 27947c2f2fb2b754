import { randomBytes } from 'node:crypto'
import type { Logger } from '../http/log.ts'
import { openSecret, sealSecret } from '../webhook/seal-secret.ts'
import { createWebhookSecret } from '../webhook/sign-webhook.ts'

/** Secrets that webhooks are signed with. */
export interface WebhookSecrets {
  readonly create: () => string
  /** As it is stored. */
  readonly seal: (secret: string) => string
  /** Absent: null, it was sealed with another master key; the log says so. */
  readonly open: (sealed: string) => string | null
}

/** `masterKey`: what they are sealed with. Absent: null, they are stored as they are. */
export function webhookSecrets(masterKey: string | null, log: Logger): WebhookSecrets {
  return {
    create: () => createWebhookSecret(randomBytes),
    seal: (secret) => sealSecret(secret, masterKey),
    open: (sealed) => {
      try {
        return openSecret(sealed, masterKey)
      } catch (error) {
        log.error({ err: error }, 'a webhook can not be signed')
        return null
      }
    },
  }
}
