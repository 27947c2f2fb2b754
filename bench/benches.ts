/** A program that measures, or that does harm and checks that nothing was lost. */
export interface Bench {
  /** The word after `npm run bench --`. */
  readonly name: string
  /** One line of the list. */
  readonly description: string
  /** Whether it runs or imports files of `dist`. */
  readonly needsBuild: boolean
  /** Path from the top folder. A file in `dist` runs as it was built, every other one from its TypeScript source. */
  readonly file: string
}

/**
 * All benches.
 *
 * Order: the library, the pages for browsers, the service, faults.
 */
export const benches: readonly Bench[] = [
  {
    name: 'parse',
    description: 'speed, growth and memory of the library, against other libraries; --quick for a first look',
    needsBuild: true,
    file: 'bench/parse.ts',
  },
  {
    name: 'winners',
    description: 'which selectors win on real and on simulated pages; needs real pages',
    needsBuild: false,
    file: 'bench/winners.ts',
  },
  {
    name: 'layouts',
    description: 'values of each field in real pages, by year and device; --template: by template; needs real pages',
    needsBuild: false,
    file: 'bench/layouts.ts',
  },
  {
    name: 'tokens',
    description: 'what a record costs a language model to read, as JSON and as Markdown',
    needsBuild: false,
    file: 'bench/tokens.ts',
  },
  {
    name: 'pool',
    description: 'pages a second of shelfmark/pool, and of a loop of extractPage',
    needsBuild: true,
    file: 'dist/bench/pool.js',
  },
  {
    name: 'warc',
    description: 'a WARC to Parquet: pages a second and memory of the command line',
    needsBuild: true,
    file: 'bench/warc.ts',
  },
  {
    name: 'watch',
    description: 'points of watched products against the truth, and false alerts over 30 simulated days',
    needsBuild: false,
    file: 'bench/watch.ts',
  },
  {
    name: 'watch-service',
    description: 'watches of the service on both stores: kills, false alerts of many watches, a series of a year',
    needsBuild: true,
    file: 'bench/watch-service.ts',
  },
  {
    name: 'web',
    description: 'how long the playground and the views of the dashboard take to load; bytes that are sent',
    needsBuild: true,
    file: 'test/browser/measure-loading.ts',
  },
  {
    name: 'store',
    description: 'charges a second on SQLite, and the time to authenticate a key',
    needsBuild: false,
    file: 'bench/service/store.ts',
  },
  {
    name: 'months',
    description: 'bytes of a charge on both stores, before and after its month is closed',
    needsBuild: false,
    file: 'bench/service/months.ts',
  },
  {
    name: 'ledger-year',
    description: 'a PostgreSQL with 10 million charges: start, usage, a charge, ledger.check',
    needsBuild: false,
    file: 'bench/service/ledger-year.ts',
  },
  {
    name: 'load',
    description: 'response times of a server at a fixed rate',
    needsBuild: true,
    file: 'bench/service/load.ts',
  },
  {
    name: 'profile',
    description: "where the time of a server's threads goes, by part of the project and by function",
    needsBuild: true,
    file: 'bench/service/profile.ts',
  },
  {
    name: 'capacity',
    description: 'what one PostgreSQL carries: statements, its processor time and bytes of requests and batch items',
    needsBuild: false,
    file: 'bench/service/capacity.ts',
  },
  {
    name: 'fleet',
    description: 'a simulated fleet: how busy its parts are at a rate, and which one ends the growth',
    needsBuild: false,
    file: 'bench/fleet.ts',
  },
  {
    name: 'soak',
    description: 'memory, open files, response times and data of a server under a steady load',
    needsBuild: true,
    file: 'bench/service/soak.ts',
  },
  {
    name: 'bodies',
    description: 'response times of a caller while another posts bodies that are costly to parse',
    needsBuild: true,
    file: 'bench/service/bodies.ts',
  },
  {
    name: 'batches',
    description: 'batches: throughput, memory, fairness, recovery',
    needsBuild: true,
    file: 'bench/service/batches.ts',
  },
  {
    name: 'batch-tenants',
    description: 'batches of one workspace beside those of another',
    needsBuild: true,
    file: 'bench/service/batch-tenants.ts',
  },
  {
    name: 'neighbors',
    description: 'the times of a workspace beside a neighbor who attacks: quiet, then each attack in turn',
    needsBuild: true,
    file: 'bench/service/neighbors.ts',
  },
  {
    name: 'turns',
    description: 'how long a workspace waits at a slow marketplace while another has many requests in flight',
    needsBuild: true,
    file: 'bench/service/turns.ts',
  },
  {
    name: 'places',
    description: 'answers for a place of delivery while the marketplace lies, loses places and refuses',
    needsBuild: false,
    file: 'bench/service/places.ts',
  },
  {
    name: 'session-cost',
    description: 'processor time of a product without a session, in one, and in one with a place',
    needsBuild: true,
    file: 'bench/service/session-cost.ts',
  },
  {
    name: 'places-kills',
    description: 'the same over HTTP, on two servers and one Redis, of which one is killed again and again',
    needsBuild: true,
    file: 'bench/service/places-kills.ts',
  },
  {
    name: 'webhooks',
    description: 'webhooks of one workspace while those of another are never answered',
    needsBuild: true,
    file: 'bench/service/webhook-fairness.ts',
  },
  {
    name: 'readers',
    description: 'memory of a server, and reads of one workspace, while readers of another do not read',
    needsBuild: true,
    file: 'bench/service/result-readers.ts',
  },
  {
    name: 'crash',
    description: 'charges of a server that is killed under load',
    needsBuild: true,
    file: 'bench/service/crash.ts',
  },
  {
    name: 'batch-crash',
    description: 'outcome of batches on a server that is killed',
    needsBuild: true,
    file: 'bench/service/batch-crash.ts',
  },
  {
    name: 'faults',
    description:
      'outcome of batches and requests while processes, PostgreSQL, its disk or Redis fail; one kind at a time',
    needsBuild: true,
    file: 'bench/service/faults.ts',
  },
  {
    name: 'dead-server',
    description: 'when the slots and credits of a server on a Redis are free that is killed with requests in flight',
    needsBuild: true,
    file: 'bench/service/dead-server.ts',
  },
  {
    name: 'backups',
    description: 'backups and restores that are killed, and damaged backups',
    needsBuild: true,
    file: 'bench/service/backups.ts',
  },
  {
    name: 'stops',
    description: 'connections that a server breaks that is stopped',
    needsBuild: true,
    file: 'bench/service/stops.ts',
  },
  {
    name: 'disk',
    description: 'charges of a server whose disk is full',
    needsBuild: true,
    file: 'bench/service/full-disk.ts',
  },
  {
    name: 'renders',
    description: 'outcome of rendered pages while the browser is killed',
    needsBuild: true,
    file: 'bench/service/renders.ts',
  },
  {
    name: 'hostile',
    description: 'answers of a server while it renders pages that flood the browser',
    needsBuild: true,
    file: 'bench/service/hostile-pages.ts',
  },
  {
    name: 'aborts',
    description: 'concurrency limit of a key whose clients abort their requests',
    needsBuild: true,
    file: 'bench/service/aborts.ts',
  },
]
