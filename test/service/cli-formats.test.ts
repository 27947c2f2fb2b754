// Takes more than 20 seconds: it starts the command line about 35 times, most of them with pages to extract.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { generateProduct, generateSearch, renderProduct, renderSearch } from '../../adapters/sandbox/index.ts'
import { runCli } from '../support/cli-process.ts'
import { toHar, toMhtml, toWarc, type PageToSave } from '../support/saved-formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-formats-'))
after(() => rmSync(folder, { recursive: true }))
const pathOf = (name: string): string => join(folder, name)
/** One thread extracts: each takes half a second of processor time to start. */
const env = { SHELFMARK_SOURCE: 'sandbox', SHELFMARK_WORKERS: '1' }
const ONE_JOB = ['--jobs', '1']

const ASINS = ['B0SHLFS081', 'B0SHLFS082', 'B0SHLFS083']
const products = ASINS.map((asin): PageToSave => ({
  url: `https://www.amazon.de/dp/${asin}`,
  html: renderProduct(generateProduct({ asin, domain: 'de' })),
}))
const search: PageToSave = {
  url: 'https://www.amazon.de/s?k=bell',
  html: renderSearch(generateSearch({ query: 'bell', domain: 'de', page: 1, sort: 'best_match' })),
}
const captcha: PageToSave = { url: 'https://www.amazon.de/dp/B0SHLFS084', html: '<p>', status: 503 }

interface Line {
  readonly file: string
  readonly page_url?: string
  readonly kind: string
  readonly evidence: string
  readonly record: { readonly asin: string; readonly products: readonly { readonly asin: string }[] } | null
  readonly error: { readonly code: string } | null
}

