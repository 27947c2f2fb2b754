import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli } from '../support/cli-process.ts'
import { startBench } from '../support/service-bench.ts'

const bench = await startBench()
const { key } = await bench.createCaller()
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-schedule-'))
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

const run = (args: readonly string[], more: object = {}) =>
  runCli(['schedule', ...args, '--server', `http://127.0.0.1:${bench.port}`], { env: { SHELFMARK_KEY: key }, ...more })

interface Printed {
  readonly id: string
  readonly status: string
  readonly webhook_signature_secret?: string
  readonly items?: readonly object[]
}

async function printed(args: readonly string[], more: object = {}): Promise<Printed[]> {
  const { code, output, errors } = await run(args, more)
  assert.deepEqual([code, errors], [0, ''])
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Printed)
}

test('a schedule is created of a file, listed, read, paused, resumed and deleted', async () => {
  const file = join(folder, 'daily.json')
  const body = JSON.stringify({ endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], every: '1d' })
  writeFileSync(file, body)
  const [first] = await printed(['create', file])
  const [second] = await printed(['create', '-'], { input: body })
  assert.ok(first !== undefined && second !== undefined)
  assert.match(String(first.webhook_signature_secret), /^whsec_/)
  assert.deepEqual(
    (await printed(['list'])).map(({ id }) => id),
    [second.id, first.id],
  )
  assert.equal((await printed(['pause', first.id]))[0]?.status, 'paused')
  assert.equal((await printed(['resume', first.id]))[0]?.status, 'active')
  assert.equal((await printed(['get', first.id]))[0]?.items?.length, 1)
  assert.equal((await printed(['delete', first.id]))[0]?.id, first.id)
  const gone = await run(['get', first.id])
  assert.equal(gone.code, 2)
  assert.match(gone.errors, /no such schedule/)
})

test('mistakes are messages: a file, its content, an id, a server, a key', async () => {
  const file = join(folder, 'wrong.json')
  writeFileSync(file, '{"every": "1d"}')
  const wrong = await run(['create', file])
  assert.equal(wrong.code, 2)
  assert.match(wrong.errors, /endpoint/)
  writeFileSync(file, '{')
  for (const [args, message] of [
    [['create', file], /JSON/],
    [['create', join(folder, 'absent.json')], /absent\.json/],
    [['get', 'x'], /Invalid schedule "x"/],
  ] as const) {
    const { code, errors } = await run(args)
    assert.equal(code, 2)
    assert.match(errors, message)
  }
  const nowhere = await runCli(['schedule', 'list', '--server', 'x'], { env: { SHELFMARK_KEY: key } })
  assert.match(nowhere.errors, /Invalid --server "x"/)
  const without = await runCli(['schedule', 'list', '--server', 'http://127.0.0.1:1'], { env: { SHELFMARK_KEY: '' } })
  assert.match(without.errors, /key for the server is missing/)
})
