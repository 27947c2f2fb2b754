import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import PQueue from 'p-queue'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { cliPath } from '../support/built-path.ts'

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-lines-'))
after(() => rmSync(directory, { recursive: true }))

// A store without a workspace.
await (await openSqliteStore({ directory: join(directory, 'data') })).close()

const PAGE = 'golden/product/de/unit-price/page.html'
const file = join(directory, 'file.txt')
writeFileSync(file, 'B0SHLFS001\n')
const badList = join(directory, 'bad.jsonl')
writeFileSync(badList, '{"query":"B0SHLFS001"}\n{query}\n')

/** Command lines with a mistake, and what the first line of the message says. */
const LINES: readonly [line: string, message: RegExp][] = [
  ['', /^Name a command: shelfmark COMMAND\./],
  ['extrakt page.html', /^Unknown command "extrakt"\. Did you mean "extract"\?/],
  ['EXTRACT page.html', /^Unknown command "EXTRACT"\. Did you mean "extract"\?/],
  ['toString', /^Unknown command "toString"\./],
  ['__proto__', /^Unknown command "__proto__"\./],
  ['--verbose', /^Unknown option "--verbose"\./],
  ['-x', /^Unknown option "-x"\./],
  ['extract', /^PAGE is missing: /],
  ['extract --pretty', /^PAGE is missing: /],
  [`extract ${PAGE} --dommain de`, /^Unknown option "--dommain"\. Did you mean "--domain"\?/],
  [`extract ${PAGE} --prety`, /^Unknown option "--prety"\. Did you mean "--pretty"\?/],
  [`extract ${PAGE} --hepl`, /^Unknown option "--hepl"\. Did you mean "--help"\?/],
  [`extract ${PAGE} -q`, /^Unknown option "-q"\./],
  [`extract ${PAGE} --pretty=yes`, /^"--pretty" takes no value, but has "yes"\./],
  [`extract ${PAGE} --domain`, /^"--domain" needs a value: --domain DOMAIN\./],
  [`extract ${PAGE} --domain --pretty`, /^"--domain" needs a value: --domain DOMAIN\./],
  [`extract ${PAGE} --domain dee`, /^Invalid domain "dee"\. Did you mean "de"\?/],
  [`extract ${PAGE} --domain uk`, /^Invalid domain "uk"\. Did you mean "co\.uk"\?/],
  [`extract ${PAGE} --domain amazon.fr`, /^Invalid domain "amazon\.fr"\. Did you mean "fr"\?/],
  ...[`extract ${PAGE} ${PAGE}`, 'extract golden', `extract ${PAGE} --format csv`, 'get B0SHLFX301 B0SHLFX302'].map(
    (line): [string, RegExp] => [`${line} --pretty`, /^--pretty indents the record of one page\. /],
  ),
  [`extract ${PAGE} --domain cn`, /^Invalid domain "cn"\. Choose one of: com, /],
  ['completion tcsh', /^Invalid shell "tcsh"\. Choose one of: bash, zsh, fish\./],
  ['get', /^PRODUCT is missing: ASINs, GTINs \(EAN, UPC, ISBN\), or URLs of product pages\./],
  [`extract ${PAGE} --domain xyzzy`, /^Invalid domain "xyzzy"\. Choose one of: com, /],
  [`extract ${PAGE} --asin B01`, /^Invalid ASIN "B01"\./],
  [`extract ${PAGE} --jobs 0`, /^Invalid --jobs "0"\. Give an integer /],
  [`extract ${PAGE} --jobs two`, /^Invalid --jobs "two"\. Give an integer /],
  [`extract ${PAGE} --jobs=`, /^Invalid --jobs ""\. Give an integer /],
  ['extract missing.html', /^"missing\.html" does not exist\./],
  [`extract ${PAGE} missing.html`, /^"missing\.html" does not exist\./],
  ['extract selectors', /^There are no pages in selectors\. In folders, these files are read: /],
  [`extract ${PAGE} --out ${file}`, /file\.txt" (?:exists already|is in a file)/],
  [`extract ${PAGE} --no-pretty --no-asin`, /^Unknown option "--no-asin"\./],
  ['serve --source ./none.js', /^The configuration is not valid:/],
  ['serve --source lvie', /^The configuration is not valid:/],
  ['serve --check-config --source README.md', /^The configuration is not valid:/],
  ['get B0SHLFX301 --source ./package.json', /The module "\.\/package\.json" gives no source of pages/],
  ['extract https://www.amazon.de/dp/B0SHLFS081', /is an address, and saved pages are files\. .* shelfmark get https:/],
  ['extract www.amazon.de/dp/B0SHLFS081', /is an address, .* run: shelfmark get www\.amazon\.de/],
  ['get B0SHLFX301 --source sandbox --domain dee', /^Invalid domain "dee"\. Did you mean "de"\?/],
  [`watch ${file} --once --store ${file}`, /file\.txt is not a database\. If it was one, restore it from a backup\./],
  ['get 9780306406158 --source sandbox', /must be a GTIN: the last digit of 9780306406158 would be 7\./],
  ['help extrakt', /^Unknown command "extrakt"\. Did you mean "extract"\?/],
  ['keys create shop --workspace w --scopes reed', /^scopes\.0: must be one of: retrieve, batch, read, keys$/],
  ['workspaces create shop --plan gold', /^plan: must be one of: free, vibe, pro, custom, unlimited$/],
  ['keys create shop --workspace w --expires soon', /^expiresAt: must be a day or a time, as 2026-05-31$/],
  ['explain', /^PAGE is missing: /],
  ['explain missing.html', /^"missing\.html" does not exist\./],
  ['explain golden', /^There are several pages in golden\. Name one of them, such as golden\//],
  [`explain ${PAGE} prise`, /^Invalid field "prise"\. Did you mean "price"\?/],
  [`explain ${PAGE} price title`, /^Unexpected argument "title"\./],
  ['kind', /^PAGE is missing: /],
  [`kind ${PAGE} --status 99`, /^Invalid --status "99"\. Give an integer from 100 to 599\./],
  [`kind ${PAGE} --status ok`, /^Invalid --status "ok"\./],
  ['schema produkt', /^Invalid record "produkt"\. Did you mean "product"\?/],
  ['schema product card', /^Unexpected argument "card"\./],
  ['golden', /^Name a command: shelfmark golden COMMAND\./],
  ['golden diffs', /^Unknown command "diffs"\. Did you mean "diff"\?/],
  ['golden diff product/com/no-such-case', /product\/com\/no-such-case/],
  ['golden capture', /^PAGE is missing: /],
  [`golden capture ${PAGE}`, /^--name is missing: name of the case\./],
  [`golden capture ${PAGE} --name a`, /^--why is missing: what the case guards against\./],
  ['golden accept', /^CASE is missing: /],
  ['sandbox --port 70000', /^Invalid --port "70000"\./],
  ['sandbox --weight huge', /^Invalid --weight "huge"\./],
  ['serve now', /^Unexpected argument "now"\./],
  ['serve --prot 80', /^Unknown option "--prot"\./],
  ['work', /^SHELFMARK_DATABASE_URL is not set\./],
  ['batch', /^Name one list of items/],
  ['batch missing.csv', /^"missing\.csv" does not exist\./],
  ...['batch golden', 'watch golden', 'sessions check --zip auto --asins golden'].map((line): [string, RegExp] => [
    line,
    /^"golden" is a folder\./,
  ]),
  [
    `batch ${file} --endpoint market.produkt`,
    /^Invalid --endpoint "market\.produkt"\. Did you mean "market\.product"\?/,
  ],
  [`batch ${badList}`, /^Invalid items in .*bad\.jsonl\. Nothing was started\./],
  [`batch ${file} --server nowhere`, /nowhere/],
  [`batch ${file} --server http://127.0.0.1:1 --source live`, /^--source has no effect with --server\./],
  [`batch ${file} --source lvie`, /^The configuration is not valid:/],
  ['webhooks', /^Name a command: shelfmark webhooks COMMAND\./],
  ['keys', /^Name a command: shelfmark keys COMMAND\./],
  ['keys create', /^NAME is missing: name of the key\./],
  ['keys revoke', /^KEY is missing: id of the key\./],
  ['ledger export', /^--month is missing: /],
  ['ledger export --month may', /month/i],
  ['restore', /^FILE is missing: /],
  ['restore missing.sqlite', /shelfmark\.sqlite exists|missing\.sqlite/],
  ['usage --form 2026-01-01', /^Unknown option "--form"\. Did you mean "--from"\?/],
]

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function runLine(line: string): Promise<Ended> {
  const env = { PATH: process.env.PATH, SHELFMARK_DATA: join(directory, 'data') }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cliPath(), ...line.split(' ').filter(Boolean)],
      { env },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

const queue = new PQueue({ concurrency: 4 })

test('a wrong command line exits with 2 and one clear message, without a stack trace', async (t) => {
  assert.ok(LINES.length >= 60, `${LINES.length} lines`)
  const check = ([line, message]: (typeof LINES)[number]) =>
    t.test(`shelfmark ${line.replaceAll(directory, '')}`, async () => {
      const { code, stdout, stderr } = await queue.add(() => runLine(line))
      const [first = ''] = stderr.split('\n')
      assert.match(first, /^shelfmark: /)
      assert.match(first.slice('shelfmark: '.length), message)
      assert.doesNotMatch(stderr, /^ +at /m)
      assert.deepEqual([code, stdout], [2, ''])
    })
  await Promise.all(LINES.map(check))
})
