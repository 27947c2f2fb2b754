/**
 * Profiles a server under a steady load, and prints where the time of its threads goes: by step of a request, by part
 * of the project, and by function. Time in Node or a package counts for the part that called it.
 *
 * With `full`, the pages are as large as real ones, and come from a marketplace over loopback, as in `load`.
 *
 * Usage: npm run bench -- profile [REQUESTS_PER_SECOND [SECONDS]] [full]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printLoad, runLoad } from './request-load.ts'
import { createKeys, loadSettings, startMarketplace, startServer } from './services.ts'

const numbers = process.argv.slice(2).filter((text) => text !== 'full')
const isFull = numbers.length < process.argv.length - 2
const perSecond = Number(numbers[0] ?? (isFull ? 12 : 300))
const seconds = Number(numbers[1] ?? 60)
/** Functions that are printed of each thread. */
const MOST = 25

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** Form: a CPU profile of V8. */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** Unit: microseconds. */
  readonly timeDeltas: readonly number[]
}

/** What V8 samples while no code runs, or none that it knows. */
const OUTSIDE: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'V8 and the event loop',
  '(root)': 'V8 and the event loop',
}
const IDLE = '(idle)'

/** The steps of a request, by the parts that do them; the first that matches counts. */
const STEPS: readonly (readonly [step: string, parts: RegExp])[] = [
  ['decompress', /^adapters\/pages\/decode-body/],
  ['transfer to and from the thread', /^adapters\/pages\/pool/],
  ['extract, and print as JSON', /^(core|selectors|adapters\/pages)\//],
  ['fetch, with the simulated marketplace of small pages', /^adapters\/(fetch|sandbox|signals)|^package undici/],
  ['store', /^adapters\/store/],
  ['log, metrics, statistics', /^adapters\/observe|^package (pino|prom-client)/],
  ['HTTP', /^adapters\/http|^package (h3|srvx)|^Node: (_http|net|stream)/],
  ['garbage collection', /^garbage collection/],
  ['V8, Node and the rest', /./],
]
const OWN_FILE = /\/dist\/((?:adapters|core|selectors)\/.+)\.js$/
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** Folders of `adapters` whose own folders are parts. */
const DIVIDED = new Set(['fetch', 'http', 'pages', 'store'])

/** The part of the project that a file is in, such as `adapters/service`. Absent: null, it is not a file of the project. */
function partOf(url: string): string | null {
  const [, path] = OWN_FILE.exec(url) ?? []
  if (path === undefined) return null
  const [top = '', folder = '', file] = path.split('/')
  if (top !== 'adapters') return `${top}/${folder}`
  return DIVIDED.has(folder) ? `${top}/${folder}/${file}` : `${top}/${folder}`
}

/** The part of a frame that is nobody's work: it was called by Node or a package alone. */
function foreignPart({ functionName, url }: ProfileNode['callFrame']): string {
  const [, name] = PACKAGE.exec(url) ?? []
  if (name !== undefined) return `package ${name}`
  return url.startsWith('node:')
    ? `Node: ${url.replace(/^node:(?:internal\/)?/, '')}`
    : (OUTSIDE[functionName] ?? 'Node')
}

/** The main thread has the routes. */
function isMain(parts: ReadonlyMap<string, number>): number {
  return parts.get('adapters/http/route') ?? 0
}

interface Shares {
  readonly parts: Map<string, number>
  readonly functions: Map<string, number>
  busyUs: number
}

function add(times: Map<string, number>, name: string, us: number): void {
  times.set(name, (times.get(name) ?? 0) + us)
}

function sharesOf({ nodes, samples, timeDeltas }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parts = new Map<number, string | null>()
  const [root] = nodes
  const open: (readonly [node: ProfileNode | undefined, above: string | null])[] = [[root, null]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, above] = next
    if (node === undefined) continue
    const part = partOf(node.callFrame.url) ?? above
    parts.set(node.id, part)
    for (const child of node.children ?? []) open.push([byId.get(child), part])
  }
  const shares: Shares = { parts: new Map(), functions: new Map(), busyUs: 0 }
  samples.forEach((id, index) => {
    const node = byId.get(id)
    const us = timeDeltas[index] ?? 0
    if (node === undefined || node.callFrame.functionName === IDLE) return
    const { functionName, url, lineNumber } = node.callFrame
    shares.busyUs += us
    add(shares.parts, parts.get(id) ?? foreignPart(node.callFrame), us)
    const file = OWN_FILE.exec(url)?.[1] ?? foreignPart(node.callFrame)
    add(shares.functions, `${functionName === '' ? '(anonymous)' : functionName} ${file}:${lineNumber + 1}`, us)
  })
  return shares
}

function print(times: ReadonlyMap<string, number>, requests: number, most: number): void {
  const rows = [...times].toSorted(([, left], [, right]) => right - left).slice(0, most)
  for (const [name, us] of rows) console.log(`${(us / requests).toFixed(0).padStart(7)}  ${name}`)
}

function stepsOf(parts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const steps = new Map(STEPS.map(([step]) => [step, 0]))
  for (const [part, us] of parts) {
    const [step] = STEPS.find(([, pattern]) => pattern.test(part)) ?? []
    if (step !== undefined) add(steps, step, us)
  }
  return steps
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-profile-'))
const profiles = join(directory, 'profiles')
const upstream = isFull ? await startMarketplace() : null
try {
  const server = await startServer(directory, loadSettings(upstream), ['--cpu-prof', `--cpu-prof-dir=${profiles}`])
  let requests = 0
  try {
    const { keys } = await createKeys(server, 4)
    const keyOf = (index: number): string => keys[index % keys.length] ?? ''
    const report = await runLoad({ url: server.url, keyOf, perSecond, seconds })
    requests = report.sent
    printLoad('products', report)
  } finally {
    await server.process.stop()
  }
  const read = (file: string): Profile => JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Profile
  const threads = readdirSync(profiles)
    .map((file) => sharesOf(read(file)))
    .toSorted((left, right) => isMain(right.parts) - isMain(left.parts))
  const all = new Map<string, number>()
  for (const { parts } of threads) for (const [part, us] of parts) add(all, part, us)
  console.log('microseconds of a request in all threads, by step:')
  print(stepsOf(all), requests, Infinity)
  for (const [index, { parts, functions, busyUs }] of threads.entries()) {
    console.log(
      `\n${index === 0 ? 'main thread' : `thread ${index}`}: microseconds of a request, ${(busyUs / requests).toFixed(0)} in all`,
    )
    print(parts, requests, Infinity)
    console.log('by function:')
    print(functions, requests, MOST)
  }
} finally {
  await upstream?.process.stop()
  rmSync(directory, { recursive: true })
}
