// Takes more than 20 seconds: 2,500 items are worked on by a server, and runs are killed, interrupted and continued around items of two seconds.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { findFreePort } from '../../bench/service/processes.ts'
import { runCli, startCli } from '../support/cli-process.ts'
import { parseLines, readLines, sortWhole, type Line } from '../support/result-lines.ts'
import { jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { openInbox, type Inbox } from '../support/webhook-inbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-batch-'))
after(() => rmSync(folder, { recursive: true }))
const SETTINGS = { SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_BATCH_ITEMS: '500' }
const SANDBOX = { SHELFMARK_SOURCE: 'sandbox', SHELFMARK_WORKERS: '1', SHELFMARK_KEY: 'of no use here' }

let bench: Bench
let inbox: Inbox
before(async () => {
  inbox = await openInbox()
  bench = await startBench({ settings: { ...SETTINGS, SHELFMARK_WEBHOOK_ALLOW: inbox.origin } })
})
after(async () => {
  inbox.close()
  await bench.close()
})

const addressOf = ({ port }: Pick<Bench, 'port'>): string => `http://127.0.0.1:${port}`

const pathOf = (name: string): string => join(folder, name)

function write(name: string, content: string): string {
  writeFileSync(pathOf(name), content)
  return pathOf(name)
}

const countLines = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)

