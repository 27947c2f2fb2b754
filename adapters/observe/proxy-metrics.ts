import { Counter, Gauge, type Registry } from 'prom-client'

/** Connections of a proxy since the start. */
export interface ProxyCounts {
  readonly proxy: string
  readonly connections: number
  readonly failures: number
  readonly is_resting: boolean
}

/** Adds the metrics of proxies to a registry. `read`: gives their connections now. */
export function registerProxies(registry: Registry, read: () => readonly ProxyCounts[]): void {
  const registers = [registry]
  const connections: Counter = new Counter({
    name: 'shelfmark_proxy_connections_total',
    help: 'Connections that proxies were asked for, by outcome: ok or failed.',
    labelNames: ['proxy', 'outcome'],
    registers,
    collect: () => {
      connections.reset()
      for (const { proxy, connections: all, failures } of read()) {
        connections.inc({ proxy, outcome: 'ok' }, all - failures)
        connections.inc({ proxy, outcome: 'failed' }, failures)
      }
    },
  })
  const resting: Gauge = new Gauge({
    name: 'shelfmark_proxy_resting',
    help: '1: the last connections of the proxy failed, and it gets none for a time. Else 0.',
    labelNames: ['proxy'],
    registers,
    collect: () => {
      for (const { proxy, is_resting } of read()) resting.set({ proxy }, is_resting ? 1 : 0)
    },
  })
}
