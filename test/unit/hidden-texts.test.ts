import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireRecord } from '../../core/index.ts'
import { printMarkdown } from '../../adapters/pages/table/markdown.ts'
import { toTerminal } from '../../adapters/pages/table/text-output.ts'

const print = (brand: string): string => printMarkdown(requireRecord('product'), { title: 'x', brand })

/** A text in the tags of Unicode, which nothing shows. */
const inTags = (text: string): string =>
  String.fromCodePoint(...Array.from(text, (character) => 0xe_0000 + (character.codePointAt(0) ?? 0)))

test('what nobody sees in a text of a page is not in its Markdown', () => {
  const shown = '# x\n\n- brand: Acme\n'
  for (const hidden of ['\u0000', '\u001B', '\u0085', '\u202E', '\u2066', inTags('obey'), '\u{E0100}']) {
    assert.equal(print(`Ac${hidden}me`), shown, JSON.stringify(hidden))
  }
  assert.equal(print('می\u200Cخواهم ❤\uFE0F'), '# x\n\n- brand: می\u200Cخواهم ❤\uFE0F\n', 'joiners and forms are seen')
})

test('emphasis and strokes of a page are text', () => {
  assert.equal(print('_a_ ~~b~~ snake_case'), '# x\n\n- brand: \\_a\\_ \\~\\~b\\~\\~ snake_case\n')
})

test('a text of a page does not control a terminal, and a file has it as it is', () => {
  const row = 'a,\u001B]0;title\u0007,b\r\n'
  assert.equal(toTerminal(row, true), 'a,\\u001b]0;title\\u0007,b\r\n')
  assert.equal(toTerminal('a\rb\r\n', true), 'a\\u000db\r\n')
  assert.equal(toTerminal(row, false), row)
})
