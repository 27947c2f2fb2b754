import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage, type CharsetEvidence } from '../core/index.ts'
import { readText } from '../core/text/read-text.ts'

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]

/** Text of the page's only paragraph, and how its encoding was known. */
function readPage(bytes: readonly number[], contentType?: string): [string, string, CharsetEvidence] {
  const page = parsePage(Uint8Array.from(bytes), { contentType })
  const [paragraph] = page.elements.withName('p')
  assert.ok(paragraph !== undefined)
  return [readText(paragraph), page.charset.encoding, page.charset.evidence]
}

test('encodings are known by byte order mark, header, meta, content, in this order', () => {
  const shiftJis = [0x93, 0xfa, 0x96, 0x7b]
  const table: [string, number[], string | undefined, ReturnType<typeof readPage>][] = [
    ['UTF-8 without a word', utf8('<p>Größe 日本'), undefined, ['Größe 日本', 'utf-8', 'content']],
    ['ASCII', ascii('<p>Size'), undefined, ['Size', 'utf-8', 'content']],
    ['UTF-8 by its mark', [0xef, 0xbb, 0xbf, ...utf8('<p>Größe')], undefined, ['Größe', 'utf-8', 'bom']],
    [
      'the mark beats the header',
      [0xef, 0xbb, 0xbf, ...utf8('<p>ö')],
      'text/html; charset=windows-1252',
      ['ö', 'utf-8', 'bom'],
    ],
    [
      'UTF-16 by its mark',
      [0xff, 0xfe, ...ascii('<p>a').flatMap((code) => [code, 0])],
      undefined,
      ['a', 'utf-16le', 'bom'],
    ],
    [
      'UTF-16, the other way',
      [0xfe, 0xff, ...ascii('<p>a').flatMap((code) => [0, code])],
      undefined,
      ['a', 'utf-16be', 'bom'],
    ],
    [
      'the header',
      [...ascii('<p>Gr'), 0xf6, 0xdf, ...ascii('e')],
      'text/html;charset="ISO-8859-1"',
      ['Größe', 'windows-1252', 'header'],
    ],
    ['a header of no encoding', utf8('<p>ö'), 'text/html; charset=none-such', ['ö', 'utf-8', 'content']],
    [
      'the header beats meta',
      utf8('<meta charset=shift_jis><p>ö'),
      'text/html; charset=utf-8',
      ['ö', 'utf-8', 'header'],
    ],
    ['meta', [...ascii('<meta charset="Shift_JIS"><p>'), ...shiftJis], undefined, ['日本', 'shift_jis', 'meta']],
    [
      'meta, the old way',
      [...ascii("<META http-equiv='Content-Type' content='text/html; charset=windows-1252'><p>"), 0x80],
      undefined,
      ['€', 'windows-1252', 'meta'],
    ],
    [
      'meta behind a script',
      [...ascii(`<script>${'x'.repeat(9000)}</script><meta charset=euc-jp><p>`), 0xc6, 0xfc],
      undefined,
      ['日', 'euc-jp', 'meta'],
    ],
    [
      'meta of a page that was converted',
      utf8('<meta charset=shift_jis><p>日本'),
      undefined,
      ['日本', 'utf-8', 'content'],
    ],
    [
      'meta that says UTF-16 of bytes that are not',
      utf8('<meta charset=utf-16><p>ö'),
      undefined,
      ['ö', 'utf-8', 'meta'],
    ],
    [
      'meta UTF-8, with a byte that is none',
      [...ascii('<meta charset=utf-8><p>a'), 0xff, ...utf8('ö')],
      undefined,
      ['a\uFFFDö', 'utf-8', 'meta'],
    ],
    [
      'bytes of nothing known',
      [...ascii('<p>Gr'), 0xf6, 0xdf, ...ascii('e')],
      undefined,
      ['Größe', 'windows-1252', 'default'],
    ],
  ]
  for (const [name, bytes, contentType, expected] of table) {
    assert.deepEqual(readPage(bytes, contentType), expected, name)
  }
})

test('a string is read as it is', () => {
  const page = parsePage('<p>日本 €')
  assert.equal(page.charset.encoding, 'utf-16')
  assert.equal(page.decode(), '<p>日本 €')
})

test('a page gives back what was received, decoded', () => {
  const page = parsePage(Uint8Array.from([...ascii('<meta charset=shift_jis><p>'), 0x93, 0xfa]))
  assert.equal(page.decode(), '<meta charset=shift_jis><p>日')
})

test('bytes in a window of a larger buffer are read, and no others', () => {
  const buffer = Buffer.from('<p>before</p><p>Größe</p><p>behind</p>')
  const start = Buffer.from('<p>before</p>').length
  const window = buffer.subarray(start, start + Buffer.from('<p>Größe</p>').length)
  assert.deepEqual(readPage([...window]), ['Größe', 'utf-8', 'content'])
  assert.equal(parsePage(window).elements.withName('p').length, 1)
})
