import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { findBuildProblem, findOldBuild } from '../../adapters/find-build-problem.ts'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

test('a source that is newer than dist is named; hidden files and other files do not count', (t) => {
  const folder = mkdtempSync(join(root, 'test/support/.built-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = relative(root, folder)
  const write = (name: string, changed: Date): void => {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), changed, changed)
  }
  const [past, future] = [new Date('2020-01-01'), new Date('2120-01-01')]
  write('old.ts', past)
  write('notes.md', future)
  write('.hidden.ts', future)
  assert.equal(findBuildProblem(root, [path]), null)
  write('new.ts', future)
  assert.equal(findBuildProblem(root, [path]), `dist is older than ${path}/new.ts. Run: npm run build`)
})

test('a built file is in dist', () => {
  assert.equal(builtPath('core/index.js'), join(root, 'dist/core/index.js'))
})

test('a process runs no old build', () => {
  assert.equal(findOldBuild(), null)
})
