import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { root } from '../support/root.ts'

const run = (...line: readonly string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', 'adapters/cli/main.ts', ...line], { cwd: root, encoding: 'utf8' })

test('a new format is written, and help texts name it', () => {
  const page = 'golden/product/com/struck-price-first/page.html'
  const [head = '', first = ''] = run('extract', page, '--format', 'tsv').split('\n')
  assert.equal(first.split('\t')[head.split('\t').indexOf('asin')], 'B0SHLF0001')
  assert.match(run('extract', '--help'), /tsv/)
})
