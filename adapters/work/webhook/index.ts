/**
 * For receivers of webhooks: verifies that the service sent a request, and signs
 * bodies for a receiver's own tests. On WebCrypto, so that it runs in Node, browsers and
 * edge runtimes.
 *
 * @module shelfmark/webhook
 */
export { signWebhook, verifyWebhook, type VerifyOptions, type WebhookBody, type WebhookHeaders } from './signature.ts'
export type { SignedBody, WebhookMessage } from './signed-body.ts'