const parseLines = (output: string): readonly Line[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

async function readParquet(name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return await parquetReadObjects({ file: await asyncBufferFromFile(pathOf(name)) })
}

test('extract reads a WARC, with the status and the URL of each page', async () => {
  writeFileSync(pathOf('a.warc.gz'), toWarc([...products, captcha], true))
  const { code, output, errors } = await runCli(['extract', pathOf('a.warc.gz'), '--jobs', '2'])
  assert.deepEqual([code, errors], [1, 'shelfmark: 1 of 4 pages gave no record (throttled 1).\n'])
  const lines = parseLines(output)
  assert.deepEqual(
    lines.map(({ file, page_url, record }) => [file, page_url, record?.asin]),
    [
      ...products.map(({ url }, index) => [`${pathOf('a.warc.gz')}#${2 * index + 2}`, url, ASINS[index]]),
      [`${pathOf('a.warc.gz')}#8`, captcha.url, undefined],
    ],
  )
  assert.match(lines.at(-1)?.evidence ?? '', /503/)
})

test('one page in a format of one page gives its record', async () => {
  const [first] = products
  assert.ok(first)
  writeFileSync(pathOf('one.mhtml'), toMhtml(first))
  writeFileSync(pathOf('one.html.gz'), gzipSync(first.html))
  for (const name of ['one.mhtml', 'one.html.gz']) {
    const { code, output } = await runCli(['extract', pathOf(name)])
    assert.deepEqual([code, (JSON.parse(output) as { asin: string }).asin], [0, ASINS[0]], name)
  }
})

test('standard input can be any of the formats, and explain reads a record by its number', async () => {
  const input = JSON.stringify({ page: products[1]?.html, url: products[1]?.url })
  const lines = parseLines((await runCli(['extract', '-', '--field', 'page'], { input })).output)
  assert.deepEqual(
    lines.map(({ file, record }) => [file, record?.asin]),
    [['-#1', ASINS[1]]],
  )
  writeFileSync(pathOf('b.har'), toHar(products))
  const explained = await runCli(['explain', `${pathOf('b.har')}#3`, 'asin'])
  assert.match(explained.output, new RegExp(`asin = "${ASINS[2]}"`))
  const several = await runCli(['explain', pathOf('b.har')])
  assert.equal(several.code, 2)
  assert.match(several.errors, /There are several pages in .*b\.har\. Name one of them, such as .*b\.har#1\./)
  const page = await runCli(['explain', '-', 'asin'], { input: products[0]?.html ?? '' })
  assert.match(page.output, new RegExp(`asin = "${ASINS[0]}"`))
})

test('kind reads the containers too', async () => {
  writeFileSync(pathOf('k.warc'), toWarc([search, captcha]))
  const { output } = await runCli(['kind', pathOf('k.warc')])
  assert.match(output, /\nsearch +\S+k\.warc#2 .*\n\S+ +\S+k\.warc#4 .*503/)
})

test('a damaged part of a file is a result, and the others follow', async () => {
  const warc = toWarc(products)
  writeFileSync(pathOf('cut.warc'), warc.subarray(0, warc.length - 50))
  const { code, output } = await runCli(['extract', pathOf('cut.warc'), ...ONE_JOB])
  assert.equal(code, 1)
  assert.deepEqual(
    parseLines(output).map(({ record, error }) => record?.asin ?? error?.code),
    [ASINS[0], ASINS[1], 'truncated'],
  )
})

test('extract writes all formats; with --out alone, a record for each page of a container', async () => {
  writeFileSync(pathOf('c.warc'), toWarc([...products, search]))
  const extract = (...args: string[]) => runCli(['extract', pathOf('c.warc'), ...ONE_JOB, ...args])
  const lines = parseLines((await extract()).output)
  const { products: cards } = lines.at(-1)?.record ?? assert.fail('there is no search')
  const asins = [...ASINS, ...cards.map(({ asin }) => asin)]
  const list = await extract('--format', 'json')
  assert.deepEqual(JSON.parse(list.output), lines)
  const csv = await extract('--format', 'csv')
  const rows = parse(csv.output, { columns: true }) as unknown as readonly Readonly<Record<string, string>>[]
  assert.deepEqual(
    rows.map(({ asin }) => asin),
    asins,
  )
  const parquet = await extract('--format', 'parquet', '--out', pathOf('c.parquet'))
  assert.deepEqual([parquet.code, parquet.output, parquet.errors], [0, '', ''])
  assert.deepEqual(
    (await readParquet('c.parquet')).map(({ asin }) => asin),
    asins,
  )
  assert.equal((await extract('--out', pathOf('records'))).code, 0)
  assert.deepEqual(readdirSync(pathOf('records/c.warc')).toSorted(), ['2.json', '4.json', '6.json', '8.json'])
})

test('get and search write tables', async () => {
  const got = await runCli(['get', ...ASINS, '--domain', 'de', '--format', 'csv'], { env })
  const rows = parse(got.output, { columns: true }) as unknown as readonly Readonly<Record<string, string>>[]
  assert.deepEqual(
    [got.code, rows.map(({ asin, currency }) => [asin, currency])],
    [0, ASINS.map((asin) => [asin, 'EUR'])],
  )
  const found = await runCli(['search', 'bell', '--format', 'parquet', '--out', pathOf('s.parquet')], { env })
  assert.deepEqual([found.code, found.output], [0, ''])
  const cards = await readParquet('s.parquet')
  assert.ok(cards.length > 5 && cards.every((card) => card.query === 'bell' && card['search.page'] === 1n))
})

test('batch makes a table when all results are there, also after a run that was ended', async () => {
  writeFileSync(pathOf('list.txt'), `# products\n${ASINS[0]}\n\nhttps://www.amazon.fr/dp/${ASINS[1]}\nB0GONE0404\n`)
  const batch = [
    'batch',
    pathOf('list.txt'),
    '--domain',
    'de',
    '--jobs',
    '1',
    '--format',
    'parquet',
    '--out',
    pathOf('t.parquet'),
  ]
  assert.equal((await runCli(batch, { env })).code, 1)
  const whole = await readParquet('t.parquet')
  assert.deepEqual(
    whole.map((row) => [row.index, row['input.domain'], row.asin, row['error.error']]),
    [
      [0n, 'de', ASINS[0], null],
      [1n, 'fr', ASINS[1], null],
      [2n, 'de', null, 'product_not_found'],
    ],
  )
  // As a kill leaves it: some results, and no table.
  rmSync(pathOf('t.parquet'))
  const [first] = readFileSync(pathOf('t.parquet.jsonl'), 'utf8').split('\n')
  writeFileSync(pathOf('t.parquet.jsonl'), `${first}\n{"index":1,`)
  const again = await runCli(batch, { env })
  assert.match(again.errors, /1 of 3 results are in .*t\.parquet\.jsonl\. Continuing/)
  assert.deepEqual(
    (await readParquet('t.parquet')).map(({ index, asin }) => [index, asin]),
    whole.map(({ index, asin }) => [index, asin]),
  )
  const printed = await runCli(['batch', pathOf('list.txt'), '--format', 'json'], { env })
  assert.equal((JSON.parse(printed.output) as unknown[]).length, 3)
})

test('columns and members of a list itself come back in every format', async () => {
  writeFileSync(pathOf('own.csv'), `sku,asin,note\nA-1,${ASINS[0]},\nA-2,${ASINS[1]},"x, y"\n`)
  writeFileSync(pathOf('own.jsonl'), `{"sku":{"shelf":7},"query":"${ASINS[0]}"}\n"${ASINS[1]}"\n`)
  const batch = (list: string, ...args: string[]) =>
    runCli(['batch', pathOf(list), '--source', 'sandbox', '--jobs', '1', ...args], { env: { SHELFMARK_WORKERS: '1' } })
  const { code, output } = await batch('own.csv')
  assert.equal(code, 0)
  assert.deepEqual(
    output
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { input: object }).input),
    [
      { sku: 'A-1', query: ASINS[0] },
      { sku: 'A-2', query: ASINS[1], note: 'x, y' },
    ],
  )
  const csv = await batch('own.csv', '--format', 'csv')
  const rows = parse(csv.output, { columns: true }) as unknown as readonly Readonly<Record<string, string>>[]
  const ownOf = (row: Readonly<Record<string, unknown>>) => [row['input.query'], row['input.sku'], row['input.note']]
  assert.deepEqual(rows.map(ownOf), [
    [ASINS[0], 'A-1', ''],
    [ASINS[1], 'A-2', 'x, y'],
  ])
  assert.deepEqual(Object.keys(rows[0] ?? {}).slice(-2), ['input.sku', 'input.note'])
  await batch('own.jsonl', '--format', 'parquet', '--out', pathOf('own.parquet'))
  assert.deepEqual((await readParquet('own.parquet')).map(ownOf), [
    [ASINS[0], '{"shelf":7}', undefined],
    [ASINS[1], null, undefined],
  ])
})

for (const [line, message] of [
  [
    ['extract', 'golden', '--format', 'xml'],
    /^shelfmark: Invalid format "xml"\. Choose one of: jsonl, json, csv, parquet/,
  ],
  [
    ['extract', 'golden', '--format', 'parquet'],
    /^shelfmark: Parquet is not written to a terminal or a pipe\. Give --out FILE\./,
  ],
  [
    ['extract', 'golden/state', '--format', 'csv', '--out', '/no/such/folder/x.csv'],
    /"\/no\/such\/folder" does not exist/,
  ],
  [['get', 'B0SHLFS081', '--out', 'x.csv'], /^shelfmark: --out needs --format/],
  [['search', 'bell', '--format', 'parquet'], /^shelfmark: Parquet is not written/],
  [['extract', 'bench'], /^shelfmark: There are no pages in bench\. In folders, these files are read: \.html, /],
  [['explain', 'golden/none.warc#3'], /"golden\/none\.warc" does not exist/],
] as const) {
  test(`shelfmark ${line.join(' ')}: exits with 2, and says why`, async () => {
    const { code, output, errors } = await runCli(line)
    assert.match(errors, message)
    assert.deepEqual([code, output], [2, ''])
    assert.doesNotMatch(errors, /\n\s+at /)
  })
}
