import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSource } from '../support/imports.ts'
import { root } from '../support/root.ts'

const MAX_LINES = 300
const COUNTED = /\.(?:tsx?|md|lua)$/
const IGNORED = new Set(['node_modules', 'dist', 'dist-docs', 'dist-release', 'coverage', 'data', '.git'])

/** Longer files, and why each of them is longer. The list only shrinks: a file that is short enough must leave it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'test/contract/store.test.ts': 'what only the embedded store promises; to be split by subject',
  'test/service/cli-list.test.ts': 'lists of the command line; to be split by subject',
  'test/service/cli.test.ts': 'commands on saved pages; to be split by command',
  'test/service/client.test.ts': 'the client against one server; to be split by subject',
  'test/service/mcp.test.ts': 'tools for language models against one server; to be split by tool',
  'test/service/sandbox-server.test.ts': 'the served sandbox; to be split by subject',
  'test/service/source.test.ts': 'all sources of pages; to be split by source',
  'test/service/webhook.test.ts': 'webhooks of batches; to be split by subject',
  'test/unit/contract.test.ts': 'parameters, errors and answers of the interface; to be split by subject',
  'test/unit/policy.test.ts': 'rules of plans, credits and limits; to be split by rule',
}

/** Counted files of a folder and its folders, as paths from the top folder. */
function listCounted(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listCounted(path)
    return COUNTED.test(entry.name) ? [path] : []
  })
}

const counted = listCounted('.').map((path) => ({ path, lines: readSource(path).split('\n').length - 1 }))
const longer = counted.filter(({ lines }) => lines > MAX_LINES)

test('the files of all folders are counted', () => {
  assert.ok(counted.length > 800, `${counted.length} files`)
  for (const folder of ['.ci', 'adapters', 'bench', 'core', 'golden', 'selectors', 'test']) {
    assert.ok(
      counted.some(({ path }) => path.startsWith(`${folder}/`)),
      folder,
    )
  }
})

test(`a file has at most ${MAX_LINES} lines`, () => {
  const unexpected = longer.filter(({ path }) => !Object.hasOwn(EXCEPTIONS, path))
  assert.deepEqual(unexpected, [], 'split them by subject')
})

test('every exception is still needed', () => {
  const needed = new Set(longer.map(({ path }) => path))
  const needless = Object.keys(EXCEPTIONS).filter((path) => !needed.has(path))
  assert.deepEqual(needless, [], 'these files are short enough, or gone: remove them from EXCEPTIONS')
})
