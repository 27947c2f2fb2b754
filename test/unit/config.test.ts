import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../adapters/server/config.ts'
import { root } from '../support/root.ts'

const PROCESSORS = 2

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment, PROCESSORS)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment gives a server that only this machine can reach', () => {
  const config = readConfig({}, PROCESSORS)
  assert.equal(config.host, '127.0.0.1')
  assert.deepEqual([config.port, config.adminPort, config.source], [8080, 8081, 'live'])
  assert.deepEqual([config.adminToken, config.keyPepper, config.proxies], [null, null, []])
})

test('the README of the server has a row for every setting, with its default', () => {
  const folder = join(root, 'adapters/server')
  const files = [
    'alert-settings.ts',
    'browser-version-settings.ts',
    'fetch-service-settings.ts',
    'shared-settings.ts',
    'config.ts',
  ]
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  const foreign = source.slice(source.indexOf('const FOREIGN'))
  const names = [...source.matchAll(/'(SHELFMARK_[A-Z_]+)'/g)].map(([, name = '']) => name)
  const settings = names.filter((name) => !foreign.includes(`'${name}'`))
  assert.ok(settings.length > 20)
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `(SHELFMARK_[A-Z_]+)` \| .+? \| (.+?) \|/gm)]
  const defaults = new Map(rows.map(([, name = '', text = '']) => [name, text.replaceAll('`', '')]))
  assert.deepEqual([...defaults.keys()].toSorted(), [...new Set(settings)].toSorted())
  // A variable that is set to its default changes nothing.
  const spelled = [...defaults].filter(([, text]) => /^[\w.]+$/.test(text) && text !== 'none')
  assert.ok(spelled.length > 10)
  assert.deepEqual(readConfig(Object.fromEntries(spelled), PROCESSORS), readConfig({}, PROCESSORS))
})

test('all mistakes are reported at once, each with the name of its variable', () => {
  const problems = problemsOf({
    SHELFMARK_PORT: '80000',
    SHELFMARK_SOURCE: 'web',
    SHELFMARK_ADMIN_TOKEN: 'short',
    SHELFMARK_PROXIES: 'http://one.example:3128, two',
    SHELFMARK_UPSTREAM: 'www.amazon.de',
    SHELFMARK_POTR: '8080',
    SHELFMARK_KEY_PEPPER_FILE: '/nonexistent',
  })
  const names = problems.map((problem) => problem.split(':')[0] ?? '')
  assert.deepEqual(
    new Set(names),
    new Set([
      'SHELFMARK_ADMIN_TOKEN',
      'SHELFMARK_KEY_PEPPER_FILE',
      'SHELFMARK_PORT',
      'SHELFMARK_POTR',
      'SHELFMARK_PROXIES',
      'SHELFMARK_SOURCE',
      'SHELFMARK_UPSTREAM',
    ]),
  )
})

test('a mistake in a secret does not repeat it', () => {
  const problems = problemsOf({ SHELFMARK_ADMIN_TOKEN: 'hunter2', SHELFMARK_PROXIES: 'user:hunter2@proxy' })
  assert.equal(problems.length, 2)
  assert.doesNotMatch(problems.join(), /hunter2/)
})

test('a secret can come from a file, and not from two places', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'shelfmark-config-')), 'token')
  writeFileSync(file, 'a token of some length\n')
  const { adminToken } = readConfig({ SHELFMARK_ADMIN_TOKEN_FILE: file }, PROCESSORS)
  assert.equal(adminToken, 'a token of some length')
  const twice = problemsOf({ SHELFMARK_ADMIN_TOKEN_FILE: file, SHELFMARK_ADMIN_TOKEN: 'another of some length' })
  assert.match(twice.join(), /given twice/)
})

test('upstreams replace the hosts of marketplaces', () => {
  const { upstreams } = readConfig(
    { SHELFMARK_UPSTREAM: 'www.amazon.de=http://127.0.0.1:9000/,*=http://c:1' },
    PROCESSORS,
  )
  assert.deepEqual(
    [...upstreams],
    [
      ['www.amazon.de', 'http://127.0.0.1:9000'],
      ['*', 'http://c:1'],
    ],
  )
})

test('saved pages need a folder', () => {
  assert.match(problemsOf({ SHELFMARK_SOURCE: 'directory' }).join(), /SHELFMARK_PAGES/)
})

