/** What the process says to the shell. */
export const EXIT = {
  /** Every page gave a record. */
  ok: 0,
  /** A page gave none, or a case differs. */
  failed: 1,
  /** The command line can't be carried out. */
  usage: 2,
} as const

/** Ends the command with a message for a person. */
export function fail(message: string): never {
  process.stderr.write(`shelfmark: ${message}\n`)
  process.exit(EXIT.usage)
}
