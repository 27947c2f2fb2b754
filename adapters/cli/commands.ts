import { description, version } from '../package-version.ts'
import type { Program } from './command/run-program.ts'

/** The command `shelfmark`. */
export const shelfmark: Program = {
  name: 'shelfmark',
  description,
  version,
  commands: {
    extract: {
      description: 'Extract saved pages. One page gives its record, several give a JSON line each.',
      load: async () => (await import('./extract.ts')).extractCommand,
    },
    explain: {
      description: 'Print where each field of a page comes from: what was tried, what gave the value.',
      load: async () => (await import('./explain.ts')).explainCommand,
    },
    kind: {
      description: 'Print the kind of each page, and the evidence for it.',
      load: async () => (await import('./kind.ts')).kindCommand,
    },
    schema: {
      description: 'Print the fields of a record, with their types and meanings.',
      load: async () => (await import('./schema.ts')).schemaCommand,
    },
    get: {
      description: 'Fetch products, and print their records.',
      load: async () => (await import('./get.ts')).getCommand,
    },
    search: {
      description: 'Search a marketplace, and print the cards.',
      load: async () => (await import('./search.ts')).searchCommand,
    },
    fetch: {
      description: 'Fetch records of any kind, and print them.',
      load: async () => (await import('./fetch.ts')).fetchCommand,
    },
    diff: {
      description: 'Print what differs between two records, pages, or lists of them.',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
    watch: {
      description: 'Look at a list of items again and again, and print what changes.',
      load: async () => (await import('./watch.ts')).watchCommand,
    },
    rank: {
      description: 'Look at searches, and print where products are among their results.',
      load: async () => (await import('./rank.ts')).rankCommand,
    },
    golden: {
      description: 'Golden cases: pages and the records expected of them.',
      load: async () => (await import('./golden.ts')).goldenCommand,
    },
    sandbox: {
      description: 'Serve the simulated marketplace, without network: generated pages, blocked requests and faults.',
      load: async () => (await import('./sandbox.ts')).sandboxCommand,
    },
    serve: {
      description: 'Serve records over HTTP. Settings come from the environment.',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    work: {
      description: 'Work on batches for the servers on the same PostgreSQL and Redis. Settings are as for serve.',
      load: async () => (await import('./serve.ts')).workCommand,
    },
    batch: {
      description:
        'Extract a list of products, searches or other records, on a server or in this process. Prints a JSON line for each.',
      load: async () => (await import('./batch.ts')).batchCommand,
    },
    schedule: {
      description: 'Batches that a server creates again and again.',
      load: async () => (await import('./schedule.ts')).scheduleCommand,
    },
    mcp: {
      description: 'Serve records and saved pages to language models, by the Model Context Protocol.',
      load: async () => (await import('./mcp.ts')).mcpCommand,
    },
    sessions: {
      description: 'Sessions of visitors, who told a marketplace where to deliver.',
      load: async () => (await import('./sessions.ts')).sessionsCommand,
    },
    webhooks: {
      description: 'Webhooks of batches.',
      load: async () => (await import('./webhooks.ts')).webhooksCommand,
    },
    alerts: {
      description: 'Alerts to operators: of layouts that have changed, and of spending caps.',
      load: async () => (await import('./alerts.ts')).alertsCommand,
    },
    workspaces: {
      description: 'Workspaces: they own keys, and pay for requests.',
      load: async () => (await import('./administration.ts')).workspacesCommand,
    },
    keys: { description: 'Keys of callers.', load: async () => (await import('./administration.ts')).keysCommand },
    ledger: { description: 'The ledger of charges.', load: async () => (await import('./ledger.ts')).ledgerCommand },
    backup: {
      description: 'Copy all data of the embedded store to a new file, while the server works.',
      load: async () => (await import('./backup.ts')).backupCommand,
    },
    restore: {
      description: 'Check a backup, and make it the data of a folder that has none.',
      load: async () => (await import('./backup.ts')).restoreCommand,
    },
    'revoke-again': {
      description: 'In a PostgreSQL that was restored, revoke again what was revoked since.',
      load: async () => (await import('./revoke-again.ts')).revokeAgainCommand,
    },
    usage: {
      description: 'Print the charges of a workspace, by day, key and kind of key.',
      load: async () => (await import('./administration.ts')).usageCommand,
    },
    secrets: {
      description: 'Rotation of the master key and the pepper.',
      load: async () => (await import('./secrets.ts')).secretsCommand,
    },
    operators: {
      description: 'People who sign in to the dashboard, each with a role.',
      load: async () => (await import('./people.ts')).operatorsCommand,
    },
    members: {
      description: "People of a workspace who sign in at the customers' door.",
      load: async () => (await import('./people.ts')).membersCommand,
    },
    audit: {
      description: 'Print what operators did: who ran which command, when, and how it ended.',
      load: async () => (await import('./audit.ts')).auditCommand,
    },
    completion: {
      description: 'Print a script that lets a shell complete commands and options.',
      load: async () => (await import('./completion.ts')).completionOf(shelfmark),
    },
  },
}
