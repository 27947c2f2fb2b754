import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openWatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { DatabaseSync } from '../../adapters/store/drivers/sqlite-library.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { runCli } from '../support/cli-process.ts'
import { root } from '../support/root.ts'
import { readWatched } from '../support/simulated-watch.ts'

const ASINS = ['B0SHLFS081', 'B0SHLFS082', 'B0SHLFS083', 'B0SHLFS084', 'B0SHLFS085', 'B0SHLFS086']
/** A source of the pages of a day, which ends the process at a fetch. */
const SOURCE = `
import { appendFileSync, readFileSync } from 'node:fs'
import { generateProduct, renderProduct } from '${join(root, 'dist/adapters/sandbox/index.js')}'
export default {
  async fetch({ url, domain }) {
    appendFileSync(process.env.FETCHES, '.')
    if (readFileSync(process.env.FETCHES).length === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL')
    const asin = new URL(url).pathname.slice(-10)
    const page = renderProduct(generateProduct({ asin, domain, time: { day: Number(process.env.DAY) } }))
    return { status: 200, url, contentType: 'text/html;charset=UTF-8', bytes: new TextEncoder().encode(page) }
  },
  async close() {},
}
`

const priceOn = (asin: string, day: number) => generateProduct({ asin, domain: 'com', time: { day } }).record.price

function makeFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-cli-watch-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const pathOf = (name: string): string => join(folder, name)
  writeFileSync(pathOf('items.txt'), ASINS.join('\n'))
  writeFileSync(pathOf('source.mjs'), SOURCE)
  const watch = (args: readonly string[], { day = 0, killAt = 0 } = {}) =>
    runCli(['watch', ...args, '--store', pathOf('watch.sqlite'), '--jobs', '1'], {
      env: {
        SHELFMARK_SOURCE: pathOf('source.mjs'),
        SHELFMARK_WORKERS: '1',
        DAY: String(day),
        FETCHES: pathOf('fetches'),
        KILL_AT: String(killAt),
      },
    })
  return { pathOf, watch }
}

test('a watch that is killed goes on where it was: every item is looked at once', async (t) => {
  const { pathOf, watch } = makeFolder(t)
  const killed = await watch([pathOf('items.txt'), '--once'], { killAt: 4 })
  assert.equal(killed.code, null)
  const again = await watch([pathOf('items.txt'), '--once'])
  assert.deepEqual([again.code, again.output, again.errors], [0, '', ''])
  const done = await watch([pathOf('items.txt'), '--once'])
  assert.match(done.errors, /Nothing is due before 2\d{3}-/)
  // The look that was killed is made again.
  assert.equal(readFileSync(pathOf('fetches'), 'utf8').length, ASINS.length + 1)
  const file = await openWatchFile(pathOf('watch.sqlite'))
  try {
    for (const asin of ASINS) {
      const { looks, points } = await readWatched(file, asin, 'price')
      assert.equal(looks.length, 1)
      assert.deepEqual(
        points.map(({ value }) => value),
        [priceOn(asin, 0)],
      )
    }
  } finally {
    await file.store.close()
  }
})

/** Makes every item due. */
function makeDue(path: string): void {
  const database = openSqliteFile(path)
  try {
    database.run('UPDATE watch_items SET due_ms = 0')
  } finally {
    database.close()
  }
}

test('a change is printed as a line, and given to the command on its standard input', async (t) => {
  const { pathOf, watch } = makeFolder(t)
  const drops = ASINS.flatMap((asin) =>
    Array.from({ length: 30 }, (_, day) => ({ asin, day, before: priceOn(asin, 0), after: priceOn(asin, day) })),
  )
  const drop = drops.find(({ before, after }) => before !== null && after !== null && after <= before * 0.9)
  assert.ok(drop !== undefined)
  const { asin, day, before, after } = drop
  writeFileSync(pathOf('one.csv'), `asin,reference\n${asin},mine\n`)
  writeFileSync(pathOf('rules.json'), JSON.stringify([{ field: 'price', when: 'drops_by', value: '10%', confirm: 1 }]))
  const args = [pathOf('one.csv'), '--once', '--rules', pathOf('rules.json'), '--on-change', `cat >> ${pathOf('got')}`]
  assert.deepEqual(await watch(args), { code: 0, output: '', errors: '' })
  makeDue(pathOf('watch.sqlite'))
  const { code, output, errors } = await watch(args, { day })
  assert.deepEqual([code, errors], [0, ''])
  const event = JSON.parse(output) as Record<string, unknown>
  assert.match(String(event['id']), /^[0-9a-f]{32}$/)
  const rule = { field: 'price', when: 'drops_by', value: '10%' }
  const [change] = event['changes'] as readonly Record<string, unknown>[]
  assert.deepEqual(
    [event['watch'], event['reference'], event['rule'], event['incomparable']],
    ['one.csv', 'mine', rule, null],
  )
  assert.deepEqual(
    [change?.['field'], change?.['before'], change?.['after'], change?.['drift']],
    ['price', before, after, false],
  )
  assert.equal(readFileSync(pathOf('got'), 'utf8'), output)

  const csv = await watch(['--series', asin, 'price'])
  const rows = csv.output.split('\r\n').map((row) => row.split(','))
  assert.equal(rows[0]?.join(), 'at,value,series,winner,gap_until')
  assert.deepEqual(
    rows.slice(1, -1).map(([, value, series]) => [value, series]),
    [
      [String(before), '1'],
      [String(after), '1'],
    ],
  )
  const json = await watch(['--series', asin, 'price', '--format', 'json'])
  const series = JSON.parse(json.output) as {
    readonly points: readonly { readonly value: number }[]
    readonly gaps: unknown
  }
  assert.deepEqual([series.points.map(({ value }) => value), series.gaps], [[before, after], []])
})

