import { Metrics } from '../../adapters/observe/metrics.ts'

/** Labels of each metric, by its name in the answer of `/metrics`; those of Prometheus itself come on top. */
export type MetricLabels = ReadonlyMap<string, ReadonlySet<string>>

const SERIES = /^([a-z0-9_]+)(?:\{(.*)\})? \S+$/gm

/** Every metric that a process can have, with a browser, sessions and proxies, each with one value. */
export async function listMetrics(): Promise<MetricLabels> {
  const metrics = new Metrics(() => 1)
  metrics.collectHealth(async () => null)
  metrics.watchRuns(async () => 1000)
  metrics.watchBrowser(() => ({ openPages: 1, renders: { ok: 1 }, starts: 1 }))
  metrics.watchSessions({ counts: () => ({ de: { made: 1 } }), kept: () => 1 })
  metrics.watchProxies(() => [{ proxy: 'http://proxy.example:8080', connections: 2, failures: 1, is_resting: true }])
  metrics.countAnswer('/livez', 200, 1)
  metrics.countCredits('a record', 5)
  metrics.countWebhook(true)
  metrics.countAlert(true)
  metrics.countTask('a_task', true)
  metrics.countRetrieval('ok', {
    record: 'a record',
    domain: 'de',
    winners: { price: '.price' },
    issues: [
      { field: 'title', problem: 'unreadable', against: null },
      { field: 'price', problem: 'inconsistent', against: 'price_upper' },
    ],
  })
  metrics.setDrift([{ record: 'a record', domain: 'de', drift: 'vanished' }])
  return readLabels((await metrics.print()).text)
}

/** Names and labels of metrics in the format of Prometheus. */
export function readLabels(text: string): MetricLabels {
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', inside = ''] of text.matchAll(SERIES)) {
    const own = labels.get(name) ?? new Set()
    for (const [, label = ''] of inside.matchAll(/([a-z_]+)="/g)) own.add(label)
    labels.set(name, own)
  }
  return labels
}
