import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SignInRecorder } from '../../adapters/http/people/sign-in-recorder.ts'
import { recordCommand } from '../../adapters/http/route/record-command.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import type { AuditEntry } from '../../adapters/store/audit.ts'
import type { Store } from '../../adapters/store/store.ts'
import { runCli } from '../support/cli-process.ts'
import { ADMIN_TOKEN, headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const ALL = { from: '2000-01-01', to: '2999-12-31' }
const NOW = Date.parse('2026-03-15T12:00:00Z')

const listAll = async (bench: Bench): Promise<readonly AuditEntry[]> =>
  (await bench.administrate('audit.list', { ...ALL, limit: 500 })).entries

const post = (bench: Bench, command: string, input: object, key = ADMIN_TOKEN): Promise<Answer> =>
  bench.callAdmin(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input), key })

async function withStore(t: TestContext): Promise<Store> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-audit-'))
  const store = await openSqliteStore({ directory, epochMs: () => NOW })
  t.after(async () => {
    await store.close()
    rmSync(directory, { recursive: true })
  })
  return store
}

test('every change of an operator is recorded with who, what and how it ended; reads are not', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const { id: workspace } = await bench.administrate('workspaces.create', { name: 'Secret Customer', plan: 'pro' })
  const terms = { name: 'Secret Crawler', allowedAddresses: ['203.0.113.7'], scopes: ['read'] }
  const { key, fullKey } = await bench.administrate('keys.create', { workspace, kind: 'live', ...terms })
  await bench.administrate('keys.list', { workspace })
  await bench.administrate('workspaces.list', {})
  assert.equal((await post(bench, 'keys.revoke', { key: 'key_none' })).status, 404)
  assert.equal((await post(bench, 'keys.revoke', {})).status, 400)
  // A key in the wrong member.
  assert.equal((await post(bench, 'keys.revoke', { key: fullKey })).status, 404)
  await bench.administrate('keys.revoke', { key: key.id })

  const entries = (await listAll(bench)).toReversed()
  const facts = entries.map(({ command, outcome, workspaceId, subjectId, input }) => {
    return [command, outcome, workspaceId, subjectId, input]
  })
  const hidden = '(not recorded)'
  const given = { workspace, kind: 'live', name: hidden, allowedAddresses: hidden, scopes: ['read'] }
  assert.deepEqual(facts, [
    ['workspaces.create', 'ok', workspace, workspace, { name: hidden, plan: 'pro' }],
    ['keys.create', 'ok', workspace, key.id, given],
    ['keys.revoke', 'unknown_key', null, null, { key: 'key_none' }],
    ['keys.revoke', 'unknown_key', null, null, { key: `${fullKey.slice(0, 21)}…` }],
    ['keys.revoke', 'ok', workspace, key.id, { key: key.id }],
  ])
  for (const { actor, address } of entries) assert.deepEqual([actor, address], ['token', '127.0.0.1'])
  const text = JSON.stringify(entries)
  for (const secret of [fullKey, fullKey.slice(21), ADMIN_TOKEN, 'Secret C', '203.0.113.7']) {
    assert.ok(!text.includes(secret), secret)
  }
  const own = await bench.administrate('audit.list', { ...ALL, workspace })
  assert.equal(own.entries.length, 3)
  assert.equal((await bench.administrate('audit.list', { from: '2000-01-01', to: '2000-01-02' })).entries.length, 0)
})

test('sessions are named in the log, and guessed tokens cause few entries', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const origin = { 'Sec-Fetch-Site': 'same-origin' }
  const signIn = (token: string): Promise<Answer> =>
    bench.callAdmin('/admin/session', { method: 'POST', body: JSON.stringify({ token }), headers: origin })
  for (let count = 0; count < 40; count++) assert.equal((await signIn('a wrong token')).status, 401)
  assert.equal((await post(bench, 'workspaces.list', {}, 'another wrong token')).status, 401)
  const answer = await signIn(ADMIN_TOKEN)
  const cookie = headerOf(answer, 'set-cookie')?.split(';')[0] ?? ''
  const { csrf_token } = jsonOf(answer) as { csrf_token: string }
  const headers = { ...origin, Cookie: cookie, 'Shelfmark-CSRF': csrf_token, Authorization: '' }
  const body = JSON.stringify({ name: 'by a person' })
  assert.equal((await bench.callAdmin('/admin/v1/workspaces.create', { method: 'POST', body, headers })).status, 200)

  await until(async () => (await listAll(bench)).length === 3, 'the sign-ins are recorded')
  const entries = await listAll(bench)
  const byOutcome = (command: string, outcome: string): AuditEntry | undefined =>
    entries.find((entry) => entry.command === command && entry.outcome === outcome)
  assert.deepEqual(byOutcome('session.open', 'unauthorized')?.input, { count: 1 })
  const actor = byOutcome('session.open', 'ok')?.actor ?? ''
  assert.match(actor, /^session:[\w-]{8}$/)
  assert.equal(byOutcome('workspaces.create', 'ok')?.actor, actor)
  assert.ok(!JSON.stringify(entries).includes('wrong token') && !cookie.includes(actor.slice(8)))
})

