import type { StoreErrorCode } from '../../store/store-error.ts'

/**
 * Why a command was refused: by its input, by the store, or because the batch is not in a state for it:
 * `not_ended`, `no_webhook`, `results_expired`; `too_early`, it was asked for a moment ago; `no_alert_url`, the
 * settings name no receiver of alerts.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code:
    | 'invalid_input'
    | 'not_ended'
    | 'no_webhook'
    | 'results_expired'
    | 'too_early'
    | 'no_alert_url'
    | StoreErrorCode

  constructor(code: CommandError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
