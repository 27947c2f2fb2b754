import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declinesChange, findAddressForm, findChangeToken, parsePage } from '../../core/index.ts'
import { addressChange } from '../../selectors/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

const TOKEN = 'hTestTokenOfTheForm+/AAAAAGmZdN8='
const OTHER = 'gTestTokenOfAnother+/AAAAAGKCJ3hyYXcAAAAA'
const USUAL = addressChange.formPath
const modalOf = (data: unknown): string =>
  `<span id="nav-global-location-data-modal-action" data-a-modal='${JSON.stringify(data).replaceAll("'", '&#39;')}'></span>`
const inputOf = (token: string): string => `<input id="glowValidationToken" type="hidden" value="${token}">`
const headersOf = (token: unknown): object => ({ ajaxHeaders: { 'anti-csrftoken-a2z': token } })

const cases: readonly (readonly [name: string, html: string, token: string | null, path?: string])[] = [
  [
    'a modal',
    modalOf({ ...headersOf(TOKEN), url: '/gp/glow/get-address-selections.html?a=b' }),
    TOKEN,
    '/gp/glow/get-address-selections.html?a=b',
  ],
  ['an input alone', inputOf(TOKEN), TOKEN],
  ['a modal without an address', modalOf(headersOf(TOKEN)), TOKEN],
  ['two tokens, as in 2022', inputOf(`${OTHER};${TOKEN}`), `${OTHER};${TOKEN}`],
  [
    'a modal that is not JSON, and an input',
    `<span id="nav-global-location-data-modal-action" data-a-modal="{x"></span>${inputOf(TOKEN)}`,
    TOKEN,
  ],
  ['a modal whose token is not one, and an input', modalOf(headersOf(7)) + inputOf(TOKEN), TOKEN],
  ['an address on another host', modalOf({ ...headersOf(TOKEN), url: '//evil.example/x' }), TOKEN],
  ['an address with a backslash', modalOf({ ...headersOf(TOKEN), url: '/\\evil.example' }), TOKEN],
  ['an address with a line break', modalOf({ ...headersOf(TOKEN), url: '/a\nb' }), TOKEN],
  ['a whole address', modalOf({ ...headersOf(TOKEN), url: 'https://evil.example/x' }), TOKEN],
  ['a long address', modalOf({ ...headersOf(TOKEN), url: `/${'x'.repeat(3000)}` }), TOKEN],
  ['a token with a line break', inputOf('abcdefgh&#10;Cookie: x'), null],
  ['a long token', inputOf('a'.repeat(501)), null],
  ['an empty token', inputOf(''), null],
  ['a modal that is a list', modalOf([1]), null],
  ['a page without a header', '<p>x</p>', null],
]

for (const [name, html, token, path = USUAL] of cases) {
  test(`the form of addresses: ${name}`, () => {
    const form = findAddressForm(parsePage(Buffer.from(html)), addressChange)
    assert.deepEqual(form, token === null ? null : { token, path })
  })
}

test('the token of the change is read in all its spellings', () => {
  for (const text of [`CSRF_TOKEN : "${TOKEN}"`, `"CSRF_TOKEN":"${TOKEN}"`, `var CSRF_TOKEN = '${TOKEN}';`]) {
    assert.equal(findChangeToken(`<script>${text}</script>`, addressChange), TOKEN, text)
  }
  for (const text of ['', 'CSRF_TOKEN', 'CSRF_TOKEN: ""', 'CSRF_TOKEN_118: "C"', `CSRF_TOKEN: ${'"'.repeat(50_000)}`]) {
    assert.equal(findChangeToken(text, addressChange), null, text.slice(0, 40))
  }
})

test('an answer says no by any of its members, and when it is not an answer', () => {
  const yes = { isValidAddress: 1, isAddressUpdated: 1, successful: 1 }
  assert.equal(declinesChange(JSON.stringify(yes), addressChange), false)
  assert.equal(declinesChange('{"successful":true}', addressChange), false)
  for (const text of ['{"isValidAddress":0}', '{"successful":false}', '', '[]x', 'null', '<html></html>']) {
    assert.equal(declinesChange(text, addressChange), true, text)
  }
})

test('real pages with the form in their header give its token', (context) => {
  if (!requireShared(context, corpusDirectory)) return
  let found = 0
  for (const { file } of listCorpusPages()) {
    const bytes = readCorpusPage(file)
    const text = Buffer.from(bytes).toString('latin1')
    const hasToken = /id=["']?glowValidationToken|anti-csrftoken-a2z&quot;:&quot;/.test(text)
    const form = findAddressForm(parsePage(bytes), addressChange)
    assert.equal(form !== null, hasToken, file)
    if (form !== null) found++
  }
  assert.ok(found > 100, `${found} pages`)
})
