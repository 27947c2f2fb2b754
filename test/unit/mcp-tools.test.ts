import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { explainField } from '../../adapters/mcp/explain-field.ts'
import { onServer, type Backend } from '../../adapters/mcp/backend.ts'
import { batchTools } from '../../adapters/mcp/batch-tools.ts'
import { marketTools, recordTool } from '../../adapters/mcp/market-tools.ts'
import { ownArguments } from '../../adapters/mcp/own-arguments.ts'
import { pageTools } from '../../adapters/mcp/page-tools.ts'
import { ParamsError, toToolError } from '../../adapters/mcp/tool-error.ts'
import { toJsonSchema } from '@valibot/to-json-schema'
import { records, requireRecord, type Issue } from '../../core/index.ts'
import { boolean, integerUpTo, string } from '../../core/record/params.ts'

interface Call {
  readonly record: string
  readonly query: object
}

/** A backend that answers every call with the same record, and keeps the calls. */
function backendOf(data: object): Pick<Backend, 'retrieve'> & { readonly calls: readonly Call[] } {
  const calls: Call[] = []
  return {
    calls,
    retrieve: (record, query) => {
      calls.push({ record, query })
      return Promise.resolve(data)
    },
  }
}

/** A record of the list with other texts and parameters. */
const search = requireRecord('search')
const things = {
  ...search,
  rows: search.rows && { ...search.rows, field: 'things', schema: v.object({ name: v.string(), size: v.number() }) },
  mainFields: ['name'],
  params: {
    query: string,
    filter: v.pipe(v.optional(v.picklist(['all', 'bought'], 'must be all or bought'), 'all'), v.description('Which.')),
    depth: v.optional(integerUpTo(7)),
    deep: v.optional(boolean, false),
    tag: string,
    start_page: v.optional(integerUpTo(10)),
    page: v.optional(integerUpTo(10)),
  },
  texts: {
    ...search.texts,
    operation: { ...search.texts.operation, id: 'listAllThings' },
    tool: {
      title: 'Things',
      description: 'All things.',
      query: { name: 'list', description: 'Id of a list.', plural: 'ids' },
      exampleFields: ['name', 'size'],
    },
  },
} as const

test('every record has a tool, named as its operation', () => {
  const names = marketTools(backendOf({})).map(({ name }) => name)
  assert.equal(names.length, records.length)
  for (const name of ['get_product', 'get_reviews', 'search_products']) assert.ok(names.includes(name), name)
})

test('a tool has the arguments of its record, except the numbers of pages', () => {
  const { name, input } = recordTool(things, backendOf({}))
  const { properties = {}, required } = toJsonSchema(input)
  assert.equal(name, 'list_all_things')
  assert.deepEqual(Object.keys(properties), [
    'list',
    'domain',
    'language',
    'zip',
    'city',
    'ship_to',
    'filter',
    'depth',
    'deep',
    'tag',
    'limit',
    'fields',
    'format',
  ])
  assert.deepEqual(required, ['list', 'tag'])
  assert.deepEqual(properties['filter'], {
    enum: ['all', 'bought'],
    type: 'string',
    default: 'all',
    description: 'Which.',
  })
  assert.deepEqual(properties['depth'], { type: 'integer', minimum: 1, maximum: 7 })
  assert.deepEqual(properties['deep'], { type: 'boolean', default: false })
})

test('the definition can choose the arguments and their texts', () => {
  const { texts } = things
  const chosen = ownArguments({
    ...things,
    texts: { ...texts, tool: { ...texts.tool, params: { filter: null, page: 'First.' } } },
  })
  assert.deepEqual(Object.keys(chosen), ['filter', 'page'])
  const { properties = {} } = toJsonSchema(v.object(chosen))
  assert.deepEqual(properties['page'], { type: 'integer', minimum: 1, maximum: 10, description: 'First.' })
  assert.ok(!Object.hasOwn(properties['filter'] as object, 'description'))
})

test('a tool asks for its record with its parameters, and cuts its rows', async () => {
  const backend = backendOf({
    things: [
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
    ],
  })
  const { input, run } = recordTool(things, backend)
  const values = v.parse(input, { list: 'x', depth: 3, tag: 't', limit: 1 })
  const { data } = await run(values as never, new AbortController().signal)
  assert.deepEqual(data, { domain: 'com', found: 2, records: [{ name: 'a' }] })
  assert.deepEqual(backend.calls, [
    { record: search.name, query: { filter: 'all', depth: 3, deep: false, tag: 't', query: 'x', domain: 'com' } },
  ])
})

