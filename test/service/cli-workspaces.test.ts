import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Workspace } from '../../adapters/store/workspaces.ts'
import { runCli } from '../support/cli-process.ts'

test('workspaces: terms of a custom plan are given and changed one by one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-workspaces-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => runCli(['workspaces', ...args], { env: { SHELFMARK_DATA: folder } })
  const created = await run('create', 'shop', '--plan', 'custom', '--included-requests', '300000', '--json')
  const { id, overrides } = JSON.parse(created.output) as Workspace
  assert.deepEqual(overrides, { includedRequests: 300_000 })
  const changed = await run('update', id, '--stored-bytes', '500000000000', '--concurrency', '400', '--json')
  const terms = { includedRequests: 300_000, concurrency: 400, storedBytes: 500_000_000_000 }
  assert.deepEqual((JSON.parse(changed.output) as Workspace).overrides, terms)
  // Without terms, they stay.
  const renamed = await run('update', id, '--pay-as-you-go', '--json')
  assert.deepEqual((JSON.parse(renamed.output) as Workspace).overrides, terms)
  const capped = await run('update', id, '--spending-cap', '50000', '--json')
  assert.equal((JSON.parse(capped.output) as Workspace).spendingCap, 50_000)
  assert.match((await run('list')).output, /spending cap.*\n.*\n.* 50000 /)
  const free = await run('update', id, '--spending-cap', 'none', '--json')
  assert.deepEqual([(JSON.parse(free.output) as Workspace).spendingCap, free.code], [null, 0])
  assert.equal((await run('update', id, '--spending-cap', 'much')).code, 2)
  for (const bad of ['many', '5']) {
    const { code, errors } = await run('update', id, `--included-requests=${bad}`)
    assert.equal(code, 2, errors)
    assert.match(errors, /included-?requests/i)
  }
})
