import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage, type CharsetEvidence } from '../../core/index.ts'
import { hasNonAscii, isLikelyUtf8 } from '../../core/html/encoding/guess.ts'
import { PageText, compileTextRules } from '../../core/text/page-text.ts'
import { site } from '../../selectors/index.ts'

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]

/** Text of the page's only paragraph, its encoding and what the encoding is known from. */
function readPage(bytes: readonly number[], contentType?: string): [string, string, CharsetEvidence] {
  const page = parsePage(Uint8Array.from(bytes), { contentType })
  const [paragraph] = page.elements.withName('p')
  assert.ok(paragraph !== undefined)
  return [
    new PageText(page.document, compileTextRules(site.text)).read(paragraph),
    page.charset.encoding,
    page.charset.evidence,
  ]
}

test('the encoding comes from the byte order mark, header, meta or content, in this order', () => {
  const shiftJis = [0x93, 0xfa, 0x96, 0x7b]
  const table: [string, number[], string | undefined, ReturnType<typeof readPage>][] = [
    ['UTF-8 that nothing declares', utf8('<p>Größe 日本'), undefined, ['Größe 日本', 'utf-8', 'content']],
    ['ASCII', ascii('<p>Size'), undefined, ['Size', 'utf-8', 'content']],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8('<p>Größe')], undefined, ['Größe', 'utf-8', 'bom']],
    [
      'the mark comes before the header',
      [0xef, 0xbb, 0xbf, ...utf8('<p>ö')],
      'text/html; charset=windows-1252',
      ['ö', 'utf-8', 'bom'],
    ],
    [
      'UTF-16 with a mark, little endian',
      [0xff, 0xfe, ...ascii('<p>a').flatMap((code) => [code, 0])],
      undefined,
      ['a', 'utf-16le', 'bom'],
    ],
    [
      'UTF-16 with a mark, big endian',
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
    ['a header with an unknown encoding', utf8('<p>ö'), 'text/html; charset=none-such', ['ö', 'utf-8', 'content']],
    [
      'the header comes before meta',
      utf8('<meta charset=shift_jis><p>ö'),
      'text/html; charset=utf-8',
      ['ö', 'utf-8', 'header'],
    ],
    ['meta', [...ascii('<meta charset="Shift_JIS"><p>'), ...shiftJis], undefined, ['日本', 'shift_jis', 'meta']],
    [
      'meta with http-equiv',
      [...ascii("<META http-equiv='Content-Type' content='text/html; charset=windows-1252'><p>"), 0x80],
      undefined,
      ['€', 'windows-1252', 'meta'],
    ],
    [
      'meta after a script',
      [...ascii(`<script>${'x'.repeat(9000)}</script><meta charset=euc-jp><p>`), 0xc6, 0xfc],
      undefined,
      ['日', 'euc-jp', 'meta'],
    ],
    [
      'meta of a page that was converted to UTF-8',
      utf8('<meta charset=shift_jis><p>日本'),
      undefined,
      ['日本', 'utf-8', 'content'],
    ],
    [
      'meta that declares UTF-16 for a page that is not',
      utf8('<meta charset=utf-16><p>ö'),
      undefined,
      ['ö', 'utf-8', 'meta'],
    ],
    [
      'meta that declares UTF-8, with an invalid byte',
      [...ascii('<meta charset=utf-8><p>a'), 0xff, ...utf8('ö')],
      undefined,
      ['a\uFFFDö', 'utf-8', 'meta'],
    ],
    [
      'meta that declares UTF-8 for a page that is not',
      [...ascii('<meta charset=utf-8><p>Gr'), 0xf6, 0xdf, ...ascii('e '), 0x84, ...ascii('L'), 0x93],
      undefined,
      ['Größe „L“', 'windows-1252', 'default'],
    ],
    [
      'a header that declares UTF-8 for a page that is not',
      [...ascii('<p>Gr'), 0xf6, 0xdf, ...ascii('e')],
      'text/html; charset=utf-8',
      ['Größe', 'windows-1252', 'default'],
    ],
    [
      'Shift_JIS that nothing declares',
      [...ascii('<p>'), ...shiftJis, 0x82, 0xcc, 0x83, 0x5c, 0x83, 0x74, 0x83, 0x67],
      undefined,
      ['日本のソフト', 'shift_jis', 'content'],
    ],
    [
      'EUC-JP that is declared as UTF-8',
      [...ascii('<meta charset=utf-8><p>'), 0xc6, 0xfc, 0xcb, 0xdc, 0xa4, 0xce],
      undefined,
      ['日本の', 'euc-jp', 'content'],
    ],
    [
      'letters with accents, which pair with the next letter to ideographs of Shift_JIS',
      [...ascii('<p>d'), 0xe9, ...ascii('cor cr'), 0xe9, ...ascii('m'), 0xe9],
      undefined,
      ['décor crémé', 'windows-1252', 'default'],
    ],
    [
      'UTF-8 that ends in the middle of a character',
      [...ascii('<meta charset=utf-8><p>a'), 0xc3],
      undefined,
      ['a\uFFFD', 'utf-8', 'meta'],
    ],
    [
      'bytes that are not UTF-8',
      [...ascii('<p>Gr'), 0xf6, 0xdf, ...ascii('e')],
      undefined,
      ['Größe', 'windows-1252', 'default'],
    ],
  ]
  for (const [name, bytes, contentType, expected] of table) {
    assert.deepEqual(readPage(bytes, contentType), expected, name)
  }
})

test('a page that is given as a string is not decoded', () => {
  const page = parsePage('<p>日本 €')
  assert.equal(page.charset.encoding, 'utf-16')
  assert.equal(page.decode(), '<p>日本 €')
})

test('a page returns its decoded text', () => {
  const page = parsePage(Uint8Array.from([...ascii('<meta charset=shift_jis><p>'), 0x93, 0xfa]))
  assert.equal(page.decode(), '<meta charset=shift_jis><p>日')
})

test('only the bytes of the page are read from a larger buffer', () => {
  const buffer = Buffer.from('<p>before</p><p>Größe</p><p>behind</p>')
  const start = Buffer.from('<p>before</p>').length
  const window = buffer.subarray(start, start + Buffer.from('<p>Größe</p>').length)
  assert.deepEqual(readPage([...window]), ['Größe', 'utf-8', 'content'])
  assert.equal(parsePage(window).elements.withName('p').length, 1)
})

test('the first byte above ASCII is found wherever it is, in bytes that begin anywhere', () => {
  for (const length of [1, 3, 31, 32, 33, 63, 64, 65, 200]) {
    for (let start = 0; start < 5; start++) {
      const bytes = new Uint8Array(start + length).fill(0x61).subarray(start)
      assert.equal(hasNonAscii(bytes), false)
      for (let at = 0; at < length; at++) {
        bytes[at] = 0xe4
        assert.ok(hasNonAscii(bytes), `${start} ${length} ${at}`)
        assert.equal(isLikelyUtf8(bytes), at === length - 1)
        bytes[at] = 0x61
      }
    }
  }
})
