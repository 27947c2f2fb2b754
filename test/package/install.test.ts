import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { installCommand } from '../../adapters/load-packages.ts'
import { root } from '../support/root.ts'
import { compileDocuments } from '../support/type-check.ts'
import {
  describeInstalled,
  installIn,
  installNode,
  packPackage,
  runIn,
  skipWithoutRegistry,
} from '../support/packed-package.ts'
import { NARROWING } from '../support/narrowing.ts'
import { listReadmePrograms } from '../support/readme-programs.ts'

/** Most packages and bytes of an installation, the package itself included, and of one with what a server needs. */
const MOST = { library: { packages: 11, bytes: 10e6 }, server: { packages: 32, bytes: 17e6 } }
/** What the documents say may be this much from what is installed. Unit: MB. */
const MAX_DIFFERENCE = 0.25
/** Documents that say how large an installation is. */
const DOCUMENTS_OF_SIZE = { library: ['README.md', 'adapters/README.md'], server: ['adapters/README.md'] }
/** Versions of Node, apart from the one that runs the tests. */
const NODE_MAJORS = [20, 22, 24, 26]

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-package-'))
after(() => rmSync(folder, { recursive: true }))
const project = join(folder, 'project')
const serverProject = join(folder, 'server')
const archive = await packPackage(folder)
// The command that the README and the error of a missing package say.
const serverPackages = installCommand('The server').split(' ').slice(2)
const hasRegistry =
  (await installIn(project, [archive])) && (await installIn(serverProject, [archive, ...serverPackages]))
cpSync(join(root, 'golden/product'), join(project, 'golden/product'), { recursive: true })

/** Versions of TypeScript that programs may have: the oldest, and that of this project. */
const OLDEST_TYPESCRIPT = '5.2'
const compilers = {
  [OLDEST_TYPESCRIPT]: join(folder, 'typescript/node_modules/typescript/bin/tsc'),
  newest: join(root, 'node_modules/typescript/bin/tsc'),
}
const hasOldest = await installIn(join(folder, 'typescript'), [`typescript@${OLDEST_TYPESCRIPT}`])

/** Without a registry, skips the test and prints loudly what was not checked. */
function requireRegistry(context: TestContext, isThere = hasRegistry): boolean {
  if (isThere) return true
  skipWithoutRegistry(context)
  return false
}

for (const [name, place] of [
  ['library', project],
  ['server', serverProject],
] as const) {
  test(`an installation of a ${name} is small, without native code and without install scripts`, (t) => {
    if (!requireRegistry(t)) return
    const { packages, sizeBytes, scripts, natives } = describeInstalled(place)
    t.diagnostic(`${packages.length} packages, ${(sizeBytes / 1e6).toFixed(1)} MB`)
    const most = MOST[name]
    assert.ok(packages.length > 10 && packages.length <= most.packages, packages.join(', '))
    assert.ok(sizeBytes <= most.bytes, `${sizeBytes} bytes`)
    assert.deepEqual([scripts, natives], [[], []])
    for (const document of DOCUMENTS_OF_SIZE[name]) {
      const text = readFileSync(join(root, document), 'utf8')
      const said = [...text.matchAll(/\b(\d+) packages(?: in all)?(?:,| and) (\d+\.\d) MB/g)].map(
        ([, count, megabytes]) => [
          Number(count) === packages.length,
          Math.abs(Number(megabytes) - sizeBytes / 1e6) <= MAX_DIFFERENCE,
        ],
      )
      assert.ok(
        said.some((parts) => parts.every(Boolean)),
        `${document} does not say ${packages.length} packages, ${(sizeBytes / 1e6).toFixed(1)} MB`,
      )
    }
  })
}

const ENTRIES = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }).exports,
)
  .filter((entry) => entry !== './package.json')
  .map((entry) => entry.replace('.', 'shelfmark'))

