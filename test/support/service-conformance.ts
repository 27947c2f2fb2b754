import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as v from 'valibot'
import type { OperationObject, Reference, ResponseObject } from '../../adapters/http/openapi/document.ts'
import { openApi } from '../../adapters/http/openapi/open-api.ts'
import { partName } from '../../adapters/http/openapi/schemas.ts'
import { operations as table } from '../../adapters/http/operations.ts'
import { ERRORS, PROBLEM_TYPE, reasonsOf, withoutProblem, type ErrorBody } from '../../core/contract/index.ts'
import type { Answer } from './service-bench.ts'

/** `http.test.ts` checks that this document is the served one. */
const document = openApi(table)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// Without the paths, whose examples take long to make.
ajv.addSchema({ components: document.components }, 'document')
const validators = new Map<string, ValidateFunction>()

function assertValid(schema: object, value: unknown, at: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object)
  validators.set(text, validate)
  assert.ok(validate(value), `${at}: ${ajv.errorsText(validate.errors)}`)
}

/** Paths for browsers, which the document leaves out. */
const OF_PAGES = /^\/(?:(?:docs|skill\.md|assets|playground|account)(?:\/|$)|$)/

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const JSON_TYPE = 'application/json; charset=utf-8'
const LINES_TYPE = 'application/x-ndjson; charset=utf-8'

/** Asserts that the OpenAPI document describes an answer: status, headers, body. */
export function assertConforms(method: string, target: string, answer: Answer): void {
  const { status, headers } = answer
  const path = target.split('?', 1)[0] ?? ''
  const at = `${method} ${path} ${status}`
  const byName = new Map(headers)
  assert.equal(byName.size, headers.length, `${at} repeats a header`)
  assert.match(byName.get('Svc-Request-Id') ?? '', REQUEST_ID, at)
  assert.ok(status !== 500, `${at}: ${answer.bytes.toString()}`)
  for (const [name] of headers) {
    if (/^svc-/i.test(name)) assert.match(name, /^Svc(?:-[A-Z][a-z]+)+$/, at)
  }
  if (method === 'HEAD' || status === 204) {
    assert.equal(answer.bytes.length, 0, at)
    return
  }
  if (OF_PAGES.test(path) && (status === 200 || status === 304)) return
  if (status === 304) {
    const described = findOperation(method, path)?.responses[status]
    assert.ok(described && described.content === undefined, `${at} is not described`)
    assert.equal(answer.bytes.length, 0, at)
    assertHeaders(described.headers, byName, at)
    return
  }
  const type = byName.get('content-type') ?? byName.get('Content-Type')
  if (type === LINES_TYPE) {
    assertLines(findOperation(method, path)?.responses[status], answer, at)
    return
  }
  const [media] = (type ?? '').split(';')
  if (media === 'text/csv' || media === 'text/markdown' || media === 'application/vnd.apache.parquet') {
    const described = findOperation(method, path)?.responses[status]
    assert.ok(described?.content?.[media], `${at} is not described as ${media}`)
    assertHeaders(described.headers, byName, at)
    return
  }
  const isProblem = type === PROBLEM_TYPE
  assert.ok(isProblem || type === JSON_TYPE, at)
  const body: unknown = JSON.parse(answer.bytes.toString())
  if (status >= 400) assertErrorBody(isProblem ? withoutProblem(body as ErrorBody) : body, byName, status, at)
  const response = findOperation(method, path)?.responses[status]
  if (response === undefined) {
    assert.ok(status >= 400, `${at} is not described`)
    return
  }
  const described = response.content?.[isProblem ? PROBLEM_TYPE : 'application/json']
  assert.ok(described, `${at} is not described as ${type}`)
  assertValid(status === 200 && asksForPart(target) ? toPart(described.schema) : described.schema, body, at)
  assertHeaders(response.headers, byName, at)
}

/** Whether a request names the fields of a record that it gets. */
function asksForPart(target: string): boolean {
  return /^\/api\/v1\/market\/\w+\?(?:.*&)?fields=/.test(target)
}

/** The schema that the document names for an answer with `fields`. */
function toPart(schema: object): Reference {
  return { $ref: partName((schema as Reference).$ref) }
}

/** Asserts that every line of an answer is described. */
function assertLines(response: ResponseObject | undefined, { bytes, headers }: Answer, at: string): void {
  const media = response?.content?.['application/x-ndjson']
  assert.ok(response && media, `${at} is not described as lines`)
  const text = bytes.toString()
  assert.ok(text === '' || text.endsWith('\n'), `${at} ends within a line`)
  for (const line of text.split('\n').slice(0, -1)) assertValid(media.schema, JSON.parse(line), at)
  assertHeaders(response.headers, new Map(headers), at)
}

function assertErrorBody(body: unknown, headers: ReadonlyMap<string, string>, status: number, at: string): void {
  const { error } = body as { error: keyof typeof ERRORS }
  const known = ERRORS[error]
  assert.ok(known, `${at} has an unknown error: ${error}`)
  assert.equal(known.status, status, at)
  assert.deepEqual(v.safeParse(known.schema, body).issues, undefined, at)
  assert.equal(headers.get('Svc-Cost'), '0', at)
  const reasons: readonly (string | undefined)[] = reasonsOf(error)
  assert.ok(reasons.length === 0 || reasons.includes(headers.get('Svc-Reason')), `${at} has no reason`)
}

/** The documented operation of a path, exact or with path parameters. */
function findOperation(method: string, path: string): OperationObject | undefined {
  const named = Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
  )
  const item = document.paths[path] ?? document.paths[named ?? '']
  return item?.[method.toLowerCase() as keyof typeof item]
}

type Described = ResponseObject['headers']

/** Asserts that the described headers are present and valid, and that no other header begins with `Svc-`. */
function assertHeaders(described: Described, headers: ReadonlyMap<string, string>, at: string): void {
  const byLowerCase = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  for (const name of headers.keys()) {
    if (name.startsWith('Svc-')) assert.ok(name in described, `${at}: ${name} is not described`)
  }
  for (const [name, header] of Object.entries(described)) {
    const whole = '$ref' in header ? document.components.headers[name] : header
    assert.ok(whole, name)
    const value = name.startsWith('Svc-') ? headers.get(name) : byLowerCase.get(name.toLowerCase())
    if (value === undefined) assert.ok(!whole.required, `${at} has no ${name}`)
    else assertValid(whole.schema, whole.schema.type === 'integer' ? Number(value) : value, `${at} ${name}`)
  }
}