test('a service that fetches needs an address, and has headers of any value', () => {
  assert.match(problemsOf({ SHELFMARK_SOURCE: 'fetch-service' }).join(), /SHELFMARK_FETCH_SERVICE_URL: must be set/)
  const { fetchService } = readConfig(
    {
      SHELFMARK_SOURCE: 'fetch-service',
      SHELFMARK_FETCH_SERVICE_URL: 'https://fetch.example/?url={url}',
      SHELFMARK_FETCH_SERVICE_HEADERS: 'Authorization: Basic a,b=\n\nX-Tag: a: b',
    },
    PROCESSORS,
  )
  assert.deepEqual(fetchService?.headers, { Authorization: 'Basic a,b=', 'X-Tag': 'a: b' })
  const problems = problemsOf({
    SHELFMARK_FETCH_SERVICE_URL: 'https://fetch.example/?key=hunter2&url={adress}',
    SHELFMARK_FETCH_SERVICE_HEADERS: 'X-Tag: a\nhunter2',
    SHELFMARK_FETCH_SERVICE_BODY: 'content',
  })
  assert.deepEqual(problems, [
    'SHELFMARK_FETCH_SERVICE_HEADERS: line 2 must have the form "Name: value"',
    'SHELFMARK_FETCH_SERVICE_BODY: needs SHELFMARK_FETCH_SERVICE_ANSWER=json',
    'SHELFMARK_FETCH_SERVICE_URL: has the unknown placeholder {adress}. There are {url}, {domain}, {country}, {language}, {zip}, {city}, {ship_to}',
  ])
})

test('batches, webhooks and Redis have settings with defaults', () => {
  const plain = readConfig({}, PROCESSORS)
  assert.deepEqual(plain.batches, {
    intervalMs: 60_000,
    itemsPerRun: 100,
    fetches: 16,
    resultsKeptMs: 7 * 24 * 60 * 60 * 1000,
    recordsKeptMs: 90 * 24 * 60 * 60 * 1000,
    requestLog: { keptMs: 7 * 24 * 60 * 60 * 1000, most: 50_000 },
  })
  // A record stays at least as long as its results.
  const { batches } = readConfig({ SHELFMARK_RESULTS_DAYS: '365' }, PROCESSORS)
  assert.equal(batches.recordsKeptMs, batches.resultsKeptMs)
  const shorter = problemsOf({ SHELFMARK_RESULTS_DAYS: '30', SHELFMARK_RECORDS_DAYS: '29' })
  assert.match(shorter.join(), /SHELFMARK_RECORDS_DAYS: "29" is not a whole number from 30/)
  assert.deepEqual([plain.shared, plain.runsBatches, plain.masterKey, plain.webhookOrigins], [null, true, null, []])
  const { shared, runsBatches, webhookOrigins } = readConfig(
    {
      SHELFMARK_DATABASE_URL: 'postgres://user:secret@postgres/shelfmark',
      SHELFMARK_REDIS_URL: 'rediss://user:secret@redis:6380/1',
      SHELFMARK_BATCHES: 'off',
      SHELFMARK_WEBHOOK_ALLOW: 'http://127.0.0.1:9000/hooks, https://receiver.internal',
    },
    PROCESSORS,
  )
  const [databaseUrl, redisUrl] = ['postgres://user:secret@postgres/shelfmark', 'rediss://user:secret@redis:6380/1']
  assert.deepEqual([shared, runsBatches], [{ databaseUrl, redisUrl }, false])
  assert.deepEqual(webhookOrigins, ['http://127.0.0.1:9000', 'https://receiver.internal'])
})

test('during a rotation, other secrets are given; keys may have had no pepper', () => {
  const read = (environment: Readonly<Record<string, string>>) => {
    const { oldKeyPepper, oldMasterKey } = readConfig(environment, PROCESSORS)
    return [oldKeyPepper, oldMasterKey]
  }
  assert.deepEqual(read({}), [undefined, null])
  const [pepper, masterKey] = ['p'.repeat(16), 'm'.repeat(32)]
  const both = { SHELFMARK_KEY_PEPPER_OLD: pepper, SHELFMARK_MASTER_KEY_OLD: masterKey }
  assert.deepEqual(read(both), [pepper, masterKey])
  assert.deepEqual(read({ SHELFMARK_KEY_PEPPER_OLD: 'none' }), [null, null])
  const short = problemsOf({ SHELFMARK_KEY_PEPPER_OLD: 'hunter2', SHELFMARK_MASTER_KEY_OLD: 'hunter2' })
  assert.match(short.join(), /KEY_PEPPER_OLD: must have at least 16 .*MASTER_KEY_OLD: must have at least 32/)
  assert.ok(!short.join().includes('hunter2'))
})

