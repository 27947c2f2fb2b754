import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createService } from '../../adapters/server/index.ts'
import { root } from '../support/root.ts'
import { installIn, installProgram, packPackage, runIn, skipWithoutRegistry } from '../support/packed-package.ts'
import { listReadmePrograms } from '../support/readme-programs.ts'

/** Programs other than Node that run JavaScript: the package that has the program for this machine, and how it runs a file. */
const RUNTIMES = [
  { name: 'Bun', package: '@oven/bun-linux-x64-baseline@1.4.5', program: 'bin/bun', args: ['run'] },
  {
    name: 'Deno',
    package: '@deno/linux-x64-glibc@2.9.6',
    program: 'deno',
    args: ['run', '--allow-all', '--no-remote'],
  },
] as const

/** Calls every kind of operation: one answer, pages, a batch while it runs, a documented error. */
const CLIENT = `
import { createClient, isServiceError } from 'shelfmark/client'

const client = createClient({ baseUrl: process.env.BASE_URL, key: process.env.KEY })
const { data, meta } = await client.product({ query: 'B0SHLFX301', domain: 'de', explain: true })
console.log(data.price, data.currency, meta.cost, typeof data.provenance.winners.price)
let cards = 0
for await (const { data } of client.searchPages({ query: 'lantern', domain: 'de', pages: 2 })) cards += data.products.length
console.log(cards > 20)
const items = [{ query: 'B0SHLFX301' }, { query: 'B0SHLFS081', reference: 'mine' }]
const { data: batch } = await client.batch.create({ endpoint: 'market.product', items })
const seen = []
for await (const { input, data } of client.batch.results(batch.id)) seen.push(data.asin, input.reference ?? 'none')
console.log(seen.toSorted().join())
await client.product({ query: 'B0SHLFX301', domain: 'zz' }).catch((error) => {
  console.log(isServiceError(error, 'invalid_params'), error.status, error.retryable)
})
`

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-runtimes-'))
after(() => rmSync(folder, { recursive: true }))
const archive = await packPackage(folder)

for (const runtime of RUNTIMES) {
  test(`on ${runtime.name}: the example of the README, and the client`, async (t) => {
    const project = join(folder, runtime.name)
    if (!(await installProgram(project, runtime.package)) || !(await installIn(project, [archive]))) {
      skipWithoutRegistry(t)
      return
    }
    const program = join(project, 'node_modules', runtime.package.replace(/@[^@]+$/, ''), runtime.program)
    chmodSync(program, 0o755)
    const run = async (file: string, source: string, environment: Record<string, string> = {}): Promise<string> => {
      writeFileSync(join(project, file), source)
      return (await runIn(project, program, [...runtime.args, file], undefined, environment)).stdout
    }
    cpSync(join(root, 'golden/product'), join(project, 'golden/product'), { recursive: true })
    const [example] = listReadmePrograms(readFileSync(join(root, 'README.md'), 'utf8'))
    assert.ok(example)
    assert.equal(await run('example.mjs', example.source), example.expected)

    const settings = { SHELFMARK_LOG: 'silent', SHELFMARK_BATCH_INTERVAL_MS: '200' }
    const service = await createService({ source: 'sandbox', store: join(folder, `${runtime.name}-data`), settings })
    t.after(() => service.close())
    const { port } = await service.listen(0)
    const key = service.firstKey ?? ''
    const said = await run('client.mjs', CLIENT, { BASE_URL: `http://127.0.0.1:${port}`, KEY: key })
    assert.deepEqual(said.trim().split('\n'), [
      '84.99 EUR 0 string',
      'true',
      'B0SHLFS081,B0SHLFX301,mine,none',
      'true 400 false',
    ])
  })
}
