import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Random } from '../../adapters/sandbox/truth/random.ts'
import type { ManagedProcess } from './processes.ts'
import type { Cluster } from './services.ts'

/** Longer than the lock of a worker, and one time in four than the lease of a process: a frozen one is presumed dead. Order: least, most. Unit: ms. */
const [FROZEN_MS, FROZEN_LONG_MS] = [
  [16_000, 21_000],
  [31_000, 38_000],
] as const

/** Causes faults of processes, and counts them. */
export class ProcessFaults {
  readonly counts = new Map<string, number>()
  private readonly cluster: Cluster
  private readonly random: Random
  /** Processes that are frozen, or killed and not yet started again. */
  private readonly unavailable = new Set<ManagedProcess>()

  constructor(cluster: Cluster, random: Random) {
    this.cluster = cluster
    this.random = random
  }

  count(fault: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1)
  }

  /** A process that may fail: one server and one worker continue. Workers are chosen twice as often. */
  choose(): ManagedProcess | undefined {
    const workers = this.cluster.workers.filter((one) => !this.unavailable.has(one))
    const servers = this.cluster.servers.filter((one) => !this.unavailable.has(one))
    const choices = [...(workers.length > 1 ? [...workers, ...workers] : []), ...(servers.length > 1 ? servers : [])]
    return choices[this.random.int(0, Math.max(0, choices.length - 1))]
  }

  kill(target: ManagedProcess): Promise<void> {
    return this.fail('kill -9', target, async () => {
      await target.kill()
      await this.wait(0, 2000)
      await target.start()
    })
  }

  freeze(target: ManagedProcess): Promise<void> {
    const isLong = this.random.int(1, 4) === 1
    const [least, most] = isLong ? FROZEN_LONG_MS : FROZEN_MS
    return this.fail(isLong ? 'long freeze' : 'freeze', target, async () => {
      target.freeze()
      await this.wait(least, most)
      target.thaw()
    })
  }

  setClock(target: ManagedProcess): Promise<void> {
    return this.fail('clock two days ahead', target, async () => {
      target.setClock()
      await this.wait(500, 6000)
      target.setClock()
    })
  }

  /** Ends PostgreSQL without its cooperation, or as an operator does, and starts it again. */
  async restartPostgres(how: 'kill' | 'stop'): Promise<void> {
    this.count(how === 'kill' ? 'kill of PostgreSQL, restarted from its log' : 'restart of PostgreSQL')
    await this.cluster.postgres[how]()
    await this.wait(0, 1500)
    await this.cluster.postgres.start()
  }

  async killRedis(): Promise<void> {
    this.count('kill -9 of the Redis, restarted from its file')
    await this.cluster.redis.kill()
    await this.wait(0, 1500)
    await this.cluster.redis.start()
  }

  async freezeRedis(): Promise<void> {
    this.count('freeze of the Redis')
    this.cluster.redis.freeze()
    await this.wait(1000, 8000)
    this.cluster.redis.thaw()
  }

  flushRedis(): Promise<void> {
    this.count('Redis flushed')
    return this.tellRedis((redis) => redis.flushall())
  }

  fillRedis(): Promise<void> {
    this.count('Redis full')
    return this.tellRedis(async (redis) => {
      await redis.config('SET', 'maxmemory', '1')
      await this.wait(500, 4000)
      await redis.config('SET', 'maxmemory', '0')
    })
  }

  /** Waits for a random time. Unit: ms. */
  async wait(least: number, most: number): Promise<void> {
    await sleep(this.random.int(least, most))
  }

  private async tellRedis(tell: (redis: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.cluster.redis.url)
    await tell(client)
    client.disconnect()
  }

  /** Does something to a process while it counts as unavailable. */
  private async fail(fault: string, target: ManagedProcess, cause: () => Promise<void>): Promise<void> {
    this.count(`${fault} of a ${target.name.replace(/-\d+$/, '')}`)
    this.unavailable.add(target)
    await cause()
    this.unavailable.delete(target)
  }
}
