import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startCli } from '../support/cli-process.ts'
import { installIn, installNode, runIn, skipWithoutRegistry } from '../support/packed-package.ts'
import { until } from '../support/wait.ts'

const SUITE = '@modelcontextprotocol/conformance'
const VERSION = '0.1.16'
/** Version of Node that the suite runs on. */
const NODE_MAJOR = 24

/** The others call tools, prompts and resources that only a server made for the suite has. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-conformance-'))
after(() => rmSync(folder, { recursive: true }))

test('the MCP server passes the conformance suite of the protocol', async (t) => {
  const node = (await installIn(folder, [`${SUITE}@${VERSION}`])) ? await installNode(folder, NODE_MAJOR) : null
  if (node === null) {
    skipWithoutRegistry(t)
    return
  }
  const cli = startCli(['mcp', '--source', 'sandbox', '--port', '0'])
  t.after(async () => {
    cli.kill('SIGTERM')
    await cli.ended
  })
  const findAddress = (): string => /http:\S+/.exec(cli.errors())?.[0] ?? ''
  await until(
    () => findAddress() !== '',
    () => cli.errors(),
  )
  const url = findAddress().replace('127.0.0.1', 'localhost')
  for (const scenario of SCENARIOS) {
    const args = [`node_modules/${SUITE}/dist/index.js`, 'server', '--url', url, '--scenario', scenario]
    const { stdout } = await runIn(folder, 'node', args, node)
    assert.match(stdout, /Passed: (\d+)\/\1, 0 failed, 0 warnings/, scenario)
  }
})
