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
      ['examples/README.md', 'Examples'],
      ['examples/python/README.md', 'Other languages'],
      ['MIGRATION.md', 'Migration'],
      ['CHANGELOG.md', 'Changelog'],
      ['SECURITY.md', 'Security'],
      ['CONTRIBUTING.md', 'Contributing'],
    ],
  ],
  [
    'Records and fields',
    [
      ['core/records/README.md', 'How a record is made'],
      ['core/records/product/README.md', 'Product'],
      ['core/records/search/README.md', 'Search'],
      ['core/records/best-sellers/README.md', 'Best sellers'],
      ['core/records/offers/README.md', 'Offers'],
      ['core/records/reviews/README.md', 'Reviews'],
      ['golden/accuracy.md', 'Accuracy'],
      ['golden/README.md', 'Golden cases'],
    ],
  ],
  [
    'Command line',
    [
      ['adapters/cli/README.md', 'Commands'],
      ['adapters/cli/extract.md', 'Saved pages'],
      ['adapters/cli/fetch.md', 'get, search and fetch'],
      ['adapters/cli/batch.md', 'Long lists'],
      ['adapters/cli/watch.md', 'diff, watch and rank'],
      ['adapters/cli/administration.md', 'Workspaces, keys, ledger'],
    ],
  ],
  [
    'Service',
    [
      ['adapters/http/README.md', 'Interface: errors and headers'],
      ['adapters/work/webhook/README.md', 'Webhooks'],
      ['adapters/work/bucket/README.md', 'Results in a bucket'],
      ['adapters/work/watch/README.md', 'Watches'],
      ['adapters/work/rank/README.md', 'Rank in searches'],
      ['adapters/client/README.md', 'Client'],
      ['adapters/mcp/README.md', 'Language models (MCP)'],
      ['adapters/mcp/shelfmark/SKILL.md', 'A skill for agents'],
      ['adapters/server/README.md', 'Settings and operation'],
      ['adapters/server/deploy/README.md', 'Deployment, upgrades, drills'],
      ['adapters/observe/README.md', 'Metrics, alerts, runbook'],
      ['adapters/http/admin/README.md', 'Administration'],
      ['adapters/web/README.md', 'Playground and dashboard'],
      ['adapters/work/README.md', 'Batches'],
      ['adapters/store/README.md', 'Store'],
      ['adapters/store/redis.md', 'Redis: failures and versions'],
      ['adapters/store/retention.md', 'What is kept, and how long'],
      ['adapters/http/people/README.md', 'People'],
      ['adapters/fetch/sessions/README.md', 'Sessions of visitors'],
      ['adapters/fetch/browser/README.md', 'Rendered pages'],
    ],
  ],
  [
    'Library',
    [
      ['core/README.md', 'Core'],
      ['core/html/README.md', 'Parser'],
      ['core/contract/README.md', 'Contract'],
      ['core/watch/README.md', 'Changes over time'],
      ['core/watch/rank/README.md', 'Changes of rank'],
      ['selectors/README.md', 'Selectors'],
      ['adapters/pages/README.md', 'Pages'],
      ['adapters/pages/pool/README.md', 'Pool'],
      ['adapters/pages/saved/README.md', 'Formats of saved pages'],
      ['adapters/pages/table/README.md', 'Tables'],
      ['adapters/sandbox/README.md', 'Simulated marketplace'],
    ],
  ],
  [
    'Inside',
    [
      ['adapters/README.md', 'Adapters'],
      ['adapters/licenses.md', 'Licenses of dependencies'],
      ['test/README.md', 'Tests'],
      ['bench/README.md', 'Benchmarks'],
      ['bench/results.md', 'Results of benches'],
      ['bench/harm.md', 'Measured once'],
    ],
  ],
]
