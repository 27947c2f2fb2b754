import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
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
  assert.ok(files.length > 20, `only ${files.length} files`)
  for (const file of files) {
    const [actual, expected] = [built, source].map((folder) => readFileSync(join(folder, 'lua', file), 'utf8'))
    assert.equal(actual, expected, `${file}: run npm run build`)
  }
  const builtModule: unknown = await import(pathToFileURL(join(built, 'script.js')).href)
  const { loadScript: loadBuilt } = builtModule as { readonly loadScript: typeof loadScript }
  const names = files.filter((file) => !file.startsWith('shared')).map((file) => file.slice(0, -'.lua'.length))
  for (const name of names) assert.deepEqual(loadBuilt(name), loadScript(name))
})