/** Waits for work while timers are mocked: those of the store pass at once. */
async function withTimers<Result>(t: TestContext, work: Promise<Result>): Promise<Result> {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  while (!over.signal.aborted) {
    t.mock.timers.tick(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}

test('refused sign-ins of an hour are one entry, also when the server ends', async (t) => {
  const store = await withStore(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const recorder = new SignInRecorder({ audit: store.audit, log: { error: () => undefined }, epochMs: () => NOW })
  const list = async (): Promise<unknown[]> => {
    const { entries } = await store.audit.list({ fromMs: 0, toMs: NOW + 1, limit: 100 })
    return entries.map(({ outcome, address, input }) => [outcome, address, input['count']])
  }
  for (let index = 0; index < 500; index++) recorder.refuse(`192.0.2.${index % 250}`)
  t.mock.timers.tick(3_600_000)
  for (let index = 0; index < 7; index++) recorder.refuse(null)
  await withTimers(t, recorder.close())
  const expected = [
    ['unauthorized', null, 7],
    ['unauthorized', '192.0.2.1', 499],
    ['unauthorized', '192.0.2.0', 1],
  ]
  assert.deepEqual(await list(), expected)
  await withTimers(t, recorder.close())
  t.mock.timers.reset()
  assert.deepEqual(await list(), expected)
})

test('a command that can not be recorded does not run', async (t) => {
  const store = await withStore(t)
  const command = { name: 'workspaces.create', input: {}, operator: { actor: 'token', address: null }, nowMs: NOW }
  const broken = { ...store.audit, begin: () => Promise.reject(new Error('the disk is full')) }
  let runs = 0
  const perform = async (): Promise<number> => ++runs
  await assert.rejects(recordCommand(broken, command, perform), /the disk is full/)
  assert.equal(runs, 0)

  // Once it has run, its result is not withheld.
  const halfBroken = {
    begin: store.audit.begin.bind(store.audit),
    list: store.audit.list.bind(store.audit),
    forget: store.audit.forget.bind(store.audit),
    end: () => Promise.reject(new Error('the disk is full')),
  }
  assert.equal(await recordCommand(halfBroken, command, perform), 1)
  const { entries } = await store.audit.list({ fromMs: 0, toMs: NOW + 1, limit: 10 })
  assert.deepEqual(
    entries.map(({ outcome }) => outcome),
    [null],
  )
})

test('the command line records its own commands, and prints the log', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-audit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => runCli(args, { env: { SHELFMARK_DATA: folder } })
  const { id } = JSON.parse((await run('workspaces', 'create', 'shop', '--json')).output) as { id: string }
  await run('keys', 'create', 'crawler')
  const file = join(folder, 'copy.sqlite')
  await run('backup', file)
  const { output, code } = await run('audit', '--json')
  assert.equal(code, 0)
  const entries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry)
  assert.deepEqual(
    entries.map(({ command, outcome, workspaceId }) => [command, outcome, workspaceId]),
    [
      ['store.backup', 'ok', null],
      ['keys.create', 'ok', id],
      ['workspaces.create', 'ok', id],
    ],
  )
  for (const { actor } of entries) assert.equal(actor, `command-line:${process.getuid?.()}`)
  assert.deepEqual(entries[0]?.input, { file })
  assert.match((await run('audit', '--workspace', id)).output, /keys\.create +ok/)
  assert.equal((await run('audit', '--from', 'yesterday')).code, 2)
})
