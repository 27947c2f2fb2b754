/** A program that measures, or that does harm and checks that nothing was lost. */
export interface Bench {
  /** What follows `npm run bench --`: a program, and for some of them which part of it. */
  readonly name: string
  /** One line of the list. */
  readonly description: string
  /** Whether it runs or imports files of `dist`. */
  readonly needsBuild: boolean
  /** Path from the top folder. */
  readonly file: string
}

/**
 * All benches.
 *
 * Order: the library, the service, faults.
 */
export const benches: readonly Bench[] = [
  {
    name: 'parse',
    description: 'speed, growth and memory of the library, against other libraries; --quick for a first look',
    needsBuild: true,
    file: 'bench/parse.ts',
  },
  {
    name: 'load',
    description: 'response times and processor time of a server at a fixed rate: RATE SECONDS [full]',
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
    name: 'neighbors',
    description: 'response times of a workspace while another one attacks: quiet, then each attack in turn',
    needsBuild: true,
    file: 'bench/service/neighbors.ts',
  },
  {
    name: 'watch',
    description: 'points of watched products against the truth, and false alerts over 30 simulated days',
    needsBuild: false,
    file: 'bench/watch.ts',
  },
  {
    name: 'watch service',
    description: 'watches of the service on both stores: kills, false alerts of many watches, a series of a year',
    needsBuild: true,
    file: 'bench/watch/service.ts',
  },
  {
    name: 'capacity',
    description: 'what one PostgreSQL carries: statements, its processor time and bytes of requests and batch items',
    needsBuild: false,
    file: 'bench/service/capacity.ts',
  },
  {
    name: 'capacity ledger-year',
    description: 'a PostgreSQL with 10 million charges: start, usage, a charge, ledger.check',
    needsBuild: false,
    file: 'bench/service/ledger-year.ts',
  },
  {
    name: 'capacity months',
    description: 'bytes of a charge on both stores, before and after its month is closed',
    needsBuild: false,
    file: 'bench/service/months.ts',
  },
  {
    name: 'capacity memory',
    description: 'memory, open files, response times and data of a server under a steady load',
    needsBuild: true,
    file: 'bench/service/memory.ts',
  },
  {
    name: 'capacity batches',
    description: 'batches on both stores: throughput, memory, fairness, recovery',
    needsBuild: true,
    file: 'bench/service/batches.ts',
  },
  {
    name: 'faults',
    description:
      'outcome of batches and requests while processes, PostgreSQL, its disk or Redis fail; one kind at a time',
    needsBuild: true,
    file: 'bench/service/faults.ts',
  },
]

/** What `npm run bench --` runs benches one after the other for. */
export const ALL = 'all'

/** A run of a bench that `all` includes. */
export interface Run {
  /** Name of its result. */
  readonly result: string
  readonly bench: string
  readonly args: readonly string[]
  /** Arguments for a first look, which takes at most four minutes. Absent: null, it is left out then. */
  readonly quickArgs: readonly string[] | null
}

/** What `all` runs. Those with arguments for a first look need neither a database nor Redis. */
export const allRuns: readonly Run[] = [
  { result: 'parse', bench: 'parse', args: [], quickArgs: ['--quick'] },
  { result: 'load', bench: 'load', args: ['300', '30'], quickArgs: ['100', '5'] },
  { result: 'load-large-pages', bench: 'load', args: ['15', '20', 'full'], quickArgs: null },
  { result: 'neighbors', bench: 'neighbors', args: ['4', '20', '20'], quickArgs: ['1', '5', '20'] },
  { result: 'watch', bench: 'watch', args: ['300', '40'], quickArgs: ['100', '2'] },
  { result: 'capacity', bench: 'capacity', args: [], quickArgs: null },
  { result: 'capacity-months', bench: 'capacity months', args: [], quickArgs: null },
  { result: 'capacity-batches', bench: 'capacity batches', args: [], quickArgs: null },
]