const CONSUMER = `
import { extractProduct, parsePage, type Product } from 'shelfmark'
import { extractPage } from 'shelfmark/pages'
import { de, type PageDomain } from 'shelfmark/selectors'
import { verifyWebhook } from 'shelfmark/webhook'

const page = extractPage('<title>x</title>')
const price: number | null | undefined = page.kind === 'product' ? page.record?.price : null
const record: Product | null = extractProduct(parsePage(''), de).record
const domain: PageDomain | null = page.domain
const verified: Promise<boolean> = verifyWebhook('', new Headers(), 'secret')
export const all: unknown = [price, record, domain, verified]
`

for (const [version, compiler] of Object.entries(compilers)) {
  for (const [module, resolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ] as const) {
    test(`TypeScript ${version}: a strict program compiles with ${resolution} resolution, declarations too`, async (t) => {
      if (!requireRegistry(t, hasRegistry && hasOldest)) return
      const compilerOptions = {
        module,
        moduleResolution: resolution,
        target: 'ES2022',
        lib: ['ES2022'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        typeRoots: [join(root, 'node_modules/@types')],
        types: ['node'],
      }
      const compile = async (place: string, source: string, skipLibCheck: boolean): Promise<void> => {
        writeFileSync(join(place, 'consumer.ts'), source)
        const options = { compilerOptions: { ...compilerOptions, skipLibCheck }, files: ['consumer.ts'] }
        writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(options))
        await runIn(place, process.execPath, [compiler, '-p', '.'])
      }
      const reexport = (entry: string, index: number): string => `export * as entry${index} from '${entry}'`
      const checked = ENTRIES.filter((entry) => entry !== 'shelfmark/server')
      await compile(project, [...checked.map(reexport), CONSUMER].join('\n'), false)
      // The declarations of h3 do not compile on their own: they name types of browsers, and a package that it does not install.
      await compile(serverProject, ENTRIES.map(reexport).join('\n'), true)
    })
  }
}

test(`TypeScript ${OLDEST_TYPESCRIPT} compiles every block of the documents`, async (t) => {
  if (!requireRegistry(t, hasRegistry && hasOldest)) return
  const { said } = await compileDocuments(compilers[OLDEST_TYPESCRIPT], { narrowing: NARROWING })
  assert.equal(said, '')
})

/** Prints the encoding in which a page came: zstd, where this Node has a sound one. */
const ENCODINGS = `
import { createServer } from 'node:http'
import * as zlib from 'node:zlib'
import { fetchServiceSource } from 'shelfmark/server'

const server = createServer(({ headers }, response) => {
  const name = headers['accept-encoding'].split(', ').at(-1)
  console.log(name)
  response.setHeader('Content-Encoding', name)
  response.end((name === 'zstd' ? zlib.zstdCompressSync : zlib.brotliCompressSync)('a page'))
}).listen(0, async () => {
  const source = fetchServiceSource({ address: 'http://127.0.0.1:' + server.address().port + '/?url={url}' })
  const request = { kind: 'product', domain: 'de', url: 'https://www.amazon.de/', language: null, attempt: 1 }
  const { bytes } = await source.fetch(request, new AbortController().signal)
  console.log(String(Buffer.from(bytes)))
  await source.close()
  server.close()
})
`

const SHELFMARK = ['--no-install', 'shelfmark']

const SERVICE = `
import { createService } from 'shelfmark/server'
await createService({ source: 'sandbox' }).catch((error) => { console.error(String(error)); process.exitCode = 1 })
`

/** Folder of a version of Node, which is installed once. Absent: null. */
const nodeFolders = new Map<number, Promise<string | null>>()
function findNode(major: number): Promise<string | null> {
  const found = nodeFolders.get(major) ?? installNode(join(folder, `node-${major}`), major)
  nodeFolders.set(major, found)
  return found
}

