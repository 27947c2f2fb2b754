#!/usr/bin/env node
import { runMain } from 'citty'
import { shelfmarkCommand } from './commands.ts'

// `shelfmark extract pages | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
// A command continues when its messages are not read.
process.stderr.on('error', () => undefined)

await runMain(shelfmarkCommand)
