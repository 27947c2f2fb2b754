/**
 * For receivers of webhooks: whether a request comes from the service, and
 * signatures for tests of a receiver.
 *
 * @packageDocumentation
 */
export { signWebhook, type SignedBody } from './sign-webhook.ts'
export { verifyWebhook } from './verify-webhook.ts'
