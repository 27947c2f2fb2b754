// Takes more than 20 seconds: it starts the command line about 20 times, most of them with many pages.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli } from '../support/cli-process.ts'
import { toWarc } from '../support/saved-formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-extract-'))
after(() => rmSync(folder, { recursive: true }))

const PRODUCT = 'golden/product/com/struck-price-first/page.html'
const CAPTCHA = 'golden/state/com/captcha-image/page.html'

/** A folder with products `1.html` to `n.html`. */
function copyProducts(name: string, count: number): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  for (let number = 1; number <= count; number++) cpSync(PRODUCT, join(path, `${number}.html`))
  return path
}

interface Line {
  readonly file: string
  readonly record: { readonly asin: string } | null
}

const parseLines = (text: string): readonly Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('pages without a record are counted on standard error, and can be allowed', async () => {
  const pages = copyProducts('mixed', 2)
  cpSync(CAPTCHA, join(pages, '3.html'))
  cpSync(CAPTCHA, join(pages, '4.html'))
  writeFileSync(join(pages, '5.warc'), 'no warc')
  writeFileSync(join(pages, '6.wacz'), 'PK\u0003\u0004')
  const summary = 'shelfmark: 4 of 6 pages gave no record (captcha 2, unknown 1, unreadable 1).\n'
  const { code, output, errors } = await runCli(['extract', pages])
  assert.deepEqual([code, errors], [1, summary])
  assert.equal(parseLines(output).length, 6)
  const allowed = await runCli(['extract', pages, '--allow-missing'])
  assert.deepEqual(allowed, { code: 0, output, errors })
  const table = await runCli(['extract', pages, '--format', 'csv', '--allow-missing', '--out', join(folder, 'x.csv')])
  assert.deepEqual([table.code, table.output, table.errors], [0, '', summary])
  const one = await runCli(['extract', CAPTCHA, '--allow-missing'])
  assert.deepEqual([one.code, one.output], [0, ''])
  assert.match(one.errors, /^shelfmark: .* No record: the page is of kind "captcha" .*\n$/)
  assert.equal((await runCli(['extract', PRODUCT, PRODUCT])).errors, '')
})

test('the record of a cut page is printed, and standard error says that it is cut', async () => {
  const { code, output, errors } = await runCli(['extract', 'golden/product/de/cut-in-a-tag/page.html'])
  assert.equal(code, 0)
  assert.equal((JSON.parse(output) as { readonly price: number }).price, 162.98)
  assert.match(errors, /^shelfmark: .*page\.html: The page is cut, .*\. The page ends in a tag\.\n$/)
})

test('JSON lines have one shape, whatever a glob or a folder has', async () => {
  const pages = copyProducts('one', 1)
  const only = join(pages, '1.html')
  const warc = join(folder, 'shape.warc')
  writeFileSync(warc, toWarc([{ url: 'https://www.amazon.com/x', html: readFileSync(PRODUCT, 'utf8') }]))
  const runs = await Promise.all([
    runCli(['extract', only, '--format', 'jsonl']),
    runCli(['extract', only, only, '--format', 'jsonl']),
    runCli(['extract', warc, '--format', 'jsonl']),
    runCli(['extract', CAPTCHA, '--format', 'jsonl']),
    runCli(['extract', pages]),
  ])
  const members = ['file', 'page_url', 'domain', 'kind', 'evidence', 'record', 'issues', 'error']
  for (const { output } of runs) for (const line of parseLines(output)) assert.deepEqual(Object.keys(line), members)
  const record = await runCli(['extract', only])
  assert.equal((JSON.parse(record.output) as { asin: string }).asin, 'B0SHLF0001')
})

test('many pages go to threads after the first ones, in the same order', async () => {
  const pages = join(folder, 'many')
  mkdirSync(pages)
  for (let number = 100; number < 400; number++) {
    writeFileSync(
      join(pages, `${number}.html`),
      `<a id=nav-logo href="https://www.amazon.de/"><span id=productTitle>${number}</span>`,
    )
  }
  const [usual, one] = await Promise.all([runCli(['extract', pages]), runCli(['extract', pages, '--jobs', '1'])])
  assert.deepEqual(usual, one)
  const numbers = parseLines(usual.output).map(({ file }) => Number(file.slice(-8, -5)))
  assert.deepEqual(
    numbers,
    Array.from({ length: 300 }, (_, index) => 100 + index),
  )
})

test('--resume adds the results that are missing, in the order of the pages', async () => {
  const pages = copyProducts('resumed', 3)
  cpSync(CAPTCHA, join(pages, '2.html'))
  writeFileSync(
    join(pages, '4.warc'),
    toWarc([1, 2].map((number) => ({ url: `https://x/${number}`, html: readFileSync(PRODUCT, 'utf8') }))),
  )
  const out = join(folder, 'resumed.jsonl')
  const extract = (...args: string[]) => runCli(['extract', pages, '--resume', '--jobs', '1', ...args])
  const whole = await runCli(['extract', pages, '--jobs', '1'])
  assert.equal((await extract('--format', 'jsonl', '--out', out)).code, 1)
  assert.equal(readFileSync(out, 'utf8'), whole.output)

  // As a kill leaves it, in the middle of the WARC.
  const lines = whole.output.split(/(?<=\n)/)
  writeFileSync(out, `${lines.slice(0, 4).join('')}{"file":`)
  // What has a result is not read again.
  writeFileSync(join(pages, '1.html'), 'changed')
  const again = await extract('--format', 'jsonl', '--out', out)
  assert.equal(again.code, 1)
  assert.match(
    again.errors,
    /^shelfmark: 4 results are in .*\. Continuing .*\n.* 1 of 5 pages gave no record \(captcha 1\)\.\n$/,
  )
  assert.equal(readFileSync(out, 'utf8'), whole.output)

  writeFileSync(`${join(folder, 'resumed.csv')}.jsonl`, lines.slice(0, 2).join(''))
  assert.equal((await extract('--format', 'csv', '--out', join(folder, 'resumed.csv'))).code, 1)
  assert.equal(readFileSync(join(folder, 'resumed.csv'), 'utf8').trimEnd().split('\r\n').length, 6)
})

test('--resume writes the records that a folder lacks; it needs --out, and a file of its own', async () => {
  const pages = copyProducts('folder', 2)
  const out = join(folder, 'records')
  const args = ['extract', pages, '--out', out, '--resume']
  assert.equal((await runCli(args)).code, 0)
  writeFileSync(join(out, '1.json'), 'kept')
  rmSync(join(out, '2.json'))
  assert.equal((await runCli(args)).code, 0)
  assert.deepEqual(readdirSync(out), ['1.json', '2.json'])
  assert.equal(readFileSync(join(out, '1.json'), 'utf8'), 'kept')
  assert.match(readFileSync(join(out, '2.json'), 'utf8'), /^{"asin":/)

  assert.match((await runCli(['extract', pages, '--resume'])).errors, /^shelfmark: --resume needs --out/)
  const strange = join(folder, 'strange.jsonl')
  writeFileSync(strange, '{"index":0}\n')
  const refused = await runCli(['extract', pages, '--resume', '--format', 'jsonl', '--out', strange])
  assert.equal(refused.code, 2)
  assert.match(refused.errors, /^shelfmark: Line 1 of .*strange\.jsonl is not a result of this command\./)
})
