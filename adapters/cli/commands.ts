import { defineCommand } from 'citty'
import { description, version } from '../package-version.ts'

/** The command `shelfmark`. A command is loaded when it is called, so that small ones start fast. */
export const shelfmarkCommand = defineCommand({
  meta: { name: 'shelfmark', version, description },
  subCommands: {
    extract: async () => (await import('./extract.ts')).extractCommand,
    explain: async () => (await import('./explain.ts')).explainCommand,
    kind: async () => (await import('./kind.ts')).kindCommand,
    schema: async () => (await import('./schema.ts')).schemaCommand,
    golden: async () => (await import('./golden.ts')).goldenCommand,
    sandbox: async () => (await import('./sandbox.ts')).sandboxCommand,
    serve: async () => (await import('./serve.ts')).serveCommand,
    work: async () => (await import('./serve.ts')).workCommand,
    batch: async () => (await import('./batch.ts')).batchCommand,
    webhooks: async () => (await import('./webhooks.ts')).webhooksCommand,
    workspaces: async () => (await import('./administration.ts')).workspacesCommand,
    keys: async () => (await import('./administration.ts')).keysCommand,
    ledger: async () => (await import('./ledger.ts')).ledgerCommand,
    backup: async () => (await import('./backup.ts')).backupCommand,
    restore: async () => (await import('./backup.ts')).restoreCommand,
    usage: async () => (await import('./administration.ts')).usageCommand,
  },
})