const creditsOf = async (workspace: string, of = bench): Promise<number> =>
  (await of.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

/** Asserts that results are what the synchronous endpoint answers. */
async function assertSynchronous(
  lines: readonly Line[],
  ask: 'product' | 'search',
  credits: (line: Line) => number,
): Promise<void> {
  const { key } = await bench.createCaller()
  for (const line of lines) {
    const { query = '', ...rest } = line.input
    const answer = await bench[ask](query, key, `&${new URLSearchParams(rest).toString()}`)
    const isOk = answer.status === 200
    assert.deepEqual(
      {
        status: line.status,
        http: line.http_status,
        data: line.data,
        error: line.error,
        credits: line.credits_charged,
      },
      {
        status: isOk ? 'ok' : 'error',
        http: answer.status,
        data: isOk ? jsonOf(answer) : null,
        error: isOk ? null : jsonOf(answer),
        credits: isOk ? credits(line) : 0,
      },
      query,
    )
  }
}

// The commands mostly wait for the server, or for their own start.
describe('batch', { concurrency: 2 }, () => {
  test('a list on a server: results are those of the synchronous endpoint, once, and charged once', async () => {
    const { key, workspace } = await bench.createCaller()
    const list = write(
      'list.csv',
      '\uFEFFQuery,domain,language,add_html,reference\r\nB0SHLFX301,de,,,"first, of all"\r\n\r\nb0shlfx302,fr,fr_FR,,\r\n' +
        'B0GONE0404,,,,\r\n"B0SHLFX303",,,true,\r\n,,,,\r\nB0WRONG000,com\r\n',
    )
    const out = pathOf('list.jsonl')
    const args = ['batch', list, '--domain', 'se', '--server', addressOf(bench)]
    const env = { SHELFMARK_KEY: key }
    const first = await runCli([...args, '--out', out], { env })
    assert.equal(first.code, 1, first.errors)
    assert.match(
      first.errors,
      /^shelfmark: 5 done: 3 ok, 2 failed \((?=.*product_not_found 1)(?=.*asin_mismatch 1).*\); 15 credits$/m,
    )
    assert.equal(first.output, '')
    const lines = sortWhole(readLines(out), 5)
    assert.deepEqual(
      lines.map(({ input }) => input),
      [
        { query: 'B0SHLFX301', domain: 'de', reference: 'first, of all' },
        { query: 'b0shlfx302', domain: 'fr', language: 'fr_FR' },
        { query: 'B0GONE0404', domain: 'se' },
        { query: 'B0SHLFX303', add_html: 'true', domain: 'se' },
        { query: 'B0WRONG000', domain: 'com' },
      ],
    )
    assert.deepEqual(
      Object.keys(lines[0] ?? {}),
      'index input status http_status data error duration_ms credits_charged attempts source_status resolved_url extractor_version fetched_at'.split(
        ' ',
      ),
    )
    await assertSynchronous(lines, 'product', () => 5)

    const again = await runCli([...args, '--out', out], { env })
    assert.equal(again.code, 0)
    assert.match(again.errors, /All results are already in .*list\.jsonl: 5 done: 3 ok, 2 failed/)
    assert.equal(await creditsOf(workspace), 15)
  })

  test('2,500 items are three batches; a killed run continues, and nothing is charged twice', async () => {
    const { key, workspace } = await bench.createCaller()
    const queries = Array.from({ length: 2500 }, (_, index) =>
      index % 100 === 0 ? `B0SHLFX${300 + index / 100}` : 'B0GONE0404',
    )
    const list = write('long.ndjson', queries.map((query) => `${JSON.stringify(query)}\n`).join(''))
    const out = pathOf('long.jsonl')
    const args = ['batch', list, '--server', addressOf(bench), '--key', key, '--out', out]
    const killed = startCli(args)
    // The last one is damaged below, and a run without results does not say that it continues.
    await until(() => countLines(out) > 1, 'two results')
    killed.kill('SIGKILL')
    await killed.ended
    const kept = countLines(out)
    assert.ok(kept > 1 && kept < 2500, String(kept))
    truncateSync(out, statSync(out).size - 10)
    const { code, errors } = await runCli(args)
    assert.equal(code, 1, errors)
    assert.match(errors, new RegExp(`: ${kept - 1} of 2500 results are in .*\\. Continuing with the others\\.$`, 'm'))
    assert.match(errors, /2500 done: 25 ok, 2475 failed \(product_not_found 2475\); 125 credits$/m)
    const lines = sortWhole(readLines(out), 2500)
    assert.deepEqual(
      lines.map(({ input, status }) => [input['query'], status]),
      queries.map((query) => [query, query === 'B0GONE0404' ? 'error' : 'ok']),
    )
    const { batches } = JSON.parse(readFileSync(`${out}.state.json`, 'utf8')) as { batches: { items: unknown }[] }
    const created = batches.map(({ items }) => JSON.stringify(items))
    assert.deepEqual(new Set(created), new Set(['[[0,999]]', '[[1000,1999]]', '[[2000,2499]]']))
    assert.equal(created.length, 3)
    assert.equal(await creditsOf(workspace), 125)
  })

  test('searches in this process: results are those of the synchronous endpoint, and free', async () => {
    const input = '"lamp"\r\n\n{"query":"kettle","pages":2,"sort_by":"price_asc","domain":"com"}\n"sandbox:nothing"\n'
    const args = ['batch', '-', '--endpoint', 'market.search', '--domain', 'de', '--jobs', '2']
    const { code, output, errors } = await runCli(args, { env: SANDBOX, input })
    assert.equal(code, 0, errors)
    assert.match(errors, /^shelfmark: 3 done: 3 ok, 0 failed; 0 credits$/m)
    const lines = sortWhole(parseLines(output), 3)
    assert.deepEqual(
      lines.map(({ input: { query, domain } }) => [query, domain]),
      [
        ['lamp', 'de'],
        ['kettle', 'com'],
        ['sandbox:nothing', 'de'],
      ],
    )
    await assertSynchronous(lines, 'search', () => 0)
  })

  test('in this process: a run is killed, interrupted and continued; a changed list is refused', async () => {
    const quick = Array.from({ length: 12 }, (_, at) => `B0SHLFX${300 + at}`)
    const queries = [...quick, ...Array<string>(6).fill('B0SLOW2000')]
    const list = write('own.csv', queries.join('\n'))
    const out = pathOf('own.jsonl')
    const args = ['batch', list, '--jobs', '2', '--out', out]
    const killed = startCli(args, { env: SANDBOX })
    await until(() => countLines(out) >= 12, 'results of all items but the slow ones')
    killed.kill('SIGKILL')
    await killed.ended
    const kept = countLines(out) - 1
    truncateSync(out, statSync(out).size - 1)
    const interrupted = startCli(args, { env: SANDBOX })
    await until(() => countLines(out) >= 14, 'results of some slow items')
    interrupted.kill('SIGINT')
    const { code, errors } = await interrupted.ended
    assert.equal(code, 130)
    const done = countLines(out)
    assert.ok(done < 18)
    assert.match(
      errors,
      new RegExp(`^shelfmark: ${kept} of 18 results are in .*\\. Continuing with the others\\.$`, 'm'),
    )
    const rest = `Stopped by SIGINT\\.\n${done} of 18 results are in .*own\\.jsonl\\. Run the same command again to continue\\.\n$`
    assert.match(errors, new RegExp(rest))

    const changed = write('changed.csv', [...queries, 'B0SHLFX399'].join('\n'))
    const [refused, last] = await Promise.all([
      runCli(['batch', changed, '--out', out], { env: SANDBOX }),
      runCli(args, { env: SANDBOX }),
    ])
    assert.equal(refused.code, 2)
    assert.match(
      refused.errors,
      /The run of .*own\.jsonl was started with other items\. Name another file as --out, or remove .* and .*state\.json/,
    )
    assert.equal(last.code, 0, last.errors)
    assert.match(last.errors, /18 done: 18 ok, 0 failed; 0 credits/)
    const lines = sortWhole(readLines(out), 18)
    assert.deepEqual(
      lines.map(({ input }) => input['query']),
      queries,
    )
  })

  test('a run waits for a server that is unavailable', async () => {
    const port = await findFreePort()
    // One page at a time, so that the batch lasts, on a busy machine too: the command sees results before the server stops, and not all.
    const settings = { ...SETTINGS, SHELFMARK_PORT: String(port), SHELFMARK_DRAIN_MS: '0', SHELFMARK_FETCHES: '1' }
    const first = await startBench({ settings })
    const { key, workspace } = await first.createCaller()
    const list = write('away.jsonl', `"B0SHLFX301"\n${'"B0SLOW2000"\n'.repeat(12)}`)
    const out = pathOf('away.out')
    const command = startCli(['batch', list, '--server', addressOf(first), '--key', key, '--out', out])
    await until(() => countLines(out) > 0, 'a result')
    await first.stop()
    await until(() => command.errors().includes('unavailable'), 'a message about the server')
    const second = await startBench({ settings, folder: first.folder })
    const { code, errors } = await command.ended
    assert.equal(code, 0, errors)
    assert.match(
      errors,
      /The server is unavailable\. Calls are repeated for 300 s\. .*\n(.*\n)*shelfmark: The server is available again\.\n/,
    )
    sortWhole(readLines(out), 13)
    assert.equal(await creditsOf(workspace, second), 65)
    await second.close()
  })

  test('a webhook is posted; its secret is printed with the batch, and verifies', async () => {
    const { origin, posts } = inbox
    const { key } = await bench.createCaller()
    const args = ['batch', write('told.csv', 'B0SHLFX301'), '--server', addressOf(bench), '--key', key, '--webhook']
    const { code, errors, output } = await runCli([...args, `${origin}/told`])
    assert.equal(code, 0, errors)
    const [, id = '', secret = ''] =
      /^shelfmark: Batch (\S+): the secret of its webhook is (whsec_\S+)$/m.exec(errors) ?? []
    await until(() => posts.length > 0, 'a webhook')
    const [post] = posts
    assert.ok(post !== undefined && (await verifyWebhook(post.body, post.headers['x-svc-signature'], secret)))
    assert.equal(post.headers['x-svc-batch-id'], id)
    assert.deepEqual((JSON.parse(post.body.toString()) as { results: Line[] }).results, parseLines(output))
  })

  test('columns of the list itself come back, although the server does not know them', async () => {
    const { key } = await bench.createCaller()
    const list = write('sku.csv', 'sku,asin\nA-1,B0SHLFX301\n')
    const { errors, output } = await runCli(['batch', list, '--server', addressOf(bench), '--key', key])
    assert.deepEqual(
      parseLines(output).map(({ input }) => input),
      [{ sku: 'A-1', query: 'B0SHLFX301' }],
      errors,
    )
  })

  test('an invalid list or key is reported in a sentence, and nothing is started', async () => {
    const list = write('fine.csv', 'B0SHLFX301')
    const wrong = write('wrong.csv', 'query,domain\n\nB0SHLFX301,xx\nshort,de\n"B0SHLFX302",de,x\n')
    const out = pathOf('none.jsonl')
    const key = `svc_live_${'0'.repeat(44)}`
    const [mistaken, unauthorized] = await Promise.all([
      runCli(['batch', wrong, '--out', out], { env: SANDBOX }),
      runCli(['batch', list, '--server', addressOf(bench), '--key', key]),
    ])
    assert.match(
      mistaken.errors,
      /Invalid items in .*wrong\.csv\. Nothing was started\. Correct these lines:\n {2}line 3: domain must be one of: .*\n {2}line 4: query must be an ASIN.*\n {2}line 5: has a cell in column 3/,
    )
    assert.match(unauthorized.errors, /answered 401 unauthorized: The key is missing or invalid\.\n0 of 1 results/)
    for (const { code, errors, output } of [mistaken, unauthorized]) {
      assert.doesNotMatch(errors, /\n\s+at /)
      assert.deepEqual([code, output], [2, ''], errors)
    }
    assert.ok(!existsSync(out) && !existsSync(`${out}.state.json`))
  })
})
