// Takes more than 20 seconds: processes that write are killed again and again.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'
import { settleForever } from '../support/settle-forever.ts'
import { until } from '../support/wait.ts'

function createFolder(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  t.after(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** Starts a process that charges, and waits for its first charge. `shell`: commands to run before it. */
async function startSettling(directory: string, { maxRefused = 1, shell = '' } = {}) {
  const source = JSON.stringify(builtPath('test/support/settle-forever.js'))
  const code = `import(${source}).then((m) => m.${settleForever.name}(${JSON.stringify(directory)}, ${maxRefused}))`
  // To a file, because a killed process may lose what it has written to a pipe.
  const output = join(directory, 'output')
  const fd = openSync(output, 'w')
  const child = spawn('bash', ['-c', `${shell} exec "$0" -e "$1"`, process.execPath, code], {
    cwd: root,
    stdio: ['ignore', fd, 'inherit'],
  })
  closeSync(fd)
  const ended = once(child, 'close') as Promise<[number | null]>
  while (statSync(output).size === 0 && child.exitCode === null) await setTimeout(5)
  const readLines = () => readFileSync(output, 'utf8').split('\n').slice(0, -1)
  return { child, ended, readLines }
}

function readLedger(directory: string): string[] {
  const database = new DatabaseSync(join(directory, 'shelfmark.sqlite'))
  try {
    return (database.prepare('SELECT charge_id FROM ledger').all() as { charge_id: string }[]).map(
      (row) => row.charge_id,
    )
  } finally {
    database.close()
  }
}

test('every confirmed charge is in the ledger once, wherever the process is killed', async (t) => {
  const directory = createFolder(t)
  const confirmed: string[] = []
  for (let kill = 0; kill < 10; kill++) {
    const { child, ended, readLines } = await startSettling(directory)
    await until(() => readLines().length >= 15, '15 charges')
    await setTimeout(Math.random() * 150)
    child.kill('SIGKILL')
    await ended
    confirmed.push(...readLines())
  }
  assert.ok(confirmed.length > 100, `only ${confirmed.length} charges`)
  assert.ok(
    confirmed.every((line) => line.startsWith('charged ')),
    confirmed.find((line) => !line.startsWith('charged ')),
  )

  const store = await openSqliteStore({ directory })
  const check = await store.ledger.check()
  await store.close()
  const ledger = readLedger(directory)
  assert.equal(new Set(ledger).size, ledger.length)
  const written = new Set(ledger)
  assert.deepEqual(
    confirmed.filter((line) => !written.has(line.slice('charged '.length))),
    [],
  )
  assert.deepEqual(check, { charges: ledger.length, credits: 5 * ledger.length, differences: [] })
  // Each of the ten processes had at most 20 charges that were written and not confirmed.
  assert.ok(ledger.length - confirmed.length <= 200, `${ledger.length - confirmed.length} unconfirmed charges`)
})

test('charges that do not fit on a full disk are refused, and not written', async (t) => {
  const directory = createFolder(t)
  // Files are limited to 1.5 MiB. Without the trap, the signal would end the process.
  const { ended, readLines } = await startSettling(directory, {
    maxRefused: 100,
    shell: `trap '' XFSZ; ulimit -f 1536;`,
  })
  const [code] = await ended
  assert.equal(code, 0)
  const lines = readLines().map((line) => line.split(' '))
  const charged = lines.filter(([outcome]) => outcome === 'charged').map(([, id = '']) => id)
  const refused = lines.filter(([outcome]) => outcome === 'unavailable').map(([, id]) => id)
  assert.ok(charged.length > 100 && refused.length >= 100, `${charged.length} charged, ${refused.length} refused`)
  assert.equal(charged.length + refused.length, lines.length)

  const store = await openSqliteStore({ directory })
  const check = await store.ledger.check()
  await store.close()
  assert.deepEqual(readLedger(directory).toSorted(), charged.toSorted())
  assert.deepEqual(check, { charges: charged.length, credits: 5 * charged.length, differences: [] })
})

test('only one process can open a store; another can when that process is dead', async (t) => {
  const directory = createFolder(t)
  const { child, ended } = await startSettling(directory)
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'locked' })
  child.kill('SIGKILL')
  await ended
  const store = await openSqliteStore({ directory })
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'locked' })
  assert.equal((await store.workspaces.list()).length, 1)
  await store.close()
})
