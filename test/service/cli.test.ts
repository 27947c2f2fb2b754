// Takes more than 20 seconds: it starts the command line about 75 times, as a person does, each time in a process of its own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { productSchema, type Product, type Provenance, type SearchResponse } from '../../core/index.ts'
import { cliPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

const cli = cliPath()
const page = join(root, 'golden/product/com/struck-price-first/page.html')
const germanPage = join(root, 'golden/product/de/decimal-comma/page.html')
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-'))
after(() => rmSync(folder, { recursive: true }))

interface Outcome {
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

function run(args: readonly string[], options: { input?: Buffer; env?: NodeJS.ProcessEnv } = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 1e8,
    ...options,
  })
  return { status, output: stdout, errors: stderr }
}

function writePage(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const parseLines = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          file: string
          domain: string | null
          kind: string
          record: Product | null
          issues: Provenance['issues']
          error: { code: string } | null
        },
    )

test('one page gives its record, on one line or indented', () => {
  const plain = run(['extract', page])
  assert.equal(plain.status, 0)
  assert.equal(plain.errors, '')
  assert.equal(plain.output.split('\n').length, 2)
  const pretty = run(['extract', page, '--pretty'])
  assert.ok(pretty.output.startsWith('{\n  "asin": "B0SHLF0001",\n'))
  assert.deepEqual(JSON.parse(pretty.output), JSON.parse(plain.output))
})

test('a page can come from standard input', () => {
  const { status, output } = run(['extract', '-'], { input: readFileSync(germanPage) })
  assert.equal(status, 0)
  assert.equal((JSON.parse(output) as Product).currency, 'EUR')
})

test('several pages and folders give a line for each page, in the order of the arguments', () => {
  const many = run(['extract', join(root, 'golden/product/de'), page, '--jobs', '2'])
  const lines = parseLines(many.output)
  assert.equal(many.status, 0)
  assert.equal(lines.length, readdirSync(join(root, 'golden/product/de')).length + 1)
  assert.deepEqual(Object.keys(lines[0] ?? {}), [
    'file',
    'page_url',
    'domain',
    'kind',
    'evidence',
    'record',
    'issues',
    'error',
  ])
  assert.deepEqual(
    lines.map(({ file }) => file),
    lines
      .map(({ file }) => file)
      .slice(0, -1)
      .toSorted()
      .concat(page),
  )
  assert.equal(lines.at(-1)?.domain, 'com')
  assert.deepEqual(many.output, run(['extract', join(root, 'golden/product/de'), page, '--jobs', '1']).output)
})

test('a page that fails does not affect the others, and its line says why', () => {
  const captcha = writePage('captcha.html', '<form action="https://www.amazon.com/errors/validateCaptcha">')
  const unknown = writePage('unknown.html', '<span id=productTitle>A product of no marketplace</span>')
  const deep = writePage('deep.html', '<div>'.repeat(1000))
  const { status, output } = run(['extract', page, captcha, unknown, deep, germanPage, '--jobs', '1'])
  assert.equal(status, 1)
  const lines = parseLines(output)
  assert.deepEqual(
    lines.map(({ record, kind, error }) => [record?.asin ?? null, kind, error?.code ?? null]),
    [
      ['B0SHLF0001', 'product', null],
      [null, 'captcha', null],
      [null, 'unknown', null],
      [null, 'unknown', 'page_too_deep'],
      [lines.at(-1)?.record?.asin, 'product', null],
    ],
  )
  assert.deepEqual(
    lines[2]?.issues.map(({ field, problem }) => [field, problem]),
    [['domain', 'missing']],
  )
  const one = run(['extract', unknown])
  assert.deepEqual([one.status, one.output], [1, ''])
  assert.match(one.errors, /No record: .*\(a product page \(.*\) that names no marketplace: pass domain\)\.\n$/)
  assert.equal(parseLines(run(['extract', unknown, germanPage, '--domain', 'de']).output)[0]?.kind, 'product')
})

test('records are written to files, and failures to standard error', () => {
  const out = join(folder, 'records')
  const copies = ['one.html', 'two.htm'].map((name) => {
    const copy = join(folder, name)
    cpSync(page, copy)
    return copy
  })
  const broken = writePage('three.html', '<span id=productTitle>A product of no marketplace</span>')
  const { status, output, errors } = run(['extract', ...copies, broken, '--out', out, '--pretty', '--jobs', '1'])
  assert.equal(status, 1)
  assert.equal(output, '')
  assert.match(errors, /three\.html: .*that names no marketplace: pass domain/)
  assert.deepEqual(readdirSync(out), ['one.json', 'two.json'])
  assert.equal((JSON.parse(readFileSync(join(out, 'two.json'), 'utf8')) as Product).asin, 'B0SHLF0001')
})