test('mistakes in them are reported, and a password is not repeated', () => {
  const problems = problemsOf({
    SHELFMARK_DATABASE_URL: 'mysql://user:hunter2@db',
    SHELFMARK_REDIS_URL: 'http://user:hunter2@redis',
    SHELFMARK_MASTER_KEY: 'hunter2',
    SHELFMARK_BATCH_INTERVAL_MS: '0',
    SHELFMARK_BATCH_ITEMS: 'many',
    SHELFMARK_BATCH_FETCHES: '0',
    SHELFMARK_RESULTS_DAYS: '-1',
    SHELFMARK_WEBHOOK_ALLOW: 'receiver',
  })
  assert.deepEqual(
    new Set(problems.map((problem) => problem.split(':')[0])),
    new Set([
      'SHELFMARK_BATCH_FETCHES',
      'SHELFMARK_BATCH_INTERVAL_MS',
      'SHELFMARK_BATCH_ITEMS',
      'SHELFMARK_DATABASE_URL',
      'SHELFMARK_MASTER_KEY',
      'SHELFMARK_REDIS_URL',
      'SHELFMARK_RESULTS_DAYS',
      'SHELFMARK_WEBHOOK_ALLOW',
    ]),
  )
  assert.doesNotMatch(problems.join(), /hunter2/)
  assert.match(problemsOf({ SHELFMARK_BATCHES: 'off' }).join(), /SHELFMARK_BATCHES/)
  // A URL can name several hosts of PostgreSQL.
  const [database, redis] = ['SHELFMARK_DATABASE_URL', 'SHELFMARK_REDIS_URL']
  const hosts = (list: string) => ({ [database]: `postgresql://user:hunter2,@${list}/x`, [redis]: 'redis://redis' })
  assert.deepEqual(problemsOf(hosts('one:5432,two:5433,[::1]')), [])
  assert.match(problemsOf(hosts('one:5432,two:port')).join(), /^SHELFMARK_DATABASE_URL: must have the form postgres:/)
  assert.match(
    problemsOf({ ...hosts('one'), [redis]: 'redis://one:1,two:2' }).join(),
    /^SHELFMARK_REDIS_URL: must have/,
  )
  // Both servers, or none.
  assert.match(problemsOf({ [database]: 'postgres://db/x' }).join(), /^SHELFMARK_REDIS_URL: must be set with/)
  assert.match(problemsOf({ [redis]: 'redis://redis' }).join(), /^SHELFMARK_DATABASE_URL: must be set with/)
})

test('alerts to operators need an address and a secret, which are not repeated; the address may be private', () => {
  const secret = 's'.repeat(16)
  const read = (environment: Record<string, string>) => readConfig(environment, PROCESSORS).alerts
  assert.equal(read({}), null)
  for (const url of ['https://chat.example/hook/1', 'http://10.0.0.7:9000/alerts']) {
    assert.deepEqual(read({ SHELFMARK_ALERT_URL: url, SHELFMARK_ALERT_SECRET: secret }), { url, secret })
  }
  for (const [url, given, problem] of [
    ['https://chat.example/hunter2', '', /^SHELFMARK_ALERT_SECRET: must be set for SHELFMARK_ALERT_URL, /],
    ['https://chat.example/hunter2', 'hunter2', /^SHELFMARK_ALERT_SECRET: must have at least 16 characters$/],
    ['', secret, /^SHELFMARK_ALERT_URL: must be set for SHELFMARK_ALERT_SECRET$/],
    ['hunter2', secret, /^SHELFMARK_ALERT_URL: is not an http\(s\) URL$/],
    ['https://me:hunter2@chat.example/', secret, /^SHELFMARK_ALERT_URL: must not name a user or a password$/],
  ] as const) {
    const problems = problemsOf({ SHELFMARK_ALERT_URL: url, SHELFMARK_ALERT_SECRET: given })
    assert.equal(problems.length, 1, problems.join())
    assert.match(problems[0] ?? '', problem)
    assert.doesNotMatch(problems.join(), /hunter2/)
  }
})

test('a browser is a program or an address, and needed for its source', () => {
  const browserOf = (environment: Record<string, string>) => readConfig(environment, PROCESSORS).browser
  assert.equal(browserOf({}), null)
  const [path] = process.argv as [string]
  const started = { at: { path, hasSandbox: false }, pages: 2, recycleAfter: 9 }
  const settings = { SHELFMARK_BROWSER_SANDBOX: 'off', SHELFMARK_BROWSER_PAGES: '2', SHELFMARK_BROWSER_RECYCLE: '9' }
  assert.deepEqual(browserOf({ SHELFMARK_BROWSER_PATH: path, ...settings }), started)
  for (const url of ['http://127.0.0.1:9222', 'wss://browser.example/?token=x']) {
    assert.deepEqual(browserOf({ SHELFMARK_BROWSER_URL: url })?.at, { url })
  }
  for (const [environment, problem] of [
    [{ SHELFMARK_SOURCE: 'browser' }, /^SHELFMARK_BROWSER_PATH: must name a Chromium/],
    [{ SHELFMARK_BROWSER_PATH: '/nonexistent' }, /does not exist$/],
    [
      { SHELFMARK_BROWSER_URL: 'secret' },
      /^SHELFMARK_BROWSER_URL: must have the form http:\/\/host:9222, or ws:\/\/\.\.\.$/,
    ],
    [{ SHELFMARK_BROWSER_URL: 'http://x', SHELFMARK_BROWSER_PATH: path }, /not both$/],
    [{ SHELFMARK_BROWSER_PAGES: '0' }, /^SHELFMARK_BROWSER_PAGES/],
  ] as const) {
    const problems = problemsOf(environment)
    assert.equal(problems.length, 1, problems.join())
    assert.match(problems[0] ?? '', problem)
  }
})

test('a setting that does not exist is named, with the one that is probably meant', () => {
  assert.deepEqual(problemsOf({ SHELFMARK_DTA: 'x', SHELFMARK_XYZZY_QUUX: 'x' }), [
    'SHELFMARK_DTA: there is no such setting. Did you mean SHELFMARK_DATA?',
    'SHELFMARK_XYZZY_QUUX: there is no such setting',
  ])
})
