// Takes more than 20 seconds: generators of clients and linters come from the registry, about 450 MB.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { CLIENTS } from '../support/client-programs.ts'
import { installIn, runIn, skipWithoutRegistry } from '../support/packed-package.ts'
import { root } from '../support/root.ts'
import { startBench } from '../support/service-bench.ts'

const LINTERS: Readonly<Record<string, { readonly packages: readonly string[]; readonly command: readonly string[] }>> =
  {
    redocly: {
      packages: ['@redocly/cli@2.11.0'],
      command: ['redocly', 'lint', 'openapi.json', '--max-problems', '1000', '--format', 'json'],
    },
    spectral: {
      packages: ['@stoplight/spectral-cli@6.15.0'],
      command: ['spectral', 'lint', 'openapi.json', '--ruleset', 'rules.yaml', '--fail-severity', 'hint'],
    },
  }

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-clients-'))
const bench = await startBench()
const { key } = await bench.createCaller()
const document = (await bench.call('/api/v1/openapi.json')).bytes
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

/** A folder with the document and packages. Without a registry, skips the test and prints loudly what was not checked. Absent: null. */
async function prepare(t: TestContext, name: string, packages: readonly string[]): Promise<string | null> {
  const place = join(folder, name)
  if (!(await installIn(place, packages))) {
    skipWithoutRegistry(t)
    return null
  }
  writeFileSync(join(place, 'openapi.json'), document)
  return place
}

const run = (place: string, [program = '', ...args]: readonly string[]) =>
  runIn(place, join(place, 'node_modules/.bin', program), args)

const COMPILER_OPTIONS = {
  module: 'ESNext',
  moduleResolution: 'Bundler',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  typeRoots: [join(root, 'node_modules/@types')],
  types: ['node'],
}

for (const [name, { packages, command, program }] of Object.entries(CLIENTS)) {
  test(`${name}: the generated client compiles strictly, and makes five calls`, async (t) => {
    const place = await prepare(t, name, packages)
    if (place === null) return
    mkdirSync(join(place, 'generated'))
    await run(place, command)
    writeFileSync(join(place, 'program.ts'), program)
    const settings = { compilerOptions: COMPILER_OPTIONS, include: ['program.ts', 'generated'] }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(settings))
    for (const compiler of [place, root]) {
      await runIn(place, process.execPath, [join(compiler, 'node_modules/typescript/bin/tsc'), '-p', '.'])
    }
    const loader = join(root, 'node_modules/tsx/dist/loader.mjs')
    const args = ['--import', loader, 'program.ts', `http://127.0.0.1:${bench.port}`, key]
    const { stdout } = await runIn(place, process.execPath, args)
    const [title, cards, id, batches, endpoint] = JSON.parse(stdout) as unknown[]
    assert.ok(typeof title === 'string' && title !== '' && Number(cards) > 0, stdout)
    assert.ok(Array.isArray(batches) && batches.includes(id), stdout)
    assert.equal(endpoint, 'market.offers')
  })
}

for (const [name, { packages, command }] of Object.entries(LINTERS)) {
  test(`${name} has nothing to say about the document`, async (t) => {
    const place = await prepare(t, name, packages)
    if (place === null) return
    writeFileSync(join(place, 'rules.yaml'), 'extends: ["spectral:oas"]\n')
    const { stdout } = await run(place, command)
    const found = stdout.trim()
    assert.ok(name === 'spectral' ? found.startsWith('No results') : isSilent(found), found)
  })
}

function isSilent(report: string): boolean {
  const { totals } = JSON.parse(report) as { totals: Readonly<Record<string, number>> }
  return Object.values(totals).every((count) => count === 0)
}
