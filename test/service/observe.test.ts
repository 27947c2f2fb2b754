import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { listMetrics, readLabels } from '../support/metric-names.ts'
import { root } from '../support/root.ts'
import { startBench } from '../support/service-bench.ts'

const folder = join(root, 'adapters/observe')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string }[]
}

const { groups } = parse(read('alerts.yml')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { readonly panels: readonly Panel[] }
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets).map((t) => t.expr),
]
const metrics = await listMetrics()

const METRIC = /\b(shelfmark_[a-z0-9_]+)(?:\{([^}]*)\})?/g
const labelsOf = (name: string): ReadonlySet<string> => metrics.get(name) ?? new Set<string>()

/** Labels that Prometheus adds. */
const ADDED = ['instance', 'job']

test('every metric and label of the alerts and of the dashboard exists', () => {
  assert.ok(expressions.length > 30, `${expressions.length} expressions`)
  const wrong: string[] = []
  for (const expression of expressions) {
    for (const [, name = '', inside = ''] of expression.matchAll(METRIC)) {
      const labels = metrics.get(name)
      if (labels === undefined) wrong.push(name)
      for (const [, label = ''] of inside.matchAll(/([a-z_]+)\s*(?:=|!)/g)) {
        if (labels?.has(label) !== true && !ADDED.includes(label)) wrong.push(`${name} by ${label}`)
      }
    }
    for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
      const names = [...expression.matchAll(METRIC)].map(([, name = '']) => name)
      const isKnown = (label: string): boolean =>
        ADDED.includes(label) || names.some((name) => labelsOf(name).has(label))
      wrong.push(...list.split(/,\s*/).filter((label) => !isKnown(label)))
    }
  }
  assert.deepEqual(wrong, [])
})

test('a server prints these metrics, and its README lists them with their labels', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  const printed = readLabels((await bench.callAdmin('/metrics')).bytes.toString())
  assert.deepEqual(
    [...printed.keys()].filter((name) => !metrics.has(name) && !/_gc_|_active_/.test(name)),
    [],
  )
  assert.ok(printed.has('shelfmark_ready') && printed.size > 40, `${printed.size} metrics`)

  const describe = (name: string, labels: readonly string[]): string => `${name} ${labels.toSorted().join()}`
  const rows = read('README.md').matchAll(/^\| `(shelfmark_\w+)` \| ([a-z, ]*) ?\|/gm)
  const documented = [...rows].map(([, name = '', labels = '']) => {
    return describe(name, labels.split(/[,\s]+/).filter(Boolean))
  })
  const own = [...metrics].flatMap(([name, labels]) => {
    if (/^shelfmark_(?:process|nodejs)_/.test(name)) return []
    return [
      describe(
        name.replace(/_(?:bucket|sum|count)$/, ''),
        [...labels].filter((label) => label !== 'le'),
      ),
    ]
  })
  assert.deepEqual(documented.toSorted(), [...new Set(own)].toSorted())
})

test('every alert has a severity, a summary, a test, and a section of the README that says what to do', () => {
  const sections = new Set([...read('README.md').matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name))
  assert.ok(rules.length > 10)
  assert.deepEqual(rules.map(({ alert }) => alert).toSorted(), [...sections].toSorted())
  const tests = read('alerts.test.yml')
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:critical|warning)$/)
    assert.ok(annotations.summary.length > 10, alert)
    assert.equal(annotations.runbook, `adapters/observe/README.md#${alert.toLowerCase()}`)
    assert.ok(tests.includes(`alertname="${alert}"`), alert)
  }
})

test('the dashboard has a title and a query for each panel, and no panel twice', () => {
  const shown = panels.filter(({ type }) => type !== 'row')
  assert.ok(shown.length > 15)
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, targets = [] } of shown) assert.ok(title !== '' && targets.length > 0, title)
})

test('promtool accepts the rules, and each alert fires when it should', (t) => {
  if (spawnSync('promtool', ['--version']).error !== undefined) {
    const message = 'NOT CHECKED: promtool is not installed: apt-get install prometheus'
    console.warn(`\n*** ${message} ***\n`)
    return t.skip(message)
  }
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    assert.match(execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' }), /SUCCESS/)
  }
})
