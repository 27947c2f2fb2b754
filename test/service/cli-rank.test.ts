import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LocalWatch } from '../../adapters/cli/watch/local-watch.ts'
import { openWatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import { contract } from '../../adapters/contract.ts'
import { parseRetrievalRequest } from '../../adapters/fetch/parse-request.ts'
import { generateSearch } from '../../adapters/sandbox/index.ts'
import { runCli } from '../support/cli-process.ts'
import { DAY_MS, MovedClock, simulatedRetriever, simulatedRun, START_MS } from '../support/simulated-watch.ts'

const results = generateSearch({ query: 'lantern', domain: 'de' }).response.products
const [found = '', other = ''] = results.flatMap(({ asin, is_sponsored: isAd }, at) => (isAd || at < 5 ? [] : [asin]))
const ABSENT = 'B0SHLF0000'

test('the command rank prints where products are now, and all looks so far as CSV or lines', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-cli-rank-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [list, store] = [join(folder, 'keywords.txt'), join(folder, 'rank.sqlite')]
  writeFileSync(list, 'lantern\n')
  // Five days of a marketplace whose positions move.
  const clock = new MovedClock(START_MS)
  const file = await openWatchFile(store, () => clock.nowMs())
  const item = { pages: 1, query: 'lantern', domain: 'de' }
  const parsed = parseRetrievalRequest(contract, 'market.search', { ...item, explain: true })
  assert.ok(parsed.ok)
  const ignore = (): undefined => undefined
  const items = [{ key: parsed.params.meaning, item }]
  const given = { name: 'test', items, file, clock, jobs: 1, print: ignore, say: ignore }
  const track = { asins: [found, ABSENT], brands: ['Nobody'] }
  const run = { ...simulatedRun({ ...given, retriever: simulatedRetriever({ clock }) }, { track, confirm: 1 }) }
  const watch = await LocalWatch.begin({ ...run, endpoint: 'market.search' })
  for (let day = 0; day < 5; day++) {
    await clock.sleepUntil(START_MS + day * DAY_MS, new AbortController().signal)
    await watch.runRound(new AbortController().signal)
  }
  await file.store.close()

  const rank = (...args: readonly string[]) => {
    const own = ['--asins', `${found},${ABSENT}`, '--brands', 'Nobody', '--domain', 'de', '--pages', '1']
    return runCli(['rank', list, ...own, '--store', store, '--source', 'sandbox', '--confirm', '1', ...args])
  }
  const table = await rank()
  assert.deepEqual([table.code, table.errors], [0, ''])
  const [head = '', , ...rows] = table.output.split('\n')
  assert.match(head, /^keyword +product or brand +position +ad +page +since +change$/)
  const position = results.find(({ asin }) => asin === found)?.organic_position
  assert.match(
    rows[0] ?? '',
    new RegExp(`^lantern de +${found} +${position} .*\\d{4}-\\d\\d-\\d\\d +[+-]\\d+ \\(\\d+ to \\d+\\)$`),
  )
  assert.match(rows[1] ?? '', new RegExp(`^lantern de +${ABSENT} +not on the page$`))
  assert.match(rows[2] ?? '', /^lantern de +Nobody +0 of \d+ cards \(0 %\), 0 of the first 10$/)

  const csv = await rank('--format', 'csv')
  const lines = (await rank('--format', 'jsonl')).output.trimEnd().split('\n')
  assert.equal(csv.output.trimEnd().split('\r\n').length, lines.length + 1)
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
  assert.ok(kinds.filter((kind) => kind === 'change').length >= 2)
  for (const half of [[list], ['--brands', 'Nobody']]) {
    const nothing = await runCli(['rank', ...half, '--source', 'sandbox', '--store', store])
    const message = 'Name a list of searches, such as keywords.txt, and what to track in them: --asins or --brands.'
    assert.deepEqual([nothing.code, nothing.errors], [2, `shelfmark: ${message}\n`])
  }
})

test('rank looks again on the same day when something else is tracked, and prints that alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-cli-rank-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'keywords.txt')
  writeFileSync(list, 'lantern\n')
  const store = join(folder, 'rank.sqlite')
  const rank = async (...track: readonly string[]) => {
    const asked = ['rank', list, ...track, '--domain', 'de', '--source', 'sandbox', '--store', store]
    const { code, errors, output } = await runCli(asked)
    const [, , ...rows] = output.trimEnd().split('\n')
    return { code, errors, rows: rows.map((row) => row.split(/ {2,}/).slice(1, 3)) }
  }
  const first = await rank('--asins', `${found},${ABSENT}`, '--brands', 'Nobody')
  assert.deepEqual([first.code, first.rows.map(([name]) => name)], [0, [found, ABSENT, 'Nobody']])
  const position = String(results.find(({ asin }) => asin === other)?.organic_position)
  const second = await rank('--asins', `${found},${other}`, '--brands', 'Someone')
  assert.deepEqual([second.code, second.errors], [0, ''])
  assert.deepEqual(second.rows.slice(1, 2), [[other, position]])
  assert.deepEqual(
    second.rows.map(([name]) => name),
    [found, other, 'Someone'],
  )
  for (const [, cell] of second.rows) assert.match(cell ?? '', /^\d/)
})
