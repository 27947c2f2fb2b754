import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { requireRecordOf } from '../../adapters/pages/golden/expectation.ts'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { runCase } from '../../adapters/pages/golden/run-case.ts'
import { batchRequestExample } from '../../adapters/http/openapi/examples/batch.ts'
import { noResultsExample, searchExample } from '../../adapters/http/openapi/examples/search.ts'
import { productExample, productWithHtmlExample } from '../../adapters/http/openapi/examples/product.ts'
import { contract } from '../../adapters/contract.ts'
import {
  ERRORS,
  PLACE_PARAMS,
  PROBLEM_TYPE,
  reasonsOf,
  recordEndpoint,
  retrievalErrorsOf,
  ROADMAP_PARAMS,
} from '../../core/contract/index.ts'
import { productSchema, records, searchSchema } from '../../core/index.ts'
import { openApi } from '../../adapters/http/openapi/open-api.ts'
import { operations as table } from '../../adapters/http/operations.ts'
import { document, findFaults, operations, walk, type DocumentNode } from '../support/openapi-document.ts'
import { root } from '../support/root.ts'

/** Endpoints of the interface and of core/contract/README.md. The service can have others, without a change here. */
const INTERFACE = [
  ...records.map(({ name }) => `get ${recordEndpoint(name).path}`),
  'post /api/v1/market/batch',
  'get /api/v1/market/batch/{id}',
  'delete /api/v1/market/batch/{id}',
  'post /api/v1/market/batch/{id}/redeliver',
  'get /api/v1/openapi.json',
  'get /livez',
  'get /readyz',
]
const endpoints = operations.filter(({ path, method }) => INTERFACE.includes(`${method} ${path}`))
/** All answers with a body. */
const answers = operations.flatMap(({ path, method, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    content === undefined ? [] : [{ at: `${method} ${path} ${status}`, content }],
  ),
)
const bodies = answers.flatMap(({ at, content }) =>
  Object.entries(content).map(([type, media]) => ({ at, type, media })),
)

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
  assert.deepEqual(result.errors, undefined)
  assert.ok(result.valid)
  assert.equal(validator.version, '3.1')
  assert.equal(document.info.version, '1.0.0')
  assert.deepEqual(document.servers, [{ url: 'https://shelfmark.example' }])
  assert.deepEqual(openApi(table).servers, [{ url: '/' }])
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
})

test('every reference resolves, and every component is referenced', () => {
  const refs = new Set([...walk(document)].flatMap(({ node }) => (typeof node.$ref === 'string' ? [node.$ref] : [])))
  const places = new Set([...walk(document)].map(({ at }) => at))
  assert.deepEqual(
    [...refs].filter((ref) => !places.has(ref)),
    [],
  )
  const { schemas, headers } = document.components
  const named = [
    ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
  ]
  assert.deepEqual(
    named.filter((name) => !refs.has(name)),
    [],
  )
})

test('everything is typed: objects are closed or typed maps, lists have members', () => {
  let looked = 0
  const faults: string[] = []
  const check = (schema: unknown, at: string): void => {
    assert.ok(typeof schema === 'object' && schema !== null, `${at} is no schema`)
    const { $ref, anyOf, oneOf, type, properties, additionalProperties, items } = schema as DocumentNode['node']
    looked += 1
    const options = anyOf ?? oneOf
    if ($ref !== undefined) return
    if (Array.isArray(options)) return options.forEach((option, index) => check(option, `${at}/${index}`))
    if (type === undefined && at !== 'Json') faults.push(`${at} has no type`)
    if (type === 'array') check(items, `${at}/items`)
    if (type !== 'object') return
    for (const [name, property] of Object.entries(properties ?? {})) check(property, `${at}/${name}`)
    if (typeof additionalProperties !== 'boolean') check(additionalProperties, `${at}/*`)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) check(schema, name)
  for (const [name, { schema }] of Object.entries(document.components.headers)) check(schema, name)
  for (const { path, parameters } of operations) {
    for (const { name, schema } of parameters) check(schema, `${path} ${name}`)
  }
  for (const { at, type, media } of bodies) check(media.schema, `${at} ${type}`)
  assert.deepEqual(faults, [])
  assert.ok(looked > 200, `only ${looked} schemas looked at`)
})

