import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { CookieJar as ToughJar } from 'tough-cookie'
import { CookieJar } from '../../adapters/fetch/sessions/cookie-jar.ts'
import { parseSetCookie } from '../../adapters/fetch/sessions/parse-set-cookie.ts'

const HOST = 'www.amazon.co.uk'
const NOW_MS = Date.parse('2026-11-26T12:00:00Z')
const at = (path: string): string => `https://${HOST}${path}`

function openJar() {
  const clock = { nowMs: NOW_MS }
  return { clock, jar: new CookieJar({ host: HOST, epochMs: () => clock.nowMs }) }
}

/** What a visitor sends to `path` after `line` was set at `/gp/page`. */
const cases: readonly (readonly [line: string, path: string, header: string | null])[] = [
  ['session-id=1-2-3; Domain=.amazon.co.uk; Path=/; Secure', '/', 'session-id=1-2-3'],
  ['a=b', '/gp', 'a=b'],
  ['a=b', '/gp/page/x', 'a=b'],
  ['a=b', '/', null],
  ['a=b', '/gpx', null],
  ['a=b; Path=/gp/', '/gp', null],
  ['a=b; Path=nonsense', '/gp/x', 'a=b'],
  ['a=x=y==; path=/', '/', 'a=x=y=='],
  ['a="quoted"; PATH=/', '/', 'a="quoted"'],
  ['  a  =  b  ;Path=/', '/', 'a=b'],
  ['a=; Path=/', '/', 'a='],
  ['=b; Path=/', '/', null],
  ['b; Path=/', '/', null],
  ['a=b; Path=/; Domain=amazon.com', '/', null],
  ['a=b; Path=/; Domain=co.uk', '/', null],
  ['a=b; Path=/; Domain=uk', '/', null],
  ['a=b; Path=/; Domain=other.amazon.co.uk', '/', null],
  ['a=b; Path=/; Domain=WWW.Amazon.CO.UK', '/', 'a=b'],
  ['a=b; Path=/; Max-Age=0', '/', null],
  ['a=b; Path=/; Max-Age=-1', '/', null],
  ['a=b; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '/', 'a=b'],
  ['a=b; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT', '/', null],
  ['a=b; Path=/; Expires=Fri, 26 Nov 2027 12:00:00 GMT', '/', 'a=b'],
  ['a=b; Path=/; Expires=whenever', '/', 'a=b'],
  ['__Host-a=b; Path=/; Secure', '/', '__Host-a=b'],
  ['__Host-a=b; Path=/; Secure; Domain=amazon.co.uk', '/', null],
  ['__Secure-a=b; Path=/', '/', null],
  ['a=b\u0001c; Path=/', '/', null],
  ['a=日本; Path=/', '/', null],
  [`a=${'b'.repeat(5000)}; Path=/`, '/', null],
]

for (const [line, path, header] of cases) {
  test(`a cookie ${line.slice(0, 80)} at ${path} is ${header === null ? 'not sent' : 'sent'}`, () => {
    const { jar } = openJar()
    jar.keep(at('/gp/page'), [line])
    assert.equal(jar.headerFor(at(path)), header)
  })
}

test('a cookie is replaced, removed, and gone when its time is over', () => {
  const { jar, clock } = openJar()
  jar.keep(at('/'), ['a=1; Path=/', 'b=1; Path=/; Max-Age=10'])
  jar.keep(at('/'), ['a=2; Path=/'])
  assert.equal(jar.headerFor(at('/')), 'a=2; b=1')
  clock.nowMs += 10_000
  assert.equal(jar.headerFor(at('/')), 'a=2')
  jar.keep(at('/'), ['a=; Path=/; Max-Age=0'])
  assert.equal(jar.headerFor(at('/')), null)
})

test('another host neither gets a cookie nor sets one', () => {
  const { jar } = openJar()
  jar.keep('https://www.amazon.com/', ['a=1; Path=/', 'b=1; Path=/; Domain=amazon.co.uk'])
  jar.keep('https://evil.example/', ['c=1; Path=/; Domain=amazon.co.uk'])
  jar.keep(at('/'), ['d=1; Path=/; Domain=amazon.co.uk'])
  assert.equal(jar.headerFor(at('/')), 'd=1')
  assert.equal(jar.headerFor('https://notamazon.co.uk/'), null)
  assert.equal(jar.headerFor('https://www.amazon.co.uk.evil.example/'), null)
  assert.equal(jar.headerFor('https://smile.amazon.co.uk/'), 'd=1')
})

test('an answer can make a jar neither large nor slow, and its newest cookies stay', () => {
  const { jar } = openJar()
  for (let answer = 0; answer < 50; answer++) {
    const lines = Array.from({ length: 400 }, (_, index) => `c${answer}-${index}=${'x'.repeat(3000)}; Path=/`)
    jar.keep(at('/'), lines)
  }
  const header = jar.headerFor(at('/')) ?? ''
  assert.ok(header.length <= 12_000 + 2 * 60, `${header.length} characters`)
  for (let index = 0; index < 500; index++) jar.keep(at('/'), [`small${index}=1; Path=/`])
  assert.equal(jar.export().length, 60)
  assert.match(jar.headerFor(at('/')) ?? '', /small499=1$/)
})

test('neither inspect nor JSON nor an error shows a cookie', () => {
  const { jar } = openJar()
  jar.keep(at('/'), ['session-id=sesame; Path=/'])
  assert.doesNotMatch(inspect(jar, { depth: 9, showHidden: true }), /sesame/)
  assert.doesNotMatch(JSON.stringify({ jar }), /sesame/)
})

// tough-cookie takes a `__Host-` cookie without a path; RFC 6265bis does not.
const name = fc.constantFrom('a', 'b', 'session-id', '__Secure-y')
const attribute = fc.constantFrom(
  'Path=/',
  'Path=/gp',
  'Path=/gp/',
  'Path=dp',
  'Domain=.amazon.co.uk',
  'Domain=www.amazon.co.uk',
  'Domain=amazon.com',
  'Domain=',
  'Max-Age=31536000', // A year: the other library reads the clock of the system.
  'Max-Age=0',
  'Secure',
  'HttpOnly',
  'SameSite=Lax',
  'x',
)
const line = fc
  .tuple(name, fc.stringMatching(/^[!-:<-~]{0,8}$/), fc.uniqueArray(attribute, { maxLength: 4, selector: nameOf }))
  .map(([key, value, attributes]) => [`${key}=${value}`, ...attributes].join('; '))
const path = fc.constantFrom('/', '/gp', '/gp/page', '/gpx', '/dp/B000', '/gp/a/b')

/** Two attributes of one name are rare, and libraries differ in them. */
function nameOf(text: string): string {
  return text.split('=', 1)[0] ?? ''
}

test('property: a visitor sends the cookies that tough-cookie sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(path, line), { maxLength: 8 }), path, async (answers, asked) => {
      const jar = new CookieJar({ host: HOST, epochMs: () => NOW_MS })
      const tough = new ToughJar(undefined, { prefixSecurity: 'silent' })
      for (const [from, text] of answers) {
        jar.keep(at(from), [text])
        await tough.setCookie(text, at(from), { ignoreError: true })
      }
      const sorted = (header: string | null): readonly string[] => (header ?? '').split('; ').toSorted()
      assert.deepEqual(sorted(jar.headerFor(at(asked))), sorted(await tough.getCookieString(at(asked))))
    }),
  )
})

test('property: no line throws, and what is kept can be sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const cookie = parseSetCookie(text, NOW_MS)
      if (cookie === null) return
      assert.doesNotMatch(`${cookie.name}=${cookie.value}`, /[\r\n;\0]/)
      assert.notEqual(cookie.name, '')
    }),
  )
})
