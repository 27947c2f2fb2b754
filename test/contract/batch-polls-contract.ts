import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { batchCalls, products, type BatchRecord } from '../support/batch-calls.ts'
import { assertInvalid, BATCH, headerOf, jsonOf, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

/** Of five items, two get a result. */
export const ONE_RUN = { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '2' }

const LINES = { Accept: 'application/x-ndjson' }

/** How callers poll a batch that runs, on any store. `start`: a service with the settings `ONE_RUN`. */
export function batchPollsContract(name: string, start: () => Promise<Bench>): void {
  let poll: (rest?: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  let bench: Bench
  let key: string
  /** A batch that runs. */
  let id: string

  before(async () => {
    bench = await start()
    ;({ key } = await bench.createCaller())
    const created = await batchCalls(bench, key).create(
      products('B0SHLFX301', 'B0GONE0404', 'B0SHLFX302', 'B0SHLFX303', 'B0SHLFX304'),
    )
    id = created.id
    poll = (rest = '', headers = {}) => bench.call(`${BATCH}/${id}${rest}`, { key, headers })
    const hasTwo = async (): Promise<boolean> =>
      (jsonOf(await poll('?limit=0')) as BatchRecord)['processed_count'] === 2
    await until(hasTwo, 'two results')
  })

  const count = (answer: Answer): number => {
    assert.equal(answer.status, 200, answer.bytes.toString())
    return (jsonOf(answer) as BatchRecord).results.length
  }

  test(`${name}: since gives the results after a position, and says what to give next`, async () => {
    const rows: readonly [rest: string, results: number, next: string | null][] = [
      ['', 2, null],
      ['?since=0', 2, '2'],
      ['?since=0&limit=1', 1, '1'],
      ['?since=1', 1, '2'],
      ['?since=2', 0, '2'],
      ['?since=1&limit=0', 0, '1'],
      // The position goes on past results with another status.
      ['?since=0&status=error', 1, '2'],
      ['?since=2&status=error', 0, '2'],
      ['?offset=1&status=error', 0, null],
    ]
    for (const [rest, results, next] of rows) {
      const answer = await poll(rest)
      assert.deepEqual([count(answer), headerOf(answer, 'Svc-Next-Since')], [results, next], rest)
    }
    const all = jsonOf(await poll()) as BatchRecord
    assert.deepEqual((jsonOf(await poll('?since=1')) as BatchRecord).results, all.results.slice(1))
    const lines = await poll('?since=1', LINES)
    assert.equal(lines.bytes.toString().split('\n').length, 2)
    assert.equal(headerOf(lines, 'Svc-Next-Since'), '2')
    assertInvalid(await poll('?since=1&offset=1'), ['since'])
    assertInvalid(await poll('?since=-1'), ['since'])
    // No poll gave it: a client that went on from there would miss the results before it.
    assertInvalid(await poll('?since=3'), ['since'])
    assertInvalid(await poll('?since=3&limit=0'), ['since'])
  })

  test(`${name}: while a batch runs, a poll says when it will have ended, and when to poll again`, async () => {
    const running = await poll('?limit=0')
    const { estimated_completion_at: estimated, started_at: started } = jsonOf(running) as BatchRecord
    // Two of five items take an hour.
    assert.equal(Date.parse(String(estimated)) - Date.parse(String(started)), 2.5 * 3_600_000)
    assert.equal(headerOf(running, 'retry-after') ?? headerOf(running, 'Retry-After'), '30')
    const pending = await batchCalls(bench, key).create(products('B0SHLFX301'))
    const answer = await bench.call(`${BATCH}/${pending.id}`, { key })
    const record = jsonOf(answer) as BatchRecord
    assert.deepEqual([record.status, record['estimated_completion_at']], ['pending', null])
    assert.equal(headerOf(answer, 'retry-after') ?? headerOf(answer, 'Retry-After'), '5')
    const { batches } = jsonOf(await bench.call(BATCH, { key })) as { batches: readonly BatchRecord[] }
    assert.deepEqual(
      batches.map((batch) => batch['estimated_completion_at']),
      [null, estimated],
    )
  })

  test(`${name}: a poll that has not changed is 304; the end of the batch changes it`, async () => {
    const tagOf = (answer: Answer): string => headerOf(answer, 'ETag') ?? headerOf(answer, 'etag') ?? ''
    const first = await poll()
    const tag = tagOf(first)
    assert.match(tag, /^W\/"[\w-]+"$/)
    for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const same = await poll('', { 'If-None-Match': known })
      assert.deepEqual([same.status, same.bytes.length, tagOf(same)], [304, 0, tag], known)
      assert.equal(headerOf(same, 'Svc-Cost'), '0')
    }
    const since = await poll('?since=2', { 'If-None-Match': tag })
    assert.deepEqual([since.status, headerOf(since, 'Svc-Next-Since')], [304, '2'])
    assert.equal((await poll('', { 'If-None-Match': '"other"' })).status, 200)
    assert.equal((await poll('', { ...LINES, 'If-None-Match': tag })).status, 200)
    assert.equal((await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })).status, 200)
    const ended = await poll('?since=2', { 'If-None-Match': tag })
    assert.equal(count(ended), 3)
    assert.notEqual(tagOf(ended), tag)
    assert.equal(headerOf(ended, 'retry-after') ?? headerOf(ended, 'Retry-After'), null)
    assert.equal((jsonOf(ended) as BatchRecord)['estimated_completion_at'], null)
    assert.equal((await poll('', { 'If-None-Match': tagOf(ended) })).status, 304)
  })

  // Before its store does.
  test(`${name}: the server ends`, () => bench.close())
}
