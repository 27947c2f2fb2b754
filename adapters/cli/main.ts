#!/usr/bin/env node
import { runProgram } from './command/run-program.ts'
import { shelfmark } from './commands.ts'
import { describeError, fail } from './exit.ts'

// `shelfmark extract pages | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
// A command continues when its messages are not read.
process.stderr.on('error', () => undefined)

try {
  const print = (text: string) => void process.stdout.write(text)
  await runProgram(shelfmark, process.argv.slice(2), { print, fail })
} catch (error) {
  // Commands that start or administrate a server import its parts; `watch` keeps what it sees in the embedded store.
  const { explainMissing } = await import('../load-packages.ts')
  const missing = explainMissing('The server', error) ?? explainMissing('The embedded store', error)
  if (missing !== null) fail(missing.message)
  // The system's refusal of a file or a port is a person's mistake, and so is a `ShelfmarkError`: an unusable value,
  // such as a module without a source of pages, or a wrong selector. Another error is one of shelfmark: its stack helps.
  const isMistake = error instanceof Error && ('syscall' in error || error.name === 'ShelfmarkError')
  if (isMistake) fail(describeError(error))
  throw error
}
