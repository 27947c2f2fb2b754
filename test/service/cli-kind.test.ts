import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../support/cli-process.ts'

test('shelfmark kind prints the kind of each page, and its evidence', async () => {
  const { code, output } = await runCli([
    'kind',
    'golden/state/in/empty-search/page.html',
    'golden/state/com/captcha-image/page.html',
  ])
  assert.equal(code, 0)
  assert.match(
    output,
    /^kind +page +evidence\n-.*\nunknown +golden\/state\/in.*\ncaptcha +golden\/state\/com.* marker .*\n$/,
  )
  const refused = await runCli(['kind', 'golden/state/in/empty-search/page.html', '--status', '404'])
  assert.match(refused.output, /\nnot_found .* status 404\n$/)
  const moved = await runCli(['kind', 'golden/state/in/empty-search', '--url', 'https://x/ap/signin'])
  assert.match(moved.output, /\nsign_in /)
})

test('shelfmark kind refuses a page that does not exist, no page and an invalid status', async () => {
  const missing = await runCli(['kind', 'no-such-page.html'])
  assert.equal(missing.code, 2)
  assert.match(missing.errors, /^shelfmark: .*no-such-page\.html/)
  assert.equal((await runCli(['kind'])).code, 2)
  assert.equal((await runCli(['kind', 'golden/state/in/empty-search', '--status', 'gone'])).code, 2)
})

test('shelfmark kind --json prints a line for each page', async () => {
  const { code, output } = await runCli(['kind', 'golden/state/com/captcha-image', '-', '--json'], {
    input: 'PK\u0003\u0004',
  })
  assert.equal(code, 1)
  const [captcha, unreadable, ...more] = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(captcha, {
    file: 'golden/state/com/captcha-image/page.html',
    page_url: null,
    kind: 'captcha',
    evidence: 'marker "validateCaptcha" in a page of 582 bytes',
    error: null,
  })
  assert.deepEqual(
    { ...unreadable, error: null },
    { file: '-', page_url: null, kind: 'unknown', evidence: null, error: null },
  )
  assert.deepEqual(more, [])
})
