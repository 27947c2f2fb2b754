import { awsEndpoint, type DeliverParams } from '../../../core/contract/index.ts'
import { MissingPackageError } from '../../load-packages.ts'
import { loadParquet } from '../../pages/table/in-memory.ts'
import { loadBuckets } from '../../work/bucket/load-buckets.ts'
import type { Service } from '../route/deps.ts'

/** Why the results can't be written there. `deliver`: null, they are not. */
export async function findDeliverMistakes(
  { checkWebhookUrl, secrets }: Pick<Service, 'checkWebhookUrl' | 'secrets'>,
  deliver: DeliverParams | null,
): Promise<readonly { readonly param: string; readonly message: string }[]> {
  if (deliver === null) return []
  const needed = [loadBuckets(), ...(deliver.format === 'parquet' ? [loadParquet()] : [])]
  const missing = (await Promise.allSettled(needed)).find(({ status }) => status === 'rejected')
  if (missing?.status === 'rejected') {
    if (!(missing.reason instanceof MissingPackageError)) throw missing.reason
    return [{ param: 'deliver', message: 'needs a package that this server does not have' }]
  }
  if (!secrets.hasMasterKey) {
    const message = 'need a server with the setting SHELFMARK_MASTER_KEY: it stores them sealed only'
    return [{ param: 'deliver.credentials', message }]
  }
  const problem = await checkWebhookUrl(deliver.endpoint)
  if (problem === null) return []
  // The region names this endpoint, which the request need not have.
  if (deliver.endpoint === awsEndpoint(deliver.region)) {
    return [{ param: 'deliver.region', message: `means ${deliver.endpoint}, which ${problem}` }]
  }
  return [{ param: 'deliver.endpoint', message: problem }]
}

/** Where results are written, and the sealed keys for it, as they are stored. */
export function toStoredDeliver({ secrets }: Pick<Service, 'secrets'>, deliver: DeliverParams | null) {
  if (deliver === null) return { deliver: null, sealedKeys: null }
  const { credentials, ...target } = deliver
  return { deliver: target, sealedKeys: secrets.seal(JSON.stringify(credentials)) }
}
