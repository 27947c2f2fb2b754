import type { Store } from '../../store/store.ts'
import type { WebhookSecrets } from '../../webhook/webhook-secrets.ts'
import type { Health, Observers, Samples, Visitors } from '../route/deps.ts'
import type { CommandContext } from './define-command.ts'
import type { EventStreams } from './event-streams.ts'
import type { Sessions } from '../../people/sessions.ts'
import type { SignInRecorder } from '../../people/sign-in-recorder.ts'

/** What the routes for operators work with. */
export interface Administration extends Observers {
  readonly store: Store
  readonly health: Pick<Health, 'browser' | 'proxies'>
  readonly visitors: Visitors
  /** Absent: null, no page is kept. */
  readonly samples: Samples | null
  readonly secrets: Pick<WebhookSecrets, 'create' | 'seal' | 'reseal'>
  readonly checkWebhookUrl: CommandContext['checkWebhookUrl']
  readonly alerts: CommandContext['alerts']
  /** Where callers reach the service, without a slash at its end. Absent: null, it is not known. */
  readonly serviceUrl: string | null
  /** Clock of the service. Unit: ms since 1970. */
  readonly epochMs: () => number
  /** A caller with this token can run every command, and can sign in to the dashboard. */
  readonly token: string
  /** Names, besides local ones and IP addresses, by which operators ask the server. */
  readonly hosts: ReadonlySet<string>
  readonly sessions: Sessions
  readonly signIns: SignInRecorder
  readonly streams: EventStreams
}
