import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../support/cli-process.ts'

test('a message above 10 MB ends the server on standard input with a sentence', async () => {
  const message = `{"jsonrpc":"2.0","id":1,"method":"${'a'.repeat(11 * 1024 * 1024)}"}\n`
  const { code, errors, output } = await runCli(['mcp', '--source', 'sandbox'], { input: message })
  assert.deepEqual([code, output], [2, ''])
  assert.match(errors, /^shelfmark: The connection has ended: .*maximum size/)
})
