import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { timeExternalParser } from '../../bench/external-parser.ts'
import { marketplaces } from '../../selectors/index.ts'
import { builtPath } from '../support/built-path.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-parser-'))
after(() => rmSync(folder, { recursive: true }))

/** A program that reads a page on standard input and prints what an expression gives for its length. */
function writeProgram(name: string, expression: string): string {
  const path = join(folder, name)
  const read = "const { length } = require('node:fs').readFileSync(0)"
  writeFileSync(path, `#!${process.execPath}\n${read}\nconsole.log(${expression})\n`, { mode: 0o755 })
  return path
}

test('the milliseconds of a parser of another language are those that it prints', () => {
  const page = Buffer.alloc(200_000, 'x')
  assert.equal(timeExternalParser(writeProgram('length', 'length / 1000'), page), 200)
  for (const printed of ['"fast"', '0', '""', '-1']) {
    assert.throws(() => timeExternalParser(writeProgram('wrong', printed), page), /not the milliseconds of a parse/)
  }
  assert.throws(() => timeExternalParser(writeProgram('broken', 'process.exit(1)'), page), /Command failed/)
  assert.throws(() => timeExternalParser(join(folder, 'missing'), page), /ENOENT/)
})

test('SHELFMARK_BENCH_PARSER names a program that is measured with all pages: a simulated one of each marketplace', () => {
  for (const task of ['tree', 'read']) {
    const printed = execFileSync(process.execPath, [builtPath('bench/measure.js'), 'time', task, 'a-millisecond'], {
      env: {
        ...process.env,
        SHELFMARK_BENCH_PARSER: writeProgram('a-millisecond', '1'),
        SHELFMARK_BENCH_PAGES: 'simulated',
        SHELFMARK_SHARED: folder,
      },
      encoding: 'utf8',
    })
    assert.equal(JSON.parse(printed), marketplaces.size)
  }
})
