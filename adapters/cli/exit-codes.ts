/** What the process says to the shell. */
export const EXIT = {
  /** Every page or item gave a record; the webhook was delivered. */
  ok: 0,
  /** One gave none, a case differs, or a webhook was not delivered. */
  failed: 1,
  /** The command line can't be carried out, or not to its end. */
  usage: 2,
  /** Ended from outside: 128 and the number of the signal, as shells have it. */
  SIGINT: 130,
  SIGTERM: 143,
} as const

/** Ends the command with a message for a person. */
export function fail(message: string): never {
  process.stderr.write(`shelfmark: ${message}\n`)
  process.exit(EXIT.usage)
}
