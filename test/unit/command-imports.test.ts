import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionalPackages } from '../../adapters/load-packages.ts'
import { importsOf, readSource } from '../support/imports.ts'

/** Imports that Node resolves before a file runs: not those of types, nor those that wait for a call. */
function listLoaded(file: string): string[] {
  const source = readSource(file)
    .replace(/^(?:import|export) type [^']*'[^']+'$/gm, '')
    .replace(/\bimport\('[^']+'\)/g, '')
  return importsOf(file, source).map(({ target }) => target)
}

/** Files that are loaded with a file, each with the packages that it loads. */
function walkLoaded(start: string): Map<string, string[]> {
  const loaded = new Map<string, string[]>()
  const left = [start]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (loaded.has(file)) continue
    const targets = listLoaded(file)
    loaded.set(
      file,
      targets.filter((target) => !target.endsWith('.ts')),
    )
    left.push(...targets.filter((target) => target.endsWith('.ts')))
  }
  return loaded
}

for (const command of ['run-fetch', 'list/with-retriever', 'run-extract', 'run-watch']) {
  test(`${command} loads no package that is not installed with shelfmark`, () => {
    const loaded = walkLoaded(`adapters/cli/${command}.ts`)
    assert.ok(loaded.size > 100, `${loaded.size} files`)
    const optional = new Set<string>(Object.values(optionalPackages).flat())
    const found = [...loaded].filter(([, packages]) => packages.some((name) => optional.has(name)))
    assert.deepEqual(found, [])
  })
}
