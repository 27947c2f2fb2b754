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