test('records keep the tree of folders, so that pages of the same name do not overwrite each other', () => {
  const tree = join(folder, 'tree')
  for (const name of ['a', 'a/b', 'c']) {
    mkdirSync(join(tree, name), { recursive: true })
    cpSync(page, join(tree, name, 'same.html'))
  }
  const list = (...names: string[]): string[] => {
    const out = join(folder, `out-${names.join('-').replaceAll('/', '-')}`)
    const { status, errors } = run(['extract', ...names.map((name) => join(tree, name)), '--out', out, '--jobs', '1'])
    assert.deepEqual([status, errors], [0, ''])
    return (readdirSync(out, { recursive: true }) as string[]).filter((name) => name.endsWith('.json')).toSorted()
  }
  assert.deepEqual(list('a'), ['b/same.json', 'same.json'])
  assert.deepEqual(list('a', 'c'), ['a/b/same.json', 'a/same.json', 'c/same.json'])
  assert.deepEqual(list('a/same.html', 'c/same.html'), ['a/same.json', 'c/same.json'])
  assert.deepEqual(list('a/same.html'), ['same.json'])
  cpSync(page, join(tree, 'c', 'same.htm'))
  const { status, errors } = run(['extract', join(tree, 'c'), '--out', join(folder, 'x')])
  assert.equal(status, 2)
  assert.match(errors, /same\.htm and .*same\.html would both be written to same\.json/)
})

test('marketplace and ASIN can be given', () => {
  const { output } = run(['extract', page, '--domain', 'ca', '--asin', 'B0SHLF0009'])
  const record = JSON.parse(output) as Product
  assert.equal(record.url, 'https://www.amazon.ca/dp/B0SHLF0001')
  assert.equal(record.asin_in_url, 'B0SHLF0009')
})

test('mistakes are reported in a sentence, without a stack', () => {
  const wrong: [string[], number, RegExp][] = [
    [['extract'], 2, /PAGE is missing/],
    [['extract', join(folder, 'none.html')], 2, /does not exist/],
    [['extract', root + '/core/field'], 2, /There are no pages/],
    [['extract', page, '--domain', 'xx'], 2, /Invalid domain "xx"\. Choose one of: .*co\.uk/],
    [['extract', page, '--domain', 'dee'], 2, /Invalid domain "dee"\. Did you mean "de"\?/],
    [['explain', page, '--asin', 'short'], 2, /Invalid ASIN "short"/],
    [['extract', page, '--asin', 'short'], 2, /Invalid ASIN "short"/],
    [['extract', page, germanPage, '--jobs', '0'], 2, /Invalid --jobs "0"\. Give an integer of at least 1/],
    [['explain', page, 'prize'], 2, /Invalid field "prize"\. Did you mean "price"\?/],
    [['explain', page, 'weight'], 2, /Invalid field "weight"\. Choose one of: asin, /],
    [['explain', join(folder, 'none.html')], 2, /does not exist/],
    [['schema', 'cart'], 2, /Invalid record "cart"\. Did you mean "card"\?/],
    [['sandbox', '--port', 'x'], 2, /Invalid --port "x"\. Give an integer from 0 to 65535/],
    [['golden', 'diff', 'product/com/none'], 2, /Unknown case "product\/com\/none"/],
    [['golden', 'diff', '--directory', join(folder, 'none')], 2, /The folder .* does not exist/],
    [['golden', 'score', join(root, 'core')], 2, /There are no labeled pages/],
  ]
  for (const [args, status, message] of wrong) {
    const outcome = run(args)
    assert.equal(outcome.status, status, `${args.join(' ')}: ${outcome.errors}`)
    assert.match(outcome.errors, message)
    assert.doesNotMatch(outcome.errors, /\n\s+at /, args.join(' '))
    assert.equal(outcome.output, '')
  }
})

