import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { runCli } from '../support/cli-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-diff-'))
after(() => rmSync(folder, { recursive: true }))
const pathOf = (name: string): string => join(folder, name)
const ASINS = ['B0SHLFS081', 'B0SHLFS082', 'B0SHLFS083']
const productOn = (asin: string, day: number) => generateProduct({ asin, domain: 'de', time: { day } })

before(() => {
  for (const day of [1, 8]) {
    const [first = ''] = ASINS
    writeFileSync(pathOf(`page${day}.html`), renderProduct(productOn(first, day)))
    writeFileSync(pathOf(`record${day}.json`), JSON.stringify(productOn(first, day).record))
    const asins = day === 1 ? ASINS : ASINS.slice(0, 2).toReversed()
    const lines = asins.map((asin) =>
      JSON.stringify({ query: asin, domain: 'de', record: productOn(asin, day).record, error: null }),
    )
    writeFileSync(pathOf(`list${day}.jsonl`), `${lines.join('\n')}\n`)
  }
  writeFileSync(
    pathOf('failed.jsonl'),
    ASINS.map((query) => `${JSON.stringify({ query, domain: 'de', record: null, error: 'blocked' })}\n`).join(''),
  )
})

const diff = (...args: string[]) => runCli(['diff', ...args.map((arg) => (/^\w+\.\w+$/.test(arg) ? pathOf(arg) : arg))])

interface Line {
  readonly item: string | null
  readonly status: string
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}

const linesOf = (output: string): Line[] =>
  output === ''
    ? []
    : output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)

test('two records, and the two pages that they were read from, differ in the same fields', async () => {
  const [records, pages, mixed] = await Promise.all([
    diff('record1.json', 'record8.json', '--format', 'jsonl'),
    diff('page1.html', 'page8.html', '--format', 'jsonl'),
    diff('record1.json', 'page8.html', '--format', 'jsonl'),
  ])
  const [found, read, both] = [records, pages, mixed].map(({ output }) =>
    linesOf(output).map(({ field, before, after }) => [field, before, after]),
  )
  assert.ok(found?.some(([field]) => field === 'sales_rank[0].rank'))
  assert.deepEqual([read, both], [found, found])
  assert.deepEqual([records.code, pages.code, mixed.code], [1, 1, 1])
})

test('the exit code is 0 when nothing differs, also because it is ignored or not asked for', async () => {
  for (const args of [
    ['record1.json', 'page1.html'],
    ['record1.json', 'record8.json', '--fields', 'title,brand'],
    ['list1.jsonl', 'list1.jsonl'],
  ]) {
    assert.deepEqual(await diff(...args), { code: 0, output: '', errors: '' })
  }
  const { output } = await diff('record1.json', 'record8.json', '--ignore', 'sales_rank,price', '--format', 'jsonl')
  assert.ok(linesOf(output).every(({ field }) => field !== 'price' && field?.startsWith('sales_rank') === false))
})

test('lists are joined by ASIN, whatever their order; items of one list alone are added or removed', async () => {
  const { code, output } = await diff(
    'list1.jsonl',
    'list8.jsonl',
    '--fields',
    'sales_rank[0].rank,price',
    '--format',
    'jsonl',
  )
  const lines = linesOf(output)
  assert.equal(code, 1)
  for (const { item, status, field, before, after } of lines.filter(({ status }) => status === 'changed')) {
    const [old, now] = [1, 8].map((day) => productOn(item?.split(' ')[0] ?? '', day).record)
    const value = (record: typeof old): unknown => (field === 'price' ? record?.price : record?.sales_rank[0]?.rank)
    assert.deepEqual([status, before, after], ['changed', value(old), value(now)])
  }
  assert.deepEqual(
    lines.filter(({ status }) => status !== 'changed').map(({ item, status }) => [item, status]),
    [['B0SHLFS083 de', 'removed']],
  )
  const back = await diff('list8.jsonl', 'list1.jsonl', '--fields', 'title', '--format', 'jsonl')
  assert.deepEqual(
    linesOf(back.output).map(({ status }) => status),
    ['added'],
  )
})

test('a line without a record is not seen, which is neither the same nor null', async () => {
  const { code, output } = await diff('list1.jsonl', 'failed.jsonl', '--format', 'jsonl')
  assert.equal(code, 1)
  assert.deepEqual(
    linesOf(output).map(({ item, status }) => [item, status]),
    ASINS.map((asin) => [`${asin} de`, 'not_seen']),
  )
})

test('a person gets a table, a spreadsheet CSV', async () => {
  const { output } = await diff('record1.json', 'record8.json', '--fields', 'price')
  assert.match(output, /^field +before +after +change +note\n[- ]+\nprice +24 +21\.6 +-10 %\n$/)
  const csv = await diff('record1.json', 'record8.json', '--fields', 'price', '--format', 'csv')
  assert.match(
    csv.output,
    /^item,status,field,before,after,delta,percent,drift,.*\r\nB0SHLFS081 de,changed,price,24,21.6,-2.4,-10,false,,\r\n$/,
  )
})

test('misuse exits with 2 and says what to correct', async () => {
  writeFileSync(pathOf('captcha.html'), '<title>x</title><form action="/errors/validateCaptcha"></form>')
  writeFileSync(pathOf('other.json'), '{"name":"other"}')
  for (const [args, message] of [
    [['record1.json', 'missing.json'], /does not exist/],
    [['record1.json', 'record8.json', '--fields', 'prise'], /did you mean "price"/],
    [['record1.json', 'record8.json', '--fields', 'price,'], /Invalid list of fields/],
    [['page1.html', 'captcha.html'], /The second has no record/],
    [['record1.json'], /AFTER is missing/],
  ] as const) {
    const { code, output, errors } = await diff(...args)
    assert.deepEqual([code, output], [2, ''], errors)
    assert.match(errors, message)
  }
})