test('every answer has an example, and every example is valid', () => {
  for (const { at, type, media } of bodies) {
    const { schema, examples } = media
    assert.ok(Object.keys(examples).length > 0, `${at} ${type} has no example`)
    for (const [name, { value }] of Object.entries(examples)) {
      assert.equal(findFaults(schema, value), '', `${at} ${name}`)
      // A problem has the members of its error.
      const isOpen = at === 'get /api/v1/openapi.json 200' || type === PROBLEM_TYPE
      const more = { ...(value as object), no_such_member: 1 }
      assert.equal(findFaults(schema, more) === '', isOpen, `${at} ${name} with a member more`)
    }
  }
  for (const [name, { schema, example }] of Object.entries(document.components.headers)) {
    assert.equal(findFaults(schema, example), '', name)
  }
  for (const { operationId, parameters } of operations) {
    for (const { name, schema, example } of parameters) {
      if (example !== undefined) assert.equal(findFaults(schema, example), '', `${operationId} ${name}`)
    }
  }
})

test('examples are records: parsed, complete, in the order of the wire', () => {
  for (const example of [productExample, productWithHtmlExample]) {
    assert.deepEqual(v.parse(v.strictObject(productSchema.entries), example), example)
  }
  for (const example of [searchExample, noResultsExample]) {
    assert.deepEqual(v.parse(v.strictObject(searchSchema.entries), example), example)
  }
  assert.deepEqual(Object.keys(productWithHtmlExample), Object.keys(productSchema.entries))
  assert.ok(Object.keys(productWithHtmlExample).length >= 55)
  assert.ok(!('html' in productExample))
  assert.equal(searchExample.products.length, 2)
})

test('records of the golden pages are valid by the document', () => {
  let looked = 0
  for (const golden of readCases(join(root, GOLDEN_DIRECTORY))) {
    const { kind, record } = runCase(golden).extraction
    if (record === null) continue
    const name = requireRecordOf(kind, golden.facts.record).schemaName
    assert.equal(findFaults({ $ref: `#/components/schemas/${name}` }, record), '', golden.name)
    looked += 1
  }
  assert.ok(looked > 140, `only ${looked} records looked at`)
})

/** Errors of a request body. */
const errorsOfBodies = ['idempotency_conflict', 'payload_too_large', 'unsupported_media_type', 'quota_exceeded']
const errorsOfAll = retrievalErrorsOf(...records.map(({ errors }) => errors))
const errorsOfRetrievals: readonly string[] = ['insufficient_credits', 'not_implemented', ...errorsOfAll]

/** Errors of retrievals that no retrieval of the record of a path ends with. */
function errorsOfOthers(path: string): readonly string[] {
  const { errors } = records.find(({ name }) => path.endsWith(`/${name}`)) ?? {}
  return errors === undefined ? [] : errorsOfAll.filter((code) => !retrievalErrorsOf(errors).includes(code))
}

/** Errors of items, of paths, and of operations for keys. */
const ELSEWHERE: ReadonlySet<string> = new Set(['batch_aborted', 'method_not_allowed', 'too_many_keys'])

test('every error occurs under its status, with its headers', () => {
  const retrievals = endpoints.filter(({ path, method }) => path.startsWith('/api/v1/market/') && method === 'get')
  assert.equal(retrievals.length, records.length + 1)
  for (const { path, responses } of retrievals) {
    const isBatch = path.includes('/batch')
    for (const [code, { status, headers }] of Object.entries(ERRORS)) {
      if (errorsOfBodies.includes(code) || ELSEWHERE.has(code)) continue
      if (isBatch && errorsOfRetrievals.includes(code)) continue
      if (errorsOfOthers(path).includes(code)) continue
      if (!isBatch && (code === 'results_expired' || code === 'not_found')) continue
      const response = responses[status]
      assert.ok(response, `${path} has no ${status}`)
      assert.ok(code in (response.content?.['application/json'].examples ?? {}), `${path} ${status} has no ${code}`)
      const always = Object.entries(response.headers).flatMap(([name, header]) => ('$ref' in header ? [name] : []))
      const reason = reasonsOf(code).length > 0 ? ['Svc-Reason'] : []
      assert.deepEqual(always, ['Svc-Request-Id', 'Svc-Cost', ...headers, ...reason], `${path} ${status}`)
      const isRetrieved = !isBatch && (status === 404 || status === 502)
      assert.equal('Svc-Attempts' in response.headers, isRetrieved, `${path} ${status}`)
    }
  }
  const creation = document.paths['/api/v1/market/batch']?.post?.responses ?? {}
  for (const code of ['not_implemented', ...errorsOfBodies] as const) {
    const { status } = ERRORS[code as keyof typeof ERRORS]
    assert.ok(code in (creation[status]?.content?.['application/json'].examples ?? {}), code)
  }
})