test('a field of a row is explained by its path in the list of the record, and in no other', () => {
  const record = { name: 'n', things: [{ size: 2 }], others: [{ size: 3 }] }
  const provenance = { record, winners: { 'things[0].size': '.size' }, issues: [], attempts: [], absences: [] }
  const { data } = explainField(things, provenance, 'things[0].size')
  assert.deepEqual(data, {
    field: 'things[0].size',
    value: 2,
    winner: '.size',
    contradictions: [],
    absence: null,
    attempts: [],
  })
  for (const field of ['others[0].size', 'things[1].size', 'things[0].name', 'size']) {
    assert.throws(() => explainField(things, provenance, field), /invalid_params|has no field/, field)
  }
  assert.throws(() => explainField(null, { ...provenance, record: null }, 'name'), /has no record/)
})

test('an explanation says what a value contradicts, at both fields', () => {
  const issue: Issue = {
    field: 'name',
    source: '.name',
    text: 'n',
    problem: 'inconsistent',
    reason: 'names and things agree',
    against: { field: 'things', source: '.thing', text: '1 entry' },
  }
  const provenance = { record: { name: 'n', things: [] }, winners: {}, issues: [issue], attempts: [], absences: [] }
  const said = 'name n contradicts things 1 entry: names and things agree'
  for (const field of ['name', 'things']) {
    const { text, data } = explainField(things, provenance, field)
    assert.deepEqual(data['contradictions'], [said])
    assert.ok(text.includes(`inconsistent: ${said}`))
  }
})

test('with a server, a record is asked for at its path, once for each call', async () => {
  const seen: { url: string; key: string | null }[] = []
  const backend = onServer({
    baseUrl: 'http://127.0.0.1:1',
    key: 'k',
    fetch: (input, init) => {
      seen.push({ url: new Request(input).url, key: new Headers(init?.headers).get('Idempotency-Key') })
      return Promise.resolve(Response.json({ asin: 'A' }))
    },
  })
  const options = { signal: new AbortController().signal }
  assert.deepEqual(await backend.retrieve('product', { query: 'A', language: undefined }, options), { asin: 'A' })
  await backend.retrieve('search', { query: 'b', pages: 2 }, options)
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['http://127.0.0.1:1/api/v1/market/product?query=A', 'http://127.0.0.1:1/api/v1/market/search?query=b&pages=2'],
  )
  assert.equal(new Set(seen.map(({ key }) => key)).size, 2)
})

test('fields that no record has are refused before anything is fetched', async () => {
  const backend = backendOf({ asin: 'A' })
  for (const [name, input] of [
    ['get_product', { product: 'B0SHLFS081', fields: ['asin', 'prize'] }],
    ['search_products', { query: 'x', fields: ['organic'] }],
    ['explain_field', { product: 'B0SHLFS081', field: 'prize' }],
  ] as const) {
    const tool = [...marketTools(backend), ...pageTools(backend, null)].find((one) => one.name === name)
    assert.ok(tool)
    const values = v.parse(tool.input, input)
    await assert.rejects(tool.run(values as never, new AbortController().signal), { code: 'invalid_params' }, name)
  }
  assert.deepEqual(backend.calls, [])
})

test('an error names the arguments of the tool, not the parameters of the interface', () => {
  const [product, search] = ['get_product', 'search_products'].map((name) =>
    marketTools(backendOf({})).find((tool) => tool.name === name),
  )
  const [create] = batchTools({ create: never, get: never })
  const problem = (param: string) => new ParamsError([{ param, message: 'is wrong' }])
  for (const [tool, param, argument] of [
    [product, 'query', 'product'],
    [product, 'language', 'language'],
    [search, 'query', 'query'],
    [create, 'items[3].query', 'items[3]'],
    [create, 'items[0].domain', 'domain'],
  ] as const) {
    const message = toToolError(problem(param), tool?.argumentOf)?.message ?? ''
    assert.ok(message.startsWith(`${argument} is wrong. `), message)
  }
})

const never = (): Promise<never> => Promise.reject(new Error('not called'))