test('items that were not seen are named with the reason, as text and as JSON', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-cli-watch-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'items.csv'), 'asin,reference\nB0SHLFX301,\nB0GONE0404,mine\n')
  const args = ['watch', join(folder, 'items.csv'), '--once', '--json', '--domain', 'de', '--source', 'sandbox']
  const { code, output, errors } = await runCli([...args, '--store', join(folder, 'watch.sqlite')])
  assert.equal(code, 1, errors)
  const { looks, seen, unseen } = JSON.parse(output) as {
    readonly looks: number
    readonly seen: number
    readonly unseen: readonly Record<string, unknown>[]
  }
  const [{ reason, ...one } = {}, ...none] = unseen
  assert.deepEqual([looks, seen, none], [2, 1, []])
  const item = { query: 'B0GONE0404', domain: 'de', reference: 'mine' }
  assert.deepEqual(one, { item, reference: 'mine', error: 'product_not_found' })
  assert.match(String(reason), /^[a-z_]+$/)
  assert.match(
    errors,
    new RegExp(`1 of 2 items were not seen:\\n {2}B0GONE0404: product_not_found, ${String(reason)} \\(.+\\)\\n$`),
  )
})

test('a file of an older version, and the store of a server, are refused in a sentence', async (t) => {
  const { pathOf, watch } = makeFolder(t)
  const old = new DatabaseSync(pathOf('watch.sqlite'))
  old.exec('CREATE TABLE watched_items (id INTEGER)')
  old.close()
  for (const args of [
    [pathOf('items.txt'), '--once'],
    ['--series', 'B0SHLFS081', 'price'],
  ]) {
    const { code, output, errors } = await watch(args)
    assert.deepEqual([code, output], [2, ''])
    assert.match(errors, /watch\.sqlite is of an older version, which this one can't read: see MIGRATION\.md\.\n$/)
  }
  rmSync(pathOf('watch.sqlite'))
  const store = await openSqliteStore({ directory: pathOf('.'), file: 'watch.sqlite' })
  await store.workspaces.create({ name: 'Acme' })
  await store.close()
  const { code, errors } = await watch([pathOf('items.txt'), '--once'])
  assert.equal(code, 2)
  assert.match(errors, /watch\.sqlite is the store of a server: name another file\.\n$/)
  assert.ok(!existsSync(pathOf('fetches')))
})

test('misuse exits with 2 and says what to correct', async (t) => {
  const { pathOf, watch } = makeFolder(t)
  writeFileSync(pathOf('rules.json'), JSON.stringify([{ field: 'price', when: 'falls' }]))
  for (const [args, message] of [
    [[], /Name one list of items/],
    [[pathOf('items.txt'), '--every', '5m'], /Give a duration from 15m to 30d/],
    [[pathOf('items.txt'), '--fields', 'prise'], /fields has no field "prise".*did you mean "price"/],
    [[pathOf('items.txt'), '--rules', pathOf('rules.json')], /rules\[0\]\.when must be one of: changes/],
    [
      [pathOf('items.txt'), '--rules', pathOf('items.txt')],
      /The rules in .*items\.txt must be JSON: there is a mistake at line 1, column 1\.$/m,
    ],
    [[pathOf('items.txt'), '--endpoint', 'market.products'], /Did you mean "market\.product"/],
    [['--series', 'B0SHLFS081'], /Name the field/],
    [[pathOf('items.txt'), '--json'], /--json needs --once/],
  ] as const) {
    const { code, output, errors } = await watch(args)
    assert.deepEqual([code, output], [2, ''], errors)
    assert.match(errors, message)
  }
  assert.ok(!existsSync(pathOf('fetches')))
})
