import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadScript } from '../../adapters/store/redis/script.ts'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

const source = join(root, 'adapters/store/redis')
const built = builtPath('adapters/store/redis')

test('the built package holds the Lua files of the source, and loads them', async () => {
  const files = readdirSync(join(source, 'lua'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.lua'),
  )
  assert.ok(files.length > 5, `only ${files.length} files`)
  for (const file of files) {
    const [actual, expected] = [built, source].map((folder) => readFileSync(join(folder, 'lua', file), 'utf8'))
    assert.equal(actual, expected, `${file}: run npm run build`)
  }
  const builtModule: unknown = await import(pathToFileURL(join(built, 'script.js')).href)
  const { loadScript: loadBuilt } = builtModule as { readonly loadScript: typeof loadScript }
  const names = files.filter((file) => !file.startsWith('shared')).map((file) => file.slice(0, -'.lua'.length))
  for (const name of names) assert.deepEqual(loadBuilt(name), loadScript(name))
})

test('npx, which links a clone into its cache, does not build again', () => {
  const clone = mkdtempSync(join(tmpdir(), 'shelfmark-clone-'))
  try {
    const build = `node -e "require('fs').writeFileSync('built','')"`
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'clone', scripts: { build } }))
    const prepare = (command: string): boolean => {
      rmSync(join(clone, 'built'), { force: true })
      const env = { ...process.env, npm_command: command }
      const { status } = spawnSync(process.execPath, [join(root, 'adapters/prepare-build.mjs')], { cwd: clone, env })
      assert.equal(status, 0)
      return existsSync(join(clone, 'built'))
    }
    assert.equal(prepare('exec'), true, 'there is no build yet')
    mkdirSync(join(clone, 'dist/adapters/cli'), { recursive: true })
    writeFileSync(join(clone, 'dist/adapters/cli/main.js'), '')
    assert.deepEqual(['exec', 'ci', 'pack'].map(prepare), [false, true, true])
  } finally {
    rmSync(clone, { recursive: true })
  }
})
