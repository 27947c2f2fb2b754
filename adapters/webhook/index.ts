/**
 * For receivers of webhooks: verifies that the service sent a request, and signs
 * bodies for a receiver's own tests.
 *
 * @packageDocumentation
 */
export {
  signWebhook,
  verifyWebhook,
  type SignedBody,
  type VerifyOptions,
  type WebhookHeaders,
  type WebhookMessage,
} from './signature.ts'
