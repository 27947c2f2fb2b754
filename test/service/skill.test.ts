import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { shelfmark } from '../../adapters/cli/commands.ts'
import { batchTools } from '../../adapters/mcp/batch-tools.ts'
import { marketTools } from '../../adapters/mcp/market-tools.ts'
import { pageTools } from '../../adapters/mcp/page-tools.ts'
import { rankTool } from '../../adapters/mcp/rank-tool.ts'
import { watchTools } from '../../adapters/mcp/watch-tools.ts'
import { ERRORS } from '../../core/contract/errors.ts'
import { ENDPOINTS, recordEndpoint } from '../../core/contract/endpoints.ts'
import { costOf } from '../../core/policy/index.ts'
import { records, requireRecord } from '../../core/index.ts'
import { headerOf, startBench, type Bench } from '../support/service-bench.ts'
import { root } from '../support/root.ts'

const text = readFileSync(join(root, 'adapters/mcp/shelfmark/SKILL.md'), 'utf8')
const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
const cells = [...text.matchAll(/^\|(?! -| You| Code)(.+)\|$/gm)].map(([, row = '']) =>
  row.split('|').map((cell) => cell.trim()),
)

let bench: Bench
before(async () => {
  bench = await startBench()
})
after(() => bench.close())

test('the skill is served as it is, and says what it is as agents expect', async () => {
  const answer = await bench.call('/skill.md')
  assert.equal(answer.status, 200)
  assert.equal(headerOf(answer, 'content-type'), 'text/markdown; charset=utf-8')
  assert.equal(Buffer.from(answer.bytes).toString(), text)
  const [, head = ''] = /^---\n([\s\S]+?)\n---\n/.exec(text) ?? []
  assert.match(head, /^name: shelfmark$/m)
  const [, description = ''] = /^description: (.+)$/m.exec(head) ?? []
  assert.ok(description.length > 100 && description.length <= 1024)
})

test('every command, tool, path, error and field that the skill names exists', () => {
  const backend = { retrieve: () => Promise.reject(new Error('not called')) }
  const unused = {} as never
  const tools = [
    ...marketTools(backend),
    ...pageTools(unused, unused),
    ...batchTools(unused),
    ...watchTools(unused),
    rankTool(unused),
  ]
  const names = new Set<string>(tools.map(({ name }) => name))
  const commands = Object.keys(shelfmark.commands)
  const paths = new Set(
    [...Object.values(ENDPOINTS), ...records.map(({ name }) => recordEndpoint(name))].map(({ path }) => path),
  )
  const wanted = cells.filter((row) => row.length === 4)
  assert.ok(wanted.length > 8)
  for (const [, command = '', tool = '', http = ''] of wanted) {
    for (const [, name = ''] of command.matchAll(/`(\S+)[^`]*`/g)) assert.ok(commands.includes(name), name)
    for (const [, name = ''] of tool.matchAll(/`(\S+)`/g)) assert.ok(names.has(name), name)
    for (const [, path = ''] of http.matchAll(/`(?:GET|POST) ([^?`]+)[^`]*`/g)) assert.ok(paths.has(path), path)
  }
  for (const [codes = ''] of cells.filter((row) => row.length === 2)) {
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) assert.ok(Object.hasOwn(ERRORS, code), code)
  }
  const product = Object.keys(requireRecord('product').schema.entries ?? {})
  for (const field of ['in_stock', 'price', 'price_prime', 'price_sns', 'pricing_lowest', 'price_upper', 'currency']) {
    assert.ok(spans.includes(field) && product.includes(field), field)
  }
})

test('the skill says what the service charges', () => {
  const [received, rendered, pictured] = (['received', 'rendered', 'pictured'] as const).map((service) =>
    costOf('live', 1, service),
  )
  assert.ok(text.includes(`charges ${received} credits for each page, ${rendered} for a rendered one`))
  assert.ok(text.includes(`${pictured} with a picture`))
})
