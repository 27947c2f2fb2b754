#!/usr/bin/env node
import { defineCommand, runMain } from 'citty'
import { description, version } from '../package-version.ts'
import { keysCommand, usageCommand, workspacesCommand } from './administration.ts'
import { batchCommand } from './batch.ts'
import { explainCommand } from './explain.ts'
import { extractCommand } from './extract.ts'
import { goldenCommand } from './golden.ts'
import { kindCommand } from './kind.ts'
import { sandboxCommand } from './sandbox.ts'
import { schemaCommand } from './schema.ts'
import { serveCommand } from './serve.ts'
import { workCommand } from './work.ts'
import { webhooksCommand } from './webhooks.ts'

// "shelfmark extract pages | head" closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
// Whoever closes it wants to hear no more, and nothing else ends for that.
process.stderr.on('error', () => undefined)

await runMain(
  defineCommand({
    meta: { name: 'shelfmark', version, description },
    subCommands: {
      extract: extractCommand,
      explain: explainCommand,
      kind: kindCommand,
      schema: schemaCommand,
      golden: goldenCommand,
      sandbox: sandboxCommand,
      serve: serveCommand,
      work: workCommand,
      batch: batchCommand,
      webhooks: webhooksCommand,
      workspaces: workspacesCommand,
      keys: keysCommand,
      usage: usageCommand,
    },
  }),
)
