import type { KeyKind } from '../../core/policy/index.ts'
import type { WebhookSecrets } from '../webhook/webhook-secrets.ts'
import type { Limiter } from '../store/limiter.ts'
import type { Retriever } from '../retrieve/index.ts'
import type { Store } from '../store/store.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'

/** What the routes work with. */
export interface Service {
  readonly store: Store
  readonly limiter: Limiter
  /** Where the keys of each kind get their pages from. */
  readonly retrievers: Readonly<Record<KeyKind, Retriever>>
  readonly secrets: Pick<WebhookSecrets, 'create' | 'seal'>
  /** What is wrong with the address of a webhook, in words that follow its name. Absent: null, nothing is. */
  readonly checkWebhookUrl: (url: string) => Promise<string | null>
  readonly metrics: Metrics
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly now: () => number
  /** An id that no other request has. */
  readonly newId: () => string
  /** Where ceilings are explained: a member of the answer 429. */
  readonly docsUrl: string
  /** Form: `<extractor>@<semver>`. */
  readonly extractorVersion: string
  /** Whether the server takes no more work, because it is about to end. */
  readonly isDraining: () => boolean
}

/** How long callers are asked to wait when the server is to end or its store is away. Unit: s. */
export const UNAVAILABLE_RETRY_SECONDS = '5'
