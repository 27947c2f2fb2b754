/**
 * The documents of the site, in the order of its navigation: groups, and in each the path and the title of a document.
 * Every document of the project is in it, but those of single golden cases and of tests.
 *
 * @type {readonly (readonly [group: string, documents: readonly (readonly [path: string, title: string])[]])[]}
 */
export const CONTENTS = [
  [
    'Start',
    [
      ['examples/README.md', 'Examples, other languages'],
      ['MIGRATION.md', 'Migration'],
      ['CHANGELOG.md', 'Changelog'],
      ['SECURITY.md', 'Security'],
      ['CONTRIBUTING.md', 'Contributing, tests'],
    ],
  ],
  [
    'Records and fields',
    [
      ['core/records/README.md', 'Records: lists, reviews, offers'],
      ['core/records/product/README.md', 'Product'],
      ['core/records/search/README.md', 'Search'],
      ['golden/accuracy.md', 'Accuracy'],
      ['golden/README.md', 'Golden cases'],
    ],
  ],
  [
    'Command line',
    [
      ['adapters/cli/README.md', 'Commands'],
      ['adapters/cli/extract.md', 'Saved pages'],
      ['adapters/cli/fetch.md', 'Pages of a marketplace: get, batch, watch'],
      ['adapters/cli/administration.md', 'Workspaces, keys, ledger'],
    ],
  ],
  [
    'Service',
    [
      ['adapters/http/README.md', 'Interface: errors and headers'],
      ['adapters/work/webhook/README.md', 'Webhooks'],
      ['adapters/work/watch/README.md', 'Watches, rank in searches'],
      ['adapters/client/README.md', 'Client'],
      ['adapters/mcp/README.md', 'Language models (MCP)'],
      ['adapters/mcp/shelfmark/SKILL.md', 'A skill for agents'],
      ['adapters/server/README.md', 'Settings and operation'],
      ['adapters/server/deploy/README.md', 'Deployment, upgrades, drills'],
      ['adapters/observe/README.md', 'Metrics, alerts, runbook'],
      ['adapters/http/admin/README.md', 'Administration, people'],
      ['adapters/web/README.md', 'Playground and dashboard'],
      ['adapters/work/README.md', 'Batches, schedules, buckets'],
      ['adapters/store/README.md', 'Store'],
      ['adapters/store/operation.md', 'Backup, erasure, retention, faults'],
      ['adapters/fetch/README.md', 'Rendered pages, sessions of visitors'],
    ],
  ],
  [
    'Library',
    [
      ['core/README.md', 'Core'],
      ['core/html/README.md', 'Parser'],
      ['core/contract/README.md', 'Contract'],
      ['core/watch/README.md', 'Changes over time'],
      ['selectors/README.md', 'Selectors'],
      ['adapters/pages/README.md', 'Pages, pool, saved pages, tables'],
      ['adapters/sandbox/README.md', 'Simulated marketplace'],
    ],
  ],
  [
    'Inside',
    [
      ['adapters/README.md', 'Adapters'],
      ['adapters/licenses.md', 'Licenses of dependencies'],
      ['bench/README.md', 'Benchmarks'],
      ['bench/results.md', 'Results of benches'],
    ],
  ],
]
