import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CommandResult } from '../../adapters/http/admin/commands.ts'
import { sumErased } from '../../adapters/store/workspaces.ts'
import { passRun } from '../support/batch-calls.ts'
import { runCli } from '../support/cli-process.ts'
import { ADMIN_TOKEN, BATCH, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'

const erase = (bench: Bench, input: object): Promise<Answer> =>
  bench.callAdmin('/admin/v1/workspaces.erase', { method: 'POST', body: JSON.stringify(input), key: ADMIN_TOKEN })

const errorOf = (answer: Answer): unknown[] => [answer.status, (jsonOf(answer) as { error?: string }).error]

test('a workspace is erased by its id, given twice, when its batches are canceled', async (t) => {
  const bench = await startBench({ settings: { SHELFMARK_BATCHES: 'on', SHELFMARK_BATCH_INTERVAL_MS: '3600000' } })
  t.after(() => bench.close())
  const { workspace, key } = await bench.createCaller()
  const other = await bench.createCaller()
  await passRun(bench)
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  const input = { endpoint: 'market.product', items: Array.from({ length: 500 }, () => ({ query: 'B0SHLFX301' })) }
  const created = await bench.createBatch(key, input)
  assert.equal(created.status, 201, String(created.bytes))
  const { id } = jsonOf(created) as { id: string }

  assert.deepEqual(errorOf(await erase(bench, { workspace })), [400, 'invalid_input'])
  assert.deepEqual(errorOf(await erase(bench, { workspace, confirm: other.workspace })), [400, 'invalid_input'])
  assert.deepEqual(errorOf(await erase(bench, { workspace, confirm: workspace })), [409, 'batches_open'])
  assert.equal((await bench.call(`${BATCH}/${id}`, { key })).status, 200)

  const answer = await erase(bench, { workspace, confirm: workspace, cancelBatches: true })
  assert.equal(answer.status, 200, String(answer.bytes))
  const report = (given: Answer) => (jsonOf(given) as { result: CommandResult<'workspaces.erase'> }).result
  const { removed, ...rest } = report(answer)
  assert.deepEqual([removed.keys, removed.batches, rest.kept], [1, 1, { charges: 1, credits: 5 }])
  const again = report(await erase(bench, { workspace, confirm: workspace }))
  assert.deepEqual(again, { ...rest, removed: sumErased([]) })
  assert.equal((await bench.product('B0SHLFX301', key)).status, 401)
  assert.equal((await bench.call(`${BATCH}/${id}`, { key })).status, 401)
  assert.equal((await bench.product('B0SHLFX301', other.key)).status, 200)
  const month = new Date().toISOString().slice(0, 7)
  const { rows } = await bench.administrate('ledger.read', { month, after: '' })
  assert.ok(rows.some(({ workspaceId }) => workspaceId === workspace))
  assert.deepEqual((await bench.administrate('ledger.check', {})).differences, [])

  const days = { from: '2000-01-01', to: '2999-12-31' }
  const { entries } = await bench.administrate('audit.list', { ...days, workspace })
  const erasures = entries.filter(({ command }) => command === 'workspaces.erase')
  assert.deepEqual(
    erasures.map(({ outcome, subjectId }) => [outcome, subjectId]),
    [
      ['ok', workspace],
      ['ok', workspace],
      ['batches_open', null],
      ['invalid_input', null],
    ],
  )
})

test('command line: a workspace is erased only when its id is confirmed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-erasure-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => runCli(['workspaces', ...args], { env: { SHELFMARK_DATA: folder } })
  const { id } = JSON.parse((await run('create', 'shop', '--json')).output) as { id: string }
  for (const wrong of [[], ['--confirm', 'shop']]) {
    const { code, output } = await run('erase', id, ...wrong)
    assert.deepEqual([code, output], [2, ''])
  }
  await run('create', 'other')
  await runCli(['keys', 'create', 'a', '--workspace', id], { env: { SHELFMARK_DATA: folder } })
  const { code, output } = await run('erase', id, '--confirm', id)
  assert.equal(code, 0)
  assert.match(output, new RegExp(`^${id} is erased since 20`))
  for (const row of [/^keys +1 removed$/m, /^idempotency keys +0 removed$/m, /^credits +0 kept, under ids$/m]) {
    assert.match(output, row)
  }
  const { output: json } = await run('erase', id, '--confirm', id, '--json')
  const again = JSON.parse(json) as CommandResult<'workspaces.erase'>
  assert.deepEqual([again.id, again.removed.keys], [id, 0])
  const listed = JSON.parse((await run('list', '--json')).output) as readonly { name: string }[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['other'],
  )
})
