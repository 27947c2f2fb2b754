import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/root.ts'

const readme = readFileSync(join(root, 'core/html/README.md'), 'utf8')

test('the README of core/html cites tests that exist', () => {
  const rows = readme.split('\n').filter((line) => /^\| (?!---|Trick|Room|Test)/.test(line) && line.includes('"'))
  assert.ok(rows.length > 15, `only ${rows.length} rows`)
  for (const row of rows) {
    const cell = row.split('|').at(-2) ?? ''
    const file = /`([\w-]+\.test\.ts)`/.exec(cell)?.[1] ?? 'html-cost.test.ts'
    const source = readFileSync(join(root, 'test/unit', file), 'utf8')
    for (const [, title = ''] of cell.matchAll(/"([^"]+)"/g)) {
      assert.ok(source.includes(`test('${title.replaceAll('&lt;', '<')}'`), `${file} has no test "${title}"`)
    }
  }
})

test('the README of core/html names files that exist', () => {
  const named = [...readme.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path)
  assert.ok(named.length > 20, `only ${named.length} files`)
  const folders = ['', 'test/unit', ...['', 'encoding', 'tokenize', 'tree', 'index'].map((room) => `core/html/${room}`)]
  const missing = named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))
  assert.deepEqual(missing, [])
})
