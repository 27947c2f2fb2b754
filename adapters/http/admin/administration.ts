import type { WebhookSecrets } from '../../work/webhook/webhook-secrets.ts'
import type { DoorDeps } from '../people/door.ts'
import type { Health, Samples, Visitors } from '../route/deps.ts'
import type { CommandContext } from './define-command.ts'
import type { EventStreams } from './event-streams.ts'

/** What the routes for operators work with. */
export interface Administration extends DoorDeps {
  readonly health: Pick<Health, 'browser' | 'proxies'>
  readonly visitors: Visitors
  /** Absent: null, no page is kept. */
  readonly samples: Samples | null
  readonly secrets: Pick<WebhookSecrets, 'create' | 'seal' | 'reseal'>
  readonly checkWebhookUrl: CommandContext['checkWebhookUrl']
  readonly alerts: CommandContext['alerts']
  /** Where callers reach the service, without a slash at its end. Absent: null, it is not known. */
  readonly serviceUrl: string | null
  /** Names, besides local ones and IP addresses, by which operators ask the server. */
  readonly hosts: ReadonlySet<string>
  readonly streams: EventStreams
}
