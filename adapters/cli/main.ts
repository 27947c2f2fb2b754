#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { defineCommand, runMain } from 'citty'
import { explainCommand } from './explain.ts'
import { extractCommand } from './extract.ts'
import { goldenCommand } from './golden.ts'
import { kindCommand } from './kind.ts'
import { sandboxCommand } from './sandbox.ts'
import { schemaCommand } from './schema.ts'

// "shelfmark extract pages | head" closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const packageFile = import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json'
const { version, description } = JSON.parse(readFileSync(new URL(packageFile, import.meta.url), 'utf8')) as {
  version: string
  description: string
}

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
    },
  }),
)
