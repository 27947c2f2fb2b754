import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { runCli } from '../support/cli-process.ts'

const ASINS = Array.from({ length: 12 }, (_, index) => generateAsin(`check ${index}`))

function writeList(t: TestContext, lines: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-check-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'list.txt')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

interface Measured {
  readonly asked: number
  readonly read: number
  readonly placesProven: number | null
  readonly refusals: number
}

test('sessions check counts what pages show with and without the place, against a marketplace that lies now and then', async (t) => {
  const sandbox = await startSandbox({ weight: 'light', faults: 'lies%20,lost=3%30,no_reviews%50' })
  t.after(() => sandbox.close())
  const list = writeList(t, ASINS)
  const env = {
    SHELFMARK_SOURCE: 'live',
    SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${sandbox.port}`,
    SHELFMARK_WORKERS: '1',
  }
  const { code, output, errors } = await runCli(['sessions', 'check', '--zip', '10001', '--asins', list, '--json'], {
    env,
  })
  assert.deepEqual([code, errors], [0, ''])
  type Answer = { without: Measured; with: Measured; sessions: Record<string, Record<string, number>> }
  const { without, with: within, sessions } = JSON.parse(output) as Answer
  assert.deepEqual([without.asked, without.placesProven, within.asked], [12, null, 12])
  assert.equal(within.placesProven, within.read, 'a record is a record for the place')
  assert.ok(within.read >= 10, output)
  assert.ok((sessions['com']?.['made'] ?? 0) >= 1 && (sessions['com']?.['proven'] ?? 0) >= 1)
})

test('sessions check says what is wrong with its arguments, and fails when no place was proven', async (t) => {
  const list = writeList(t, ['B0ELSEWHER'])
  const source = ['--source', 'sandbox']
  const none = await runCli(['sessions', 'check', '--asins', list, ...source])
  assert.deepEqual([none.code, /Name a place/.test(none.errors)], [2, true])
  const wrong = await runCli(['sessions', 'check', '--asins', list, '--zip', '123', ...source])
  assert.deepEqual(
    [wrong.code, /Invalid zip for B0ELSEWHER: it must be 5 digits/.test(wrong.errors)],
    [2, true],
    wrong.errors,
  )
  const empty = await runCli(['sessions', 'check', '--asins', writeList(t, ['']), '--zip', '10001', ...source])
  assert.deepEqual([empty.code, /has no ASINs/.test(empty.errors)], [2, true])
  const elsewhere = await runCli(['sessions', 'check', '--asins', list, '--zip', '10001', ...source])
  assert.deepEqual([elsewhere.code, /places proven +- +0/.test(elsewhere.output)], [1, true], elsewhere.output)
})
