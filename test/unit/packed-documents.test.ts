import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/root.ts'

interface Packed {
  /** Unit: bytes. */
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** With its dependencies, of 3.7 MB, an installation has at most 10 MB. Unit: bytes. */
const MOST = 6.2e6

/** A file that a document takes from the installed package. */
const COPIED = /\bcp node_modules\/shelfmark\/(\S+)/g

const BLOCK = /^```[\s\S]*?^```$/gm

test('the package is small, and has every document, picture and file that its documents link to or copy', () => {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], options)
  const [packed] = JSON.parse(json) as readonly Packed[]
  const files = new Set(packed?.files.map(({ path }) => path))
  assert.ok((packed?.unpackedSize ?? Infinity) < MOST, `${packed?.unpackedSize} bytes`)
  const documents = [...files].filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
  assert.ok(documents.length > 30, documents.join(', '))
  const copied = [...readFileSync(join(root, 'adapters/server/deploy/README.md'), 'utf8').matchAll(COPIED)]
  assert.ok(copied.length > 0)
  for (const [, path = ''] of copied) assert.ok(files.has(path), path)
  const missing = documents.flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8')
        .replace(BLOCK, '')
        .matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g),
    ]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .map((target) => normalize(join(dirname(path), target)))
      .filter((target) => existsSync(join(root, target)) && !files.has(target))
      .map((target) => `${path}: ${target}`),
  )
  assert.deepEqual(missing, [])
})