for (const major of NODE_MAJORS) {
  test(`on Node ${major}: the example of the README, the command, require()`, async (t) => {
    if (!requireRegistry(t)) return
    const node = await findNode(major)
    if (!requireRegistry(t, node !== null) || node === null) return
    const run = async (program: string, ...args: string[]) => (await runIn(project, program, args, node)).stdout
    const version = (await run('node', '--version')).trim()
    assert.match(version, new RegExp(`^v${major}\\.`))
    t.diagnostic(version)

    const [example] = listReadmePrograms(readFileSync(join(root, 'README.md'), 'utf8'))
    assert.ok(example)
    assert.equal(await run('node', '--input-type=module', '--eval', example.source), example.expected)

    // The zstd of Node 22 does not notice that a body is cut.
    const encoding = new Map([
      [20, 'br'],
      [22, 'br|zstd'],
    ]).get(major)
    const { stdout } = await runIn(serverProject, 'node', ['--input-type=module', '--eval', ENCODINGS], node)
    assert.match(stdout, new RegExp(`^(${encoding ?? 'zstd'})\na page\n$`))

    const page = 'golden/product/de/decimal-comma/page.html'
    const record = JSON.parse(await run('npx', ...SHELFMARK, 'extract', page)) as { price: number }
    assert.equal(record.price, 162.98)

    const script = `console.log(${JSON.stringify(ENTRIES)}.map((entry) => Object.keys(require(entry)).length > 0).join())`
    const required = await run('node', '--no-warnings', '--input-type=commonjs', '--eval', script)
    assert.equal(required.trim(), ENTRIES.map(() => true).join())
  })

  test(`on Node ${major}: without the packages of a server, one line says what it needs`, async (t) => {
    if (!requireRegistry(t)) return
    const node = await findNode(major)
    if (!requireRegistry(t, node !== null) || node === null) return
    const advice = `The server needs packages that are not installed. Run: ${installCommand('The server')}`
    for (const args of [['serve'], ['keys', 'list']]) {
      await assert.rejects(
        runIn(project, 'npx', [...SHELFMARK, ...args], node),
        new RegExp(`^shelfmark: ${advice}$`, 'm'),
      )
    }
    const embedded = runIn(project, 'node', ['--input-type=module', '--eval', SERVICE], node)
    await assert.rejects(embedded, new RegExp(`^MissingPackageError: ${advice}$`, 'm'))
    // Node 20 has no SQLite of its own.
    const watch = major < 22 ? installCommand('The embedded store') : '"none.txt" does not exist.'
    await assert.rejects(
      runIn(project, 'npx', [...SHELFMARK, 'watch', 'none.txt'], node),
      ({ message }: Error) => /^shelfmark: .+$/m.exec(message)?.[0].endsWith(watch) === true,
    )
    const fetched = await runIn(project, 'npx', [...SHELFMARK, 'get', 'B0SHLFX301', '--source', 'sandbox'], node)
    assert.equal((JSON.parse(fetched.stdout) as { asin: string }).asin, 'B0SHLFX301')
  })

  test(`on Node ${major}: a server, or one line that says what it needs`, async (t) => {
    if (!requireRegistry(t)) return
    const node = await findNode(major)
    if (!requireRegistry(t, node !== null) || node === null) return
    const args = ['--port', '0', '--admin-port', '0', '--data', join(folder, `data-${major}`), '--source', 'sandbox']
    const main = 'node_modules/shelfmark/dist/adapters/cli/main.js'
    const server = spawn(join(node, 'node'), [main, 'serve', ...args], { cwd: serverProject })
    const exited = once(server, 'exit')
    let said = ''
    for await (const chunk of server.stderr) {
      said += String(chunk)
      if (said.includes('curl') && said.endsWith('\n\n')) break
    }
    const [, authorization, url] = /curl -H 'Authorization: (.+)' '(.+)'/.exec(said) ?? []
    if (authorization === undefined || url === undefined) {
      assert.deepEqual([major, (await exited)[0]], [20, 2], said)
      assert.match(said, /^shelfmark: .*npm install @photostructure\/sqlite@1\.2\.1\n$/)
      return
    }
    const response = await fetch(url, { headers: { authorization } })
    assert.equal(response.status, 200)
    server.stderr.resume()
    server.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
}
