import type { Store } from '../../store/store.ts'
import type { WebhookSecrets } from '../../webhook/webhook-secrets.ts'

/** What still depends on the old master key and the old pepper. */
export interface ResealedSecrets {
  /** Secrets of webhooks that are sealed with the present master key since this call. */
  readonly resealed: number
  /** Secrets that neither the present nor the old master key opens. */
  readonly unreadable: number
  /** Active keys that were not used since the pepper was replaced. Without the old one, they are refused. */
  readonly keysOnOldPepper: number
}

/** Ends a rotation. When processes run that still have the old master key as their own, it must be repeated after they end. */
export async function resealSecrets(
  { batches, keys }: Store,
  { reseal }: Pick<WebhookSecrets, 'reseal'>,
): Promise<ResealedSecrets> {
  let [resealed, unreadable] = [0, 0]
  for await (const stored of batches.listSecrets()) {
    const sealed = reseal(stored.sealedSecret)
    if (sealed === null) unreadable++
    if (sealed === null || sealed === stored.sealedSecret) continue
    await batches.replaceSecret(stored, sealed)
    resealed++
  }
  return { resealed, unreadable, keysOnOldPepper: await keys.adoptPepper() }
}