test('a page without a record is reported, with its kind', () => {
  const file = writePage('home.html', '<a id=nav-logo href="https://www.amazon.de/">')
  const { status, errors } = run(['extract', file])
  assert.equal(status, 1)
  assert.match(errors, /No record: the page is of kind "unknown" \(\S/)
})

test('search pages give their cards, and captchas their kind', () => {
  const search = run(['extract', join(root, 'golden/state/com/search-grid/page.html')])
  assert.equal(search.status, 0)
  const { products } = JSON.parse(search.output) as SearchResponse
  assert.deepEqual(
    products.map(({ organic_position }) => organic_position),
    [1, 2, 3],
  )
  const captcha = run(['extract', join(root, 'golden/state/com/captcha-image/page.html')])
  assert.equal(captcha.status, 1)
  assert.match(captcha.errors, /kind "captcha"/)
  const empty = run(['extract', join(root, 'golden/state/de'), '--jobs', '1'])
  const kinds = parseLines(empty.output).map(({ kind }) => kind)
  assert.ok(kinds.includes('no_results') && kinds.includes('product'), kinds.join())
})

test('explain counts the selectors of cards, and shows one card', () => {
  const file = join(root, 'golden/state/com/search-grid/page.html')
  assert.match(run(['explain', file]).output, /^asin +card: data-asin +3$/m)
  assert.match(run(['explain', file, 'title']).output, /^products\[1\]\.title +\S.*"Brindelvant Kettle 1"$/m)
  assert.match(run(['explain', file, 'products[1].title']).output, /^products\[1\]\.title = "Brindelvant Kettle 1"$/m)
})

test('explain prints a row for each field, or for each candidate of one field', () => {
  const all = run(['explain', page])
  assert.equal(all.status, 0)
  assert.match(all.output, /^price +#corePriceDisplay_desktop_feature_div \.priceToPay +14\.99$/m)
  assert.match(all.output, /^coupon +null$/m)
  const one = run(['explain', page, 'rating'])
  assert.match(one.output, /^won +\S.* 4\.6 out of 5 stars$/m)
  assert.match(one.output, /^rating = 4\.6$/m)
})

test('explain --json prints winners, issues and attempts: of all fields, of one, of one card', () => {
  const parse = (...args: string[]) => JSON.parse(run(['explain', ...args, '--json']).output) as Provenance
  const { winners, attempts } = parse(page)
  assert.ok(winners['title'] && winners['price'] && (attempts?.length ?? 0) > 100)
  const one = parse(page, 'price')
  assert.deepEqual(Object.keys(one), ['winners', 'issues', 'attempts', 'absences'])
  assert.deepEqual(one.winners, { price: winners['price'] })
  assert.ok(one.attempts?.length && one.attempts.every(({ field }) => field === 'price'))
  const cards = join(root, 'golden/state/com/search-grid/page.html')
  assert.equal(Object.keys(parse(cards, 'title').winners).length, 3)
  assert.deepEqual(Object.keys(parse(cards, 'products[1].title').winners), ['products[1].title'])
  const captcha = run(['explain', join(root, 'golden/state/com/captcha-image/page.html'), '--json'])
  assert.deepEqual(JSON.parse(captcha.output), { winners: {}, issues: [], attempts: null, absences: null })
  assert.deepEqual([captcha.status, captcha.errors.startsWith('No record: ')], [1, true])
  assert.match(run(['explain', page, 'prize', '--json']).errors, /Did you mean "price"/)
})

test('extract --provenance adds winners and issues, to each line or to the record', () => {
  const plain = run(['extract', page])
  const { provenance, ...record } = JSON.parse(run(['extract', page, '--provenance']).output) as Product & {
    readonly provenance: Provenance
  }
  assert.deepEqual(record, JSON.parse(plain.output))
  assert.ok(provenance.winners['price'])
  assert.equal(provenance.attempts, null)
  const broken = writePage('too-deep.html', '<div>'.repeat(100_000))
  const lines = run(['extract', page, germanPage, broken, '--provenance']).output.trimEnd().split('\n')
  const [first, , last] = lines.map((line) => JSON.parse(line) as { issues: unknown; provenance: Provenance | null })
  assert.deepEqual(first?.provenance, provenance)
  assert.deepEqual(first?.issues, provenance.issues)
  assert.equal(last?.provenance, null)
})

test('explain names the part of each candidate; a part does not win the field', () => {
  const merchant = run(['explain', join(root, 'golden/product/de/brand-logo/page.html'), 'featured_merchant']).output
  assert.match(merchant, /^outcome +part +tried +found +text$/m)
  assert.match(merchant, /^read +name +#merchantInfoFeature\S* /m)
  assert.match(merchant, /^read +fulfiller +#fulfillerInfoFeature\S* /m)
  assert.match(merchant, /^read +id +input#merchantID/m)
  assert.match(merchant, /^absent +link +#sellerProfileTriggerId +0$/m)
  assert.doesNotMatch(merchant, /^won/m)
  assert.match(run(['explain', page, 'price']).output, /^won +shown +#corePriceDisplay\S* \.priceToPay .* \$14\.99$/m)
})

test('explain follows a path into the value of a field', () => {
  const book = join(root, 'golden/product/com/book-of-2013/page.html')
  const { output } = run(['explain', book, 'formats[0].price'])
  assert.match(output, /^read +swatch +table\.twisterMediaMatrix /m)
  assert.match(output, /^formats\[0\]\.price = 10$/m)
  const { winners } = JSON.parse(run(['explain', book, 'formats[0].price', '--json']).output) as Provenance
  assert.deepEqual(Object.keys(winners), ['formats'])
  const beyond = run(['explain', book, 'formats[7].price'])
  assert.equal(beyond.status, 2)
  assert.match(beyond.errors, /This page has no formats\[7\]\.price: its formats is \[/)
})

test('explain says why a candidate was refused, and that nothing was tried', () => {
  const subscription = join(root, 'golden/product/com/subscription-chosen/page.html')
  const { output } = run(['explain', subscription, 'price_strikethrough'])
  assert.match(output, /^refused: price of a subscription +#apex_desktop \S+ +1 +\$18\.60$/m)
  const untried = run(['explain', page, 'page'])
  assert.equal(untried.output, 'No candidate was tried for "page" on this page.\n\npage = 1\n')
})

test('explain distinguishes the featured offer from the others', () => {
  const offers = join(root, 'golden/product/com/raised-cents/page.html')
  const { output } = run(['explain', offers, 'price_buybox'])
  assert.equal(output.match(/^won /gm)?.length, 1)
  assert.equal(output.match(/^read /gm)?.length, 1)
})

test('a case is captured, differs until it is accepted, and is not accepted in CI', () => {
  const directory = join(folder, 'golden')
  mkdirSync(directory)
  const captured = run(['golden', 'capture', page, '--name', 'mine', '--why', 'A try', '--directory', directory])
  assert.equal(captured.status, 0, captured.errors)
  const golden = (...args: string[]) =>
    run(['golden', ...args, '--directory', directory], { env: { ...process.env, CI: '' } })
  assert.equal(golden('diff').status, 1)
  assert.match(golden('list').output, /product\/com\/mine +captured +A try/)
  const inCi = run(['golden', 'accept', 'product/com/mine', '--directory', directory], {
    env: { ...process.env, CI: 'true' },
  })
  assert.equal(inCi.status, 2)
  assert.equal(golden('diff').status, 1)
  assert.match(golden('accept', 'product/com/mine').output, /accepted for the first time/)
  assert.equal(golden('diff').status, 0)

  const expectedFile = join(directory, 'product/com/mine/expected.json')
  writeFileSync(expectedFile, readFileSync(expectedFile, 'utf8').replace('"price": 14.99', '"price": 3'))
  const differs = golden('diff')
  assert.equal(differs.status, 1)
  assert.match(
    differs.output,
    /price {2}\(read from #corePrice\S* \.priceToPay\)\n {4}expected 3\n {4}actual {3}14\.99/,
  )
  assert.match(differs.output, /to accept: npx shelfmark golden accept product\/com\/mine/)
})

test('accuracy is measured on a folder of labeled pages', () => {
  const labeled = join(folder, 'labeled')
  mkdirSync(labeled)
  cpSync(page, join(labeled, 'a.html'))
  const label = {
    page: 'a.html',
    kind: 'product',
    domain: 'com',
    expected: { price: 14.99, rating: 1, coupon: 'x', title: 'y' },
    skip: { title: 'left open' },
    alternatives: { coupon: [null] },
  }
  writeFileSync(join(labeled, 'a.json'), JSON.stringify(label))
  const { status, output } = run(['golden', 'score', labeled])
  assert.equal(status, 0)
  assert.match(output, /2 of 3 fields right, 66\.7 %; 1 left open/)
  assert.match(output, /^rating +0\/1 +0\.0 %$/m)
  assert.match(output, /^a\.html +2\/3/m)
})

test('the schema is printed as JSON Schema and as a table', () => {
  const schema = JSON.parse(run(['schema']).output) as { properties: object; required: string[] }
  const fields = Object.keys(productSchema.entries)
  assert.deepEqual(Object.keys(schema.properties), fields)
  assert.deepEqual(new Set(schema.required), new Set(fields.filter((field) => field !== 'html')))
  const rows = run(['schema', '--table']).output.matchAll(/^\| \d+ \| `(\w+)` /gm)
  assert.deepEqual(
    [...rows].map(([, field]) => field),
    fields,
  )
})

test('a closed pipe ends the command without a message', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `${process.execPath} ${cli} extract golden | head -n 1`], {
    encoding: 'utf8',
    cwd: root,
  })
  assert.equal(status, 0)
  assert.equal(stderr, '')
})
