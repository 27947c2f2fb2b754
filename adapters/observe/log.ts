import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { escapeControls } from '../escape-controls.ts'
import { redactKeys } from './redact-keys.ts'

export type { Logger } from 'pino'

/**
 * Creates a log that writes lines of JSON. Keys in texts are cut to their public prefix.
 *
 * @param stream Default: standard output.
 */
export function createLog(level: string, stream: DestinationStream = destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: ['authorization', 'headers.authorization', 'api_key'], censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      // JSON does not escape all characters that control a terminal.
      streamWrite: escapeControls,
      logMethod(parameters, method) {
        method.apply(
          this,
          parameters.map((entry) => (typeof entry === 'string' ? redactKeys(entry) : entry)) as typeof parameters,
        )
      },
    },
  }
  return pino(options, stream)
}
