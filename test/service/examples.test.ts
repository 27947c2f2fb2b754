import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OpenApiDocument, OperationObject } from '../../adapters/http/openapi/document.ts'
import { jsonOf, startBench, type Bench } from '../support/service-bench.ts'

let bench: Bench
let key: string
/** A key that manages keys. */
let manager: string
let document: OpenApiDocument
before(async () => {
  bench = await startBench()
  const caller = await bench.createCaller({ plan: 'pro' }, 'test')
  key = caller.key
  const managing = { workspace: caller.workspace, kind: 'test', name: 'manager', scopes: ['keys'] } as const
  manager = (await bench.administrate('keys.create', managing)).fullKey
  document = jsonOf(await bench.call('/api/v1/openapi.json')) as OpenApiDocument
})
after(() => bench.close())

/** The query that a page for trying the interface fills in: examples, or else defaults. */
function toQuery({ parameters }: OperationObject): string {
  const query = new URLSearchParams()
  for (const { name, in: place, example, schema } of parameters) {
    const value = example ?? schema.default
    if (place === 'query' && value !== undefined) {
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return query.toString()
}

/** The name of the watch that tracks ranks, among those of lists. */
const TRACKED = 'tracked'

test('every example request of the document, sent as it stands with a sandbox key, succeeds', async () => {
  let sent = 0
  /** Of what was created last, by the first part of a path that names it. */
  const ids = new Map<string, string>()
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  // What was created is removed at the end, parts first.
  const isLast = ({ method }: { readonly method: string }): boolean => method === 'delete'
  for (const { path, method, operation } of [
    ...all.filter((one) => !isLast(one)),
    ...all.filter(isLast).toReversed(),
  ]) {
    // Events need a receiver, which would be the reader's own.
    if (['redeliverBatch', 'redeliverWatch', 'testWatch'].includes(operation.operationId)) continue
    const named = operation.parameters.filter((parameter) => parameter.in === 'path')
    assert.ok(
      named.every(({ example }) => example === undefined),
      `${path}: nobody has what the example names`,
    )
    const [list = ''] = path.split('/{id}')
    const id = ids.get(path.endsWith('/rank') ? TRACKED : list) ?? ''
    const target = `${path.replace('{id}', id)}?${toQuery(operation)}`
    const bodies = Object.values(operation.requestBody?.content['application/json'].examples ?? { none: null })
    for (const body of bodies) {
      const answer = await bench.call(target, {
        key: list.endsWith('/keys') ? manager : key,
        method: method.toUpperCase(),
        ...(body === null ? {} : { body: JSON.stringify(body.value), headers: { 'Content-Type': 'application/json' } }),
      })
      assert.ok(answer.status < 300, `${method} ${target}: ${answer.bytes.toString()}`)
      sent++
      if (answer.status !== 201) continue
      const { id: created, track = null } = jsonOf(answer) as { id: string; track?: object | null }
      ids.set(list, created)
      if (track !== null) ids.set(TRACKED, created)
    }
  }
  assert.ok(sent >= 8, `${sent} requests`)
})

test('another page of a search needs no change of what is filled in', async () => {
  const search = document.paths['/api/v1/market/search']?.get
  assert.ok(search)
  const answer = await bench.call(`/api/v1/market/search?${toQuery(search)}&page=2`, { key })
  assert.deepEqual([answer.status, (jsonOf(answer) as { page: number }).page], [200, 2])
})

test('the webhook of a batch is described, with its headers', () => {
  const { post } = document.webhooks['batch.completed'] ?? {}
  assert.deepEqual(
    post?.parameters.map(({ name }) => name),
    ['X-SVC-Event', 'X-SVC-Batch-Id', 'X-SVC-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
  )
})
