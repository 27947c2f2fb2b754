import type { StoredSecret } from '../../store/stored-secrets.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookSecrets } from '../../work/webhook/webhook-secrets.ts'

/** What still depends on the old master key and the old pepper. */
export interface ResealedSecrets {
  /** Secrets of webhooks, of batches, schedules, watches and events, and keys for buckets, that are sealed with the present master key since this call. */
  readonly resealed: number
  /** Secrets that neither the present nor the old master key opens. */
  readonly unreadable: number
  /** Active keys that were not used since the pepper was replaced. Without the old one, they are refused. */
  readonly keysOnOldPepper: number
}

/** Secrets that are written at the same time: the embedded store writes them in one transaction. */
const WRITTEN_TOGETHER = 200

/** Ends a rotation. When processes run that still have the old master key as their own, it must be repeated after they end. */
export async function resealSecrets(
  { batches, bucketKeys, schedules, watches, workspaces, keys }: Store,
  { reseal }: Pick<WebhookSecrets, 'reseal'>,
): Promise<ResealedSecrets> {
  let [resealed, unreadable] = [0, 0]
  for (const owner of [batches, bucketKeys, schedules, watches, workspaces]) {
    const waiting: { readonly stored: StoredSecret; readonly sealed: string }[] = []
    const write = async (): Promise<void> => {
      const group = waiting.splice(0)
      await Promise.all(group.map(({ stored, sealed }) => owner.replaceSecret(stored, sealed)))
      resealed += group.length
    }
    for await (const stored of owner.listSecrets()) {
      const sealed = reseal(stored.sealedSecret)
      if (sealed === null) unreadable++
      else if (sealed !== stored.sealedSecret) waiting.push({ stored, sealed })
      if (waiting.length === WRITTEN_TOGETHER) await write()
    }
    await write()
  }
  return { resealed, unreadable, keysOnOldPepper: await keys.adoptPepper() }
}
