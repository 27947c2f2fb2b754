import assert from 'node:assert/strict'
import { test } from 'node:test'
import { context, propagation, trace, type TextMapPropagator } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { openTelemetry } from '../../adapters/observe/open-telemetry.ts'
import {
  openTracer,
  traceExtractor,
  traceRetriever,
  traceSource,
  traceWebhooks,
} from '../../adapters/server/trace-parts.ts'
import { startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }

/** Reads `traceparent`, as the one of the SDK does. */
const fromHeader: TextMapPropagator = {
  inject: () => undefined,
  extract: (active, carrier, getter) =>
    getter.get(carrier, 'traceparent') === undefined
      ? active
      : trace.setSpanContext(active, { ...PARENT, isRemote: true }),
  fields: () => ['traceparent'],
}

const exporter = new InMemorySpanExporter()
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(fromHeader)

const parentOf = ({ parentSpanContext }: ReadableSpan): string | undefined => parentSpanContext?.spanId

test('off by default: nothing is loaded, and each part is itself', async (t) => {
  assert.equal(await openTracer(false), null)
  const retriever = { retrieve: async () => assert.fail() }
  const source = { fetch: async () => assert.fail(), close: async () => undefined }
  const extractor = { extract: async () => assert.fail() }
  const sender = { send: async () => assert.fail(), close: async () => undefined }
  assert.equal(traceRetriever(retriever, null, 'requests'), retriever)
  assert.equal(traceSource(source, null), source)
  assert.equal(traceExtractor(extractor, null), extractor)
  assert.equal(traceWebhooks(sender, null), sender)
  const bench = await startBench()
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  assert.deepEqual(exporter.getFinishedSpans(), [])
})

test('a request, its retrieval, fetch and extraction are spans of the trace of the caller, without keys and queries', async (t) => {
  const bench = await startBench({ settings: { SHELFMARK_TRACES: 'on' } })
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  exporter.reset()
  const headers = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01` }
  const answer = await bench.call('/api/v1/market/product?query=B0SHLFX301&domain=de', { key, headers })
  assert.equal(answer.status, 200)
  const spans = exporter.getFinishedSpans()
  const [extraction, fetch, retrieval, request] = ['extract', 'fetch', 'retrieve', 'GET'].map((start) => {
    const found = spans.filter(({ name }) => name.startsWith(start))
    assert.equal(found.length, 1, start)
    return found[0]
  })
  assert.ok(extraction && fetch && retrieval && request)
  assert.equal(request.name, 'GET /api/v1/market/product')
  assert.equal(parentOf(request), PARENT.spanId)
  assert.equal(parentOf(retrieval), request.spanContext().spanId)
  for (const part of [fetch, extraction]) assert.equal(parentOf(part), retrieval.spanContext().spanId)
  for (const one of spans) assert.equal(one.spanContext().traceId, PARENT.traceId)
  assert.equal(request.attributes['http.response.status_code'], 200)
  assert.equal(retrieval.attributes['shelfmark.outcome'], 'ok')
  const text = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))
  for (const secret of [key, 'B0SHLFX301', '127.0.0.1']) assert.ok(!text.includes(secret), secret)
})

test('items of batches begin traces of their own, and webhooks are spans', async (t) => {
  const inbox = await openInbox()
  t.after(() => inbox.close())
  const bench = await startBench({
    settings: {
      SHELFMARK_TRACES: 'on',
      SHELFMARK_BATCHES: 'on',
      SHELFMARK_BATCH_INTERVAL_MS: '100',
      SHELFMARK_WEBHOOK_ALLOW: inbox.origin,
    },
  })
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  exporter.reset()
  const items = [{ query: 'B0SHLFX301' }, { query: 'B0GONE0404' }]
  const created = await bench.createBatch(key, {
    endpoint: 'market.product',
    items,
    webhook_url: `${inbox.origin}/hook`,
  })
  assert.equal(created.status, 201, String(created.bytes))
  const spansOf = (name: RegExp): ReadableSpan[] => exporter.getFinishedSpans().filter((span) => name.test(span.name))
  await until(() => spansOf(/^webhook$/).length > 0, 'the webhook is sent')
  const retrievals = spansOf(/^retrieve/)
  assert.equal(retrievals.length, 2)
  assert.deepEqual(retrievals.map(({ attributes }) => String(attributes['shelfmark.outcome'])).toSorted(), [
    'ok',
    'product_not_found',
  ])
  for (const { attributes } of retrievals) assert.equal(attributes['shelfmark.lane'], 'batches')
  assert.deepEqual(retrievals.map(parentOf), [undefined, undefined])
})

test('an error of the work is thrown, and marks its span without a message', async () => {
  exporter.reset()
  const facts = { 'server.address': 'a.example' }
  const work = openTelemetry('1').run('work', { kind: 'client', facts }, async () => {
    throw new TypeError('of /home/someone')
  })
  await assert.rejects(work, TypeError)
  const [span] = exporter.getFinishedSpans()
  assert.deepEqual([span?.status, span?.attributes['error.type'], span?.events], [{ code: 2 }, 'TypeError', []])
})
