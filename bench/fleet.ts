/**
 * Simulates a fleet on a clock of its own: servers with extraction threads, one PostgreSQL, and a marketplace that
 * takes its time. Redis, which has only limits and turns, is left out. Requests arrive at random moments of a rate. It
 * prints how busy each part is, what callers wait, and which part ends the growth. Which costs of a request are
 * measured and which are assumed: adapters/server/capacity.md.
 *
 * Usage: npm run bench -- fleet [REQUESTS_PER_SECOND [SERVERS [CORES_OF_A_SERVER [CORES_OF_POSTGRESQL]]]]
 */

/** Costs of a request for a real page of 1.15 MB. Unit: ms. */
export interface RequestCosts {
  /** On the main thread of a server, until the page is asked for. */
  readonly before: number
  /** On the main thread, from the arrival of the page to the end of the answer: TLS, unpacking, transfer, JSON. */
  readonly after: number
  /** In an extraction thread. */
  readonly extraction: number
  /** Of PostgreSQL, on one of its cores: half to reserve, half to settle. */
  readonly database: number
  /** Until the marketplace has sent the page: median. A tenth of the pages takes four times as long. */
  readonly fetch: number
}

export interface Fleet {
  readonly perSecond: number
  readonly servers: number
  /** Of each server. One is the main thread's, the others extract; with one core, both share it. */
  readonly cores: number
  readonly databaseCores: number
  readonly seconds: number
  readonly costs: RequestCosts
}

export interface FleetReport {
  /** Share of the time in which a part was busy, from 0 to 1. */
  readonly busy: Readonly<Record<'main' | 'extraction' | 'database', number>>
  /** Time of answers. Unit: ms. */
  readonly p50: number
  readonly p99: number
  /** Pages that were on their way at the same time, at most. */
  readonly mostFetches: number
}

/** The sum of the first three and `database` are measured. How the sum is divided, and `fetch`, are assumptions. */
export const COSTS: RequestCosts = { before: 0.4, after: 5, extraction: 18.6, database: 0.5, fetch: 600 }

/** A generator of numbers from 0 to 1 that gives the same ones each time. Source: mulberry32 by Tommy Ettinger, public domain. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Something that does one piece of work at a time, in each of its places. */
class Worker {
  /** When each place is free. Unit: ms. */
  private readonly freeMs: number[]
  busyMs = 0

  constructor(places: number) {
    this.freeMs = Array.from({ length: places }, () => 0)
  }

  /** When work ends that comes at a time. Works must come in the order of their times. */
  work(atMs: number, costMs: number): number {
    const place = this.freeMs.indexOf(Math.min(...this.freeMs))
    const endMs = Math.max(atMs, this.freeMs[place] as number) + costMs
    this.freeMs[place] = endMs
    this.busyMs += costMs
    return endMs
  }
}

interface Event {
  readonly atMs: number
  readonly run: (atMs: number) => void
}

/** Events in the order of their times. */
class Schedule {
  private readonly heap: Event[] = []

  add(event: Event): void {
    const { heap } = this
    let at = heap.push(event) - 1
    for (let parent = (at - 1) >> 1; at > 0 && (heap[parent] as Event).atMs > event.atMs; parent = (at - 1) >> 1) {
      heap[at] = heap[parent] as Event
      at = parent
    }
    heap[at] = event
  }

  take(): Event | undefined {
    const { heap } = this
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const right = heap[child + 1]
      if (right !== undefined && right.atMs < (heap[child] as Event).atMs) child++
      if ((heap[child] as Event).atMs >= last.atMs) break
      heap[at] = heap[child] as Event
      at = child
    }
    heap[at] = last
    return first
  }
}

/** Runs a fleet for some seconds of its clock. The same fleet gives the same report. */
export function simulateFleet({ perSecond, servers, cores, databaseCores, seconds, costs }: Fleet): FleetReport {
  const random = createRandom(1)
  const schedule = new Schedule()
  const database = new Worker(databaseCores)
  const mains = Array.from({ length: servers }, () => new Worker(1))
  const threads = cores === 1 ? mains : mains.map(() => new Worker(cores - 1))
  const answeredMs: number[] = []
  let [fetches, mostFetches] = [0, 0]
  const step = (atMs: number, run: (atMs: number) => void): void => schedule.add({ atMs, run })
  const arrive = (startMs: number, index: number): void => {
    const [main, thread] = [mains[index % servers] as Worker, threads[index % servers] as Worker]
    step(main.work(startMs, costs.before), (asked) =>
      step(database.work(asked, costs.database / 2), (admitted) => {
        mostFetches = Math.max(mostFetches, ++fetches)
        step(admitted + costs.fetch * (random() < 0.1 ? 4 : 0.5 + random()), (fetched) => {
          fetches--
          step(main.work(fetched, costs.after / 2), (sent) =>
            step(thread.work(sent, costs.extraction), (read) =>
              step(database.work(read, costs.database / 2), (settled) =>
                step(main.work(settled, costs.after / 2), (end) => answeredMs.push(end - startMs)),
              ),
            ),
          )
        })
      }),
    )
  }
  const comeAfter = (beforeMs: number, index: number): void => {
    const atMs = beforeMs - (Math.log(1 - random()) * 1000) / perSecond
    if (atMs > seconds * 1000) return
    step(atMs, () => {
      arrive(atMs, index)
      comeAfter(atMs, index + 1)
    })
  }
  comeAfter(0, 0)
  let endMs = 0
  for (let event = schedule.take(); event !== undefined; event = schedule.take()) {
    endMs = event.atMs
    event.run(event.atMs)
  }
  const sorted = answeredMs.toSorted((left, right) => left - right)
  const share = (workers: readonly Worker[], places: number): number =>
    workers.reduce((sum, { busyMs }) => sum + busyMs, 0) / (endMs * places)
  return {
    busy: {
      main: share(mains, servers),
      extraction: share(threads, cores === 1 ? servers : servers * (cores - 1)),
      database: share([database], databaseCores),
    },
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    mostFetches,
  }
}

function print(perSecond: number, servers: number, cores: number, databaseCores: number): void {
  const fleet = { perSecond, servers, cores, databaseCores, seconds: 20, costs: COSTS }
  const { busy, p50, p99, mostFetches } = simulateFleet(fleet)
  const percent = (part: number): string => `${Math.round(100 * part)} %`.padStart(5)
  console.log(
    `${String(perSecond).padStart(6)}/s, ${servers} servers of ${cores} cores: main ${percent(busy.main)}, extraction ${percent(busy.extraction)}, ` +
      `PostgreSQL of ${databaseCores} ${percent(busy.database)}; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; fetches at once ${mostFetches}`,
  )
}

if (import.meta.filename === process.argv[1]) {
  const [perSecond, servers, cores, databaseCores] = process.argv.slice(2).map(Number)
  if (perSecond !== undefined) print(perSecond, servers ?? 1, cores ?? 2, databaseCores ?? 2)
  else {
    for (const [rate, count, size, ofDatabase] of [
      [1, 1, 2, 1],
      [40, 1, 2, 1],
      [100, 1, 4, 1],
      [100, 3, 2, 1],
      [1000, 8, 4, 2],
      [5000, 40, 4, 4],
      [7000, 80, 4, 8],
      [10_000, 120, 4, 8],
    ] as const) {
      print(rate, count, size, ofDatabase)
    }
  }
}
