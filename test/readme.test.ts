import assert from 'node:assert/strict'
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldTable } from '../adapters/schema/field-table.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Runs a command of the README as a reader would, with the package that was built. */
function runShell(command: string): string {
  const cli = `node ${join(root, 'dist/adapters/cli/main.js')}`
  return execSync(command.replaceAll('npx shelfmark', cli), { cwd: root, encoding: 'utf8' })
}

test('commands with output print just that', () => {
  const blocks = [...readme.matchAll(/```console\n\$ (.+)\n([\s\S]*?)```/g)]
  assert.ok(blocks.length >= 3, `${blocks.length} commands`)
  for (const [, command = '', output] of blocks) assert.equal(output, runShell(command), command)
})

test('examples of the library print just what the README says', () => {
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)]
  assert.ok(blocks.length >= 2, `${blocks.length} examples`)
  for (const [, program = '', output] of blocks) {
    const file = join(root, 'test/readme-example.tmp.mjs')
    writeFileSync(file, program)
    try {
      assert.equal(output, execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' }), program)
    } finally {
      rmSync(file)
    }
  }
})

test('the tables of fields are those of the schemas', () => {
  for (const name of ['product', 'card'] as const) {
    const table = new RegExp(`<!-- fields of ${name} -->\\n([\\s\\S]*?)<!-- end -->`).exec(readme)?.[1]
    assert.equal(table?.trim(), fieldTable(name).trim())
  }
})

test('scripts, files and folders that the README names exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 0)
  for (const name of named) assert.ok(name in scripts, name)
  const paths = [...readme.matchAll(/`((?:core|selectors|adapters|golden|bench)(?:\/[\w./-]+)?)`/g)]
  assert.ok(paths.length > 10)
  for (const [, path = ''] of paths) assert.ok(existsSync(join(root, path)), path)
})
