import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, type Metafile } from 'esbuild'
import { root } from '../support/root.ts'

type Inputs = Metafile['inputs']

/** The imports of the command line, and of all that it may load. */
async function readInputs(): Promise<Inputs> {
  const { metafile } = await build({
    entryPoints: ['adapters/cli/main.ts'],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    write: false,
    outdir: 'out',
    logLevel: 'silent',
  })
  return metafile.inputs
}

/** What a file loads: files and packages, its own imports and theirs, without those that it may import later. */
function listLoaded(inputs: Inputs, start: string): Set<string> {
  const loaded = new Set<string>()
  const visit = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: target, kind } of inputs[path]?.imports ?? []) if (kind === 'import-statement') visit(target)
  }
  visit(start)
  return loaded
}

/** Most files that the help of a command loads. */
const MAX_FILES = 23

test('the version, and the help of every command, load definitions of commands only', async (t) => {
  const inputs = await readInputs()
  const program = listLoaded(inputs, 'adapters/cli/main.ts')
  const definitions = inputs['adapters/cli/commands.ts']?.imports.filter(({ kind }) => kind === 'dynamic-import') ?? []
  assert.ok(definitions.length > 12, `${definitions.length} definitions`)
  for (const start of ['adapters/cli/commands.ts', ...definitions.map(({ path }) => path)]) {
    const loaded = [...new Set([...program, ...listLoaded(inputs, start)])].filter((path) => !path.startsWith('node:'))
    const heavy = loaded.filter(
      (path) =>
        !/^adapters\/(?:cli|store|pages\/(?:golden|table))\/|^adapters\/(?:package-version|escape-controls|similar|with-article)\.ts$|^core\/error\/similar\.ts$|^get-east-asian-width$/.test(
          path,
        ),
    )
    assert.deepEqual(heavy, [], start)
    assert.ok(loaded.length <= MAX_FILES, `${start} loads ${loaded.length} files`)
    t.diagnostic(`${start}: ${loaded.length} files`)
  }
  assert.ok(listLoaded(inputs, 'adapters/cli/run-extract.ts').size > 100, 'what a command itself loads is seen')
})