test('the documented body of a batch is the accepted one', () => {
  const body = document.paths['/api/v1/market/batch']?.post?.requestBody?.content['application/json']
  assert.ok(body)
  const bodies: readonly (readonly [body: unknown, isGood: boolean])[] = [
    [batchRequestExample, true],
    [{ ...batchRequestExample, webhook_url: null, more: 1 }, true],
    [{ ...batchRequestExample, items: [] }, false],
    [{ ...batchRequestExample, endpoint: 'market.prices' }, false],
    [{ ...batchRequestExample, items: ['B0SHLFX301'] }, false],
    [{ ...batchRequestExample, webhook_url: 'https://receiver.example/' }, true],
    [{ ...batchRequestExample, webhook_url: 1 }, false],
    [{ endpoint: 'market.product' }, false],
    [[], false],
  ]
  for (const [value, isGood] of bodies) {
    const at = JSON.stringify(value)
    assert.equal(findFaults(body.schema, value) === '', isGood, at)
    assert.equal(contract.parseBatch(value).ok, isGood, at)
  }
})

test('an operation needs a key, or is open to everyone', () => {
  for (const { operationId, security } of operations) {
    if (security.length > 0) assert.deepEqual(security, [{ bearer: [] }], operationId)
  }
})

/** Parameters of every record, after its own. */
const LAST_PARAMETERS = ['fields', 'add_html', 'explain', 'timeout', ...ROADMAP_PARAMS, 'format', 'Idempotency-Key']

test('endpoints, parameters, headers and keys are those of the interface', () => {
  assert.deepEqual(
    endpoints.map(({ path, method }) => `${method} ${path}`),
    INTERFACE,
  )
  const [product, search, ...others] = endpoints
  const open = others.filter(({ path }) => !path.includes('/market/'))
  for (const { security } of others.filter(({ path }) => path.includes('/market/'))) {
    assert.deepEqual(security, [{ bearer: [] }])
  }
  assert.ok(product && search)
  const names = ({ parameters }: typeof product) => parameters.map(({ name }) => name)
  assert.deepEqual(names(product), ['query', 'domain', 'language', ...PLACE_PARAMS, 'reviews', ...LAST_PARAMETERS])
  assert.deepEqual(names(search), [
    'query',
    'domain',
    'language',
    ...PLACE_PARAMS,
    'node',
    'seller',
    'brand',
    'min_price',
    'max_price',
    'refine',
    'sort_by',
    'start_page',
    'pages',
    'page',
    ...LAST_PARAMETERS,
  ])
  for (const { parameters, responses, security } of [product, search]) {
    assert.deepEqual(security, [{ bearer: [] }])
    const facts = ['Resolved-Url', 'Source-Status', 'Attempts', 'Extractor-Version', 'Fetched-At']
    const isSearch = parameters.some(({ name }) => name === 'pages')
    assert.deepEqual(Object.keys(responses['200']?.headers ?? {}), [
      ...['Request-Id', 'Cost', ...facts, 'Concurrency', 'Rps'].map((name) => `Svc-${name}`),
      'RateLimit-Policy',
      'RateLimit',
      ...(isSearch ? ['Svc-Has-More'] : []),
      'Svc-Credits-Remaining',
      'Svc-Location',
      'Svc-Replayed',
    ])
  }
  for (const { security } of open) assert.deepEqual(security, [])
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
})
