import { pino, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Anything that looks like a key, anywhere in a text. */
const KEYS = /svc_(live|test)_([A-Za-z0-9]{12})[A-Za-z0-9]*/g
const REDACTED = 'svc_$1_$2…'

/** Cuts the keys in a text to their public prefix. */
export function redactKeys(text: string): string {
  return text.replace(KEYS, REDACTED)
}

/** Creates a log that writes lines of JSON to standard output. Keys in texts are cut to their public prefix. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: ['authorization', 'headers.authorization', 'api_key'], censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(parameters, method) {
        method.apply(
          this,
          parameters.map((entry) => (typeof entry === 'string' ? redactKeys(entry) : entry)) as typeof parameters,
        )
      },
    },
  })
}
