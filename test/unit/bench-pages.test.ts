import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { MAX_PAGE_SIZE, records } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

/** Has no real pages, as the folder beside a fresh clone. */
const empty = mkdtempSync(join(tmpdir(), 'bench-pages-'))
after(() => rmSync(empty, { recursive: true }))

interface Sampled {
  readonly described: string
  /** Of each record: names and sizes of its pages. */
  readonly pages: Readonly<Record<string, readonly (readonly [name: string, bytes: number])[]>>
  readonly small: readonly [name: string, bytes: number]
}

/** What is measured in a process of its own. `pages`: undefined, as for who sets nothing. */
function sample(pages: string | undefined, isQuick: boolean): Sampled {
  const program = `
    import { describedPages, samplePages, sampleSmallPage } from './bench/pages.ts'
    const sized = ({ name, bytes }) => [name, bytes.length]
    const names = ${JSON.stringify(records.map(({ name }) => name))}
    const pages = Object.fromEntries(names.map((name) => [name, samplePages(name, ${isQuick}).map(sized)]))
    const small = sized(sampleSmallPage(${MAX_PAGE_SIZE / 16}, ${isQuick}))
    console.log(JSON.stringify({ described: describedPages, pages, small }))`
  const { SHELFMARK_BENCH_PAGES: _, ...env } = process.env
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: root,
    env: { ...env, SHELFMARK_SHARED: empty, ...(pages === undefined ? {} : { SHELFMARK_BENCH_PAGES: pages }) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(printed) as Sampled
}

test('without real pages, simulated ones of every record are measured, and one that can grow 16 times', () => {
  for (const isQuick of [false, true]) {
    const { described, pages, small } = sample(undefined, isQuick)
    assert.match(described, /^simulated pages/)
    for (const { name } of records) {
      const count = pages[name]?.length ?? 0
      assert.ok(isQuick ? count >= 2 && count <= 3 : count === marketplaces.size, `${name}: ${count} pages`)
    }
    assert.ok(small[1] > 10_000 && small[1] * 16 <= MAX_PAGE_SIZE, small.join())
  }
})

test('golden pages are measured when SHELFMARK_BENCH_PAGES says so', () => {
  const { described, pages, small } = sample('golden', true)
  assert.match(described, /^golden pages/)
  for (const { name } of records) {
    assert.ok((pages[name]?.length ?? 0) > 0, name)
    for (const [page] of pages[name] ?? []) assert.match(page, /^[a-z_]+\/[a-z.]+\/[\w-]+$/)
  }
  assert.ok(small[1] > 0)
})

test('other values of SHELFMARK_BENCH_PAGES are refused, and so are real pages where there are none', () => {
  assert.throws(() => sample('reel', true), /SHELFMARK_BENCH_PAGES: "reel" is not one of real, simulated, golden/)
  assert.throws(() => sample('real', true), /There are no real pages in .*"Real pages" in CONTRIBUTING\.md\./)
})
