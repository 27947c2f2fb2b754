import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import { print, say } from '../../adapters/cli/print.ts'
import { escapeControls } from '../../adapters/escape-controls.ts'
import { describeDifference } from '../../adapters/pages/golden/compare.ts'
import { createLog } from '../../adapters/observe/log.ts'
import { jsonLines } from '../../adapters/pages/table/json-lines.ts'
import { json } from '../../adapters/pages/table/json.ts'
import { pageTable } from '../../adapters/pages/table/tables.ts'

const HOSTILE = 'a\u001B[2J\u009B31m\u007F\u0090x\u202Eb\u2066\r\u0007'
// oxlint-disable-next-line no-control-regex -- they are what must not be printed
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

test('JSON with escaped controls is the same value, without controls', () => {
  const units = fc.string({ unit: fc.integer({ min: 0, max: 0x20ff }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(fc.dictionary(units, units), (value) => {
      for (const indent of [0, 2]) {
        const escaped = escapeControls(JSON.stringify(value, null, indent))
        assert.doesNotMatch(escaped, CONTROLS)
        assert.deepEqual(JSON.parse(escaped), JSON.parse(JSON.stringify(value)))
      }
    }),
  )
})

test('line feeds, tabs, and the joiners and accents of texts stay', () => {
  for (const text of ['a\n\tb', '👩\u200D👧', 'e\u0301', 'مِن\u200F', '\u00A0']) assert.equal(escapeControls(text), text)
  assert.equal(escapeControls('\u009B31m'), '\\u009b31m')
})

/** What is written to standard output and standard error meanwhile. */
function written(t: TestContext, write: () => void): string {
  const take = (): boolean => true
  const mocks = [process.stdout, process.stderr].map((stream) => t.mock.method(stream, 'write', take))
  write()
  const calls = mocks.flatMap(({ mock }) => mock.calls)
  for (const { mock } of mocks) mock.restore()
  return calls.map(({ arguments: [text] }) => String(text)).join('')
}

test('results of pages have no controls', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-controls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const format of [json, jsonLines]) {
    const file = join(folder, format.name)
    const writer = await format.open(pageTable, file)
    await writer.write(JSON.stringify({ title: HOSTILE }))
    await writer.end()
    const text = readFileSync(file, 'utf8')
    assert.doesNotMatch(text, CONTROLS)
    const value: unknown = JSON.parse(text)
    assert.deepEqual(Array.isArray(value) ? value[0] : value, { title: HOSTILE })
  }
})

test('messages and differences have no controls', (t) => {
  const difference = { field: 'title', expected: HOSTILE, actual: HOSTILE, winner: undefined }
  const texts = [written(t, () => say(`no page "${HOSTILE}"`)), written(t, () => print(describeDifference(difference)))]
  for (const text of texts) {
    assert.match(text, /\\u009b31m/)
    assert.doesNotMatch(text, CONTROLS)
  }
})

test('lines of the log have no controls, and are the same JSON', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({ url: HOSTILE, err: new Error(HOSTILE) }, `late ${HOSTILE}`)
  const [line = ''] = lines
  assert.doesNotMatch(line.trimEnd(), CONTROLS)
  const { url, msg } = JSON.parse(line) as { readonly url: string; readonly msg: string }
  assert.deepEqual([url, msg], [HOSTILE, `late ${HOSTILE}`])
})
