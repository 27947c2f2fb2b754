import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/root.ts'

const readme = ['README.md', 'operation.md']
  .map((name) => readFileSync(join(root, 'adapters/store', name), 'utf8'))
  .join('\n')

test('the README of the store names files that exist', () => {
  const named = [...readme.matchAll(/`([\w./-]+\.(?:ts|lua))`/g)].map(([, path = '']) => path)
  assert.ok(named.length > 15, `only ${named.length} files`)
  const folders = ['', 'adapters/store', 'test/contract']
  const missing = named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))
  assert.deepEqual(missing, [])
})

test('the table of failures cites tests that exist, and every test that it numbers', () => {
  const cited = [...readme.matchAll(/^(\d+)\. `([^`]+)`: "([^"]+)"$/gm)]
  assert.ok(cited.length > 10, `only ${cited.length} tests`)
  for (const [, number, path = '', title = ''] of cited) {
    assert.ok(readFileSync(join(root, path), 'utf8').includes(title), `${number}: ${path} has no test "${title}"`)
  }
  const table = readme.split('\n').filter((line) => line.startsWith('| **'))
  const used = table.flatMap((row) =>
    [...row.matchAll(/\(([\d, ]+)[;)]/g)].flatMap(([, list = '']) => list.split(', ')),
  )
  assert.deepEqual(new Set(used), new Set(cited.map(([, number]) => number)))
})

test('every cell of the table of faults cites a test, or says that none covers it', () => {
  const rows = readme.split('\n').filter((line) => line.startsWith('| **'))
  assert.equal(rows.length, 5)
  for (const row of rows) {
    const [, , ...cells] = row.split('|').slice(0, -1)
    assert.equal(cells.length, 4)
    for (const cell of cells) assert.match(cell, /\([\d, ]+[;)]|not tested/, cell)
  }
})
