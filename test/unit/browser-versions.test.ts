import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { areOldVersions, BROWSER_VERSIONS } from '../../adapters/fetch/source/browser-versions.ts'
import { headerProfiles } from '../../adapters/fetch/source/request-headers.ts'
import { ConfigError, readConfig } from '../../adapters/server/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-versions-'))
after(() => rmSync(folder, { recursive: true }))

function readVersions(json: string) {
  const file = join(folder, 'versions.json')
  writeFileSync(file, json)
  return readConfig({ SHELFMARK_USER_AGENTS: file }, 1).browserVersions
}

test('brands are those that Chromium sends', () => {
  const brandsOf = (chromium: number) => headerProfiles({ date: '2026-11-23', chromium }).map((one) => one['sec-ch-ua'])
  // Chrome 142 as seen in autumn 2025; Chromium 156 sends the first two of these in this order.
  assert.equal(brandsOf(142)[0], '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"')
  assert.equal(brandsOf(156)[0], '"Not:A-Brand";v="8", "Chromium";v="156", "Google Chrome";v="156"')
  assert.equal(brandsOf(156)[2], '"Not:A-Brand";v="8", "Chromium";v="156", "Microsoft Edge";v="156"')
})

test('profiles name the versions that are given, and no other browser', () => {
  const agents = (versions: object) =>
    headerProfiles({ date: '2026-11-23', ...versions }).map((one) => one['User-Agent'] ?? '')
  assert.equal(agents(BROWSER_VERSIONS).length, 4)
  assert.match(agents({ firefox: 160 }).join(), /^[^,]*rv:160\.0\) Gecko\/20100101 Firefox\/160\.0$/)
  assert.match(agents({ safari: '27.1' }).join(), /Version\/27\.1 Safari/)
  assert.ok(agents({ chromium: 160 }).every((agent) => agent.includes('Chrome/160.0.0.0')))
})

test('a file replaces the versions; mistakes in it are those of the setting', () => {
  const versions = { date: '2027-06-01', chromium: 170, safari: '27.4' }
  assert.deepEqual(readVersions(JSON.stringify(versions)), versions)
  assert.deepEqual(readConfig({}, 1).browserVersions, BROWSER_VERSIONS)
  for (const [json, reason] of [
    ['{', /SHELFMARK_USER_AGENTS: ".*" is not JSON/],
    ['{"date":"2027-06-01"}', /names no browser/],
    ['{"date":"2027-02-30","chromium":170}', /date: must be a day of the calendar/],
    ['{"date":"June","chromium":170}', /date: /],
    ['{"date":"2027-06-01","chromium":"170"}', /chromium: /],
    ['{"date":"2027-06-01","chrome":170}', /chrome: /],
    ['{"date":"2027-06-01","safari":"27 (x)"}', /safari: /],
  ] as const) {
    assert.throws(
      () => readVersions(json),
      (error) => error instanceof ConfigError && reason.test(error.message),
      json,
    )
  }
  assert.throws(() => readConfig({ SHELFMARK_USER_AGENTS: '/nonexistent' }, 1), /SHELFMARK_USER_AGENTS: ENOENT/)
})

test('versions are old after half a year', () => {
  const at = (date: string) => areOldVersions({ date: '2026-11-23', chromium: 156 }, Date.parse(date))
  assert.deepEqual([at('2026-11-23'), at('2027-05-24'), at('2027-05-27')], [false, false, true])
})
