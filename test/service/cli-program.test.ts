import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { runCli } from '../support/cli-process.ts'

test('help and -v are the words that people try first', async () => {
  for (const [words, same] of [
    [['help'], ['--help']],
    [
      ['help', 'extract'],
      ['extract', '--help'],
    ],
    [
      ['help', 'keys', 'create'],
      ['keys', 'create', '-h'],
    ],
    [['-v'], ['--version']],
  ] as const) {
    const [given, expected] = await Promise.all([runCli(words), runCli(same)])
    assert.deepEqual(given, expected)
    assert.deepEqual([given.code, given.errors], [0, ''])
  }
})

test('a port that is in use is named, with what to do', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  for (const command of ['sandbox', 'mcp']) {
    const { code, output, errors } = await runCli([command, '--port', String(port)])
    assert.deepEqual([code, output], [2, ''], errors)
    const expected = `shelfmark: Port ${port} of 127.0.0.1 is in use. Choose another port, or stop the program that listens on it.\n`
    assert.equal(errors, expected)
  }
})

const BREAK_A_SELECTOR = `export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!url.endsWith('/selectors/base/product/item.js')) return loaded
  return { ...loaded, source: String(loaded.source).replace('input#ASIN', 'h1:hover') }
}`

test('a wrong selector is named, without a stack', async () => {
  const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(toUrl(BREAK_A_SELECTOR))})`
  for (const command of ['list', 'diff', 'grounding']) {
    const { code, output, errors } = await runCli(['golden', command], {
      env: { NODE_OPTIONS: `--import=${toUrl(register)}`, NODE_NO_WARNINGS: '1' },
    })
    assert.deepEqual([code, output], [2, ''], errors)
    assert.match(
      errors,
      /^shelfmark: \S+\.product\.asin\.form\[0\]: selector "h1:hover::attr\(value\)": ":hover" is not supported\n$/,
    )
  }
})
