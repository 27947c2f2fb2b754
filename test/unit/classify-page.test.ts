import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY } from '../../adapters/pages/golden/golden-case.ts'
import {
  classifyPage,
  isAsinMismatch,
  parsePage,
  type Page,
  type PageFacts,
  type PageKind,
  type Product,
} from '../../core/index.ts'
import { MAX_PAGE_SIZE } from '../../core/html/page.ts'
import { site } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

interface StateCase {
  readonly name: string
  readonly kind: PageKind
  readonly facts: PageFacts
}

const statesDirectory = join(root, GOLDEN_DIRECTORY, 'state')
const states = readStates()

function readStates(): StateCase[] {
  return readdirSync(statesDirectory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('case.json'))
    .toSorted()
    .map((path) => {
      const { kind, url, status } = JSON.parse(readFileSync(join(statesDirectory, path), 'utf8'))
      const bytes = readFileSync(join(statesDirectory, dirname(path), 'page.html'))
      return { name: dirname(path), kind, facts: { url, status, bytes } }
    })
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function kindOf(content: Uint8Array | string, rest: Partial<PageFacts> = {}): PageKind {
  return classifyPage({ ...rest, bytes: typeof content === 'string' ? encode(content) : content }, site).kind
}

for (const { name, kind, facts } of states) {
  test(`page state ${name}: ${kind}`, () => {
    const verdict = classifyPage(facts, site)
    assert.equal(verdict.kind, kind, verdict.evidence)
    assert.ok(verdict.evidence.length > 3)
    assert.deepEqual(classifyPage({ ...facts, page: parsePage(facts.bytes) }, site), verdict, 'parsed before')
  })
}

test('there is a page for every kind, and pages without results in many languages', () => {
  const kinds = new Set(states.map(({ kind }) => kind))
  assert.equal(kinds.size, 24, [...kinds].join(', '))
  assert.ok(states.filter(({ kind }) => kind === 'no_results').length >= 12)
})

test('every golden product page is a product, although it is small', () => {
  const folder = join(root, GOLDEN_DIRECTORY, 'product')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('page.html'))
  assert.ok(pages.length >= 50, `${pages.length} pages`)
  const others = pages.filter((path) => kindOf(readFileSync(join(folder, path))) !== 'product')
  assert.deepEqual(others, [])
})

const productBody = '<body><span id="productTitle">Brindelvant Kettle</span>'
const gate = '<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>'
const padding = `<p>${'x'.repeat(30_000)}</p></body>`
const note = '<!-- api-services-support@amazon.com -->'
const shelf = Array.from({ length: 8 }, (_, i) => `<a href="/dp/B0SHLFS00${i}"><img src="k.jpg"></a>`).join('')

const marks = '<div id="desktop_buybox"></div><div id="prodDetails"></div>'
const card = '<div data-component-type="s-search-result" data-asin="B0SHLFS001"></div>'
const reviewsUrl = 'https://www.amazon.com/Kettle/product-reviews/B0SHLFS001?pageNumber=2'

/** [what, page, what else is known, kind] */
const combinations: readonly (readonly [string, Uint8Array | string, Partial<PageFacts>, PageKind])[] = [
  ['no bytes', '', {}, 'unknown'],
  ['white space', ' \n', {}, 'unknown'],
  ['plain text', 'Internal error', {}, 'unknown'],
  ['JSON', '{"error":"x"}', {}, 'unknown'],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0x1a, 0xff, 0xfe, 0x3c, 0x61]), {}, 'unknown'],
  ['noise', Uint8Array.from({ length: 60_000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff), {}, 'unknown'],
  ['a page too large', new Uint8Array(MAX_PAGE_SIZE + 1), {}, 'unknown'],
  ['a page too deep', '<div>'.repeat(600), {}, 'unknown'],

  ['a product with status 200', productBody, { status: 200 }, 'product'],
  ['a product with status 404', productBody + padding, { status: 404 }, 'not_found'],
  ['a product with status 503', productBody + padding, { status: 503 }, 'throttled'],
  ['a product with status 429', productBody, { status: 429 }, 'throttled'],
  ['nothing with status 202', '', { status: 202 }, 'challenge'],
  ['nothing with status 404', '', { status: 404 }, 'not_found'],
  ['nothing with status 500', '', { status: 500 }, 'unknown'],
  ['a gate with status 404', gate, { status: 404 }, 'captcha'],
  ['a gate in a large page', gate + padding, {}, 'captcha'],
  ['a gate beside a product', gate + productBody, {}, 'product'],
  ['a gate in a large page beside a product', gate + productBody + padding, {}, 'product'],
  ['a page that only mentions a gate', `<p>validateCaptcha, opfcaptcha, bm-verify=</p>${padding}`, {}, 'unknown'],
  ['words of an error page in a large page', `<p>Page Not Found. Lo sentimos</p>${padding}`, {}, 'unknown'],
  ['a large page with the title of an error page', `<title>Page Not Found</title>${padding}`, {}, 'not_found'],
  ['a large page with a title about error pages', `<title>On Page Not Found</title>${padding}`, {}, 'unknown'],
  ['plain text of a refusal', 'Request was throttled. Please wait a moment.', {}, 'throttled'],
  ['a refusal that is cut', '<div>Request was throttled', {}, 'unknown'],
  [
    'a refusal of the network',
    '<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2></html>',
    {},
    'throttled',
  ],
  ['a note to robots in a large page', note + padding, {}, 'unknown'],
  ['a note to robots in a small page', `${note}</body>`, {}, 'throttled'],
  ['a page that is cut after its note to robots', `${note}<div id="nav-belt">`, {}, 'unknown'],
  ['words for no results outside the results', '<p>No results for kettle</p></body>', {}, 'unknown'],
  ['words for no results in a large page', `<div id="search">No results for kettle</div>${padding}`, {}, 'no_results'],
  ['words for no results in a page that is cut', '<div id="search">No results for kettle<div>', {}, 'unknown'],
  ['a shelf', `${shelf}</body>`, {}, 'gallery'],
  ['a shelf in a page that is cut', `<div id="a-page">${shelf}`, {}, 'unknown'],
  ['a shelf in a page without the last end tags', `<div id="a-page">${shelf}</div>`, {}, 'gallery'],
  ['a shelf in a page with end tags in capitals', `<div id="a-page">${shelf}</BODY></HTML>`, {}, 'gallery'],
  ['a shelf, and a comment after the page', `<div>${shelf}</div></body></html><!--${padding}-->`, {}, 'gallery'],
  [
    'a page of dogs whose pictures have other names',
    `<a href="/dogsofamazon"><img></a>${note}</body>`,
    {},
    'not_found',
  ],
  ['a title with the number 503', `<title>503 - Dienst nicht verfügbar</title>${padding}`, {}, 'throttled'],
  ['a title with the number 404', '<title>404 - ドキュメントが見つかりません</title></body>', {}, 'not_found'],
  ['a title with a longer number', `<title>5030 kettles</title>${padding}`, {}, 'unknown'],
  ['a video whose title is a picture', '<h1 data-testid="title-art"><img alt="The Keeper"></h1>', {}, 'product'],
  ['a shelf beside one mark of a product', `<div id="feature-bullets"></div>${shelf}</body>`, {}, 'unknown'],
  ['two marks of a product and a shelf', `${marks}${shelf}</body>`, {}, 'product'],
  ['two marks of a product in a page that is cut', `<div id="a-page">${marks}${shelf}`, {}, 'product'],
  ['two marks of a product and a gate', `${gate.replace('validateCaptcha', 'x')}${marks}${padding}`, {}, 'product'],
  ['two marks of a product and the words of an error page', `${marks}<p>Page Not Found</p></body>`, {}, 'product'],
  ['a card beside marks of a product', `${marks}${card}</body>`, {}, 'product'],
  ['a card beside one mark of a product', `<div id="feature-bullets"></div>${card}</body>`, {}, 'search'],
  ['best sellers in a page that is cut', '<div id="zg"><ol>', {}, 'best_sellers'],
  ['an address of reviews, and an empty page', '<p></p></body>', { url: reviewsUrl }, 'unknown'],
  ['an address of reviews, and a large page', padding, { url: reviewsUrl }, 'reviews'],
  ['an address of reviews, and a product', productBody + padding, { url: reviewsUrl }, 'product'],
  ['a shelf beside a product', `${shelf}${productBody}</body>`, {}, 'product'],
  ['a title in a script', '<script>"<span id=productTitle>Kettle</span>"</script>', {}, 'unknown'],
  ['a title in a template', '<template><span id="productTitle">Kettle</span></template>', {}, 'unknown'],
  ['cards without an ASIN', '<div data-component-type="s-search-result" data-asin=""></div>', {}, 'unknown'],
  ['cards of 2019', '<div class="s-result-list"><div class="s-result-item" data-asin="B0SHLFS001">', {}, 'search'],
  [
    'an item like a card elsewhere',
    '<li class="a-carousel-card"><div class="s-result-item" data-asin="B0">',
    {},
    'unknown',
  ],
  ['a product and cards', `${productBody}<div data-component-type="s-search-result" data-asin="B0">`, {}, 'product'],

  ['a sign-in address', productBody, { url: 'https://www.amazon.de/-/en/ap/signin/1?x' }, 'sign_in'],
  ['a sign-in address in a parameter', productBody, { url: 'https://www.amazon.de/dp/B0?u=/ap/signin' }, 'product'],
  ['a relative sign-in address', '', { url: '/ap/signin' }, 'sign_in'],
]

for (const [what, page, rest, kind] of combinations) {
  test(`${what}: ${kind}`, () => {
    assert.equal(kindOf(page, rest), kind)
  })
}

test('a captcha is recognized in any encoding', () => {
  const head = encode('<html><meta charset="Shift_JIS"><body><h4>')
  // "表示" has a backslash for its second byte.
  const words = Uint8Array.from([0x95, 0x5c, 0x8e, 0xa6])
  assert.equal(kindOf(Buffer.concat([head, words, encode(`</h4>${gate}`)])), 'captcha')
  assert.equal(kindOf(Buffer.from(`\uFEFF<html><body>${gate}`, 'utf16le')), 'captcha')
})

/** [what a small page says, in the languages of the marketplaces, its kind]. */
const sayings: readonly (readonly [string, PageKind])[] = [
  ['Voer de tekens in die u hieronder ziet', 'captcha'],
  ['Klik op de onderstaande knop om verder te winkelen', 'captcha'],
  ['Wpisz znaki widoczne poniżej', 'captcha'],
  ['Kliknij przycisk poniżej, aby kontynuować zakupy', 'captcha'],
  ['Ange tecknen du ser nedan', 'captcha'],
  ['Klicka på knappen nedan för att fortsätta handla', 'captcha'],
  ['下のボタンをクリックしてショッピングを続けてください', 'captcha'],
  ['Alışverişe devam etmek için aşağıdaki düğmeye tıklayın', 'captcha'],
  ['انقر على الزر أدناه لمتابعة التسوق', 'captcha'],
  ['أدخل الأحرف التي تراها أدناه', 'captcha'],
  ['Cliquez sur le bouton ci-dessous pour continuer à magasiner', 'captcha'],
  ['नीचे दिखाई दे रहे अक्षर लिखें', 'captcha'],
  ['Ben je op zoek naar iets?', 'not_found'],
  ['Szukasz czegoś? Przepraszamy', 'not_found'],
  ['Letar du efter något? Vi ber om ursäkt', 'not_found'],
  ['何かお探しですか？ 申し訳ございません', 'not_found'],
  ['Bir şey mi arıyorsunuz?', 'not_found'],
  ['هل تبحث عن شيءٍ ما؟', 'not_found'],
  ['Er is iets misgegaan', 'throttled'],
  ['Coś poszło nie tak', 'throttled'],
  ['Något gick fel', 'throttled'],
  ['Bir şeyler ters gitti', 'throttled'],
  ['عذرًا! حدث خطأ ما', 'throttled'],
]

test('small pages are recognized in all languages', () => {
  for (const [said, kind] of sayings) assert.equal(kindOf(`<html><body><p>${said}</p></body></html>`), kind, said)
})

/** What search pages without cards say. */
const nothings: readonly string[] = [
  'Geen resultaten voor lunaro',
  'Brak wyników dla lunaro',
  'Inga resultat för lunaro',
  'lunaro に一致する商品はありませんでした',
  'lunaro için sonuç bulunamadı',
  'لا توجد نتائج لـ lunaro',
  'لم يتم العثور على نتائج',
  'Aucun résultat pour lunaro',
  'lunaro के लिए कोई परिणाम नहीं',
  'No hay resultados para lunaro',
  'Nenhum resultado para lunaro',
]

test('searches without results are recognized in all languages', () => {
  for (const said of nothings) {
    assert.equal(kindOf(`<body><div id="search">${said}</div></body>`), 'no_results', said)
  }
})

test('words are compared in the encoding of the page', () => {
  const page = '<html><meta charset="windows-1252"><div id="search">Aucun r\u00e9sultat pour bouilloire</div></body>'
  assert.equal(kindOf(Buffer.from(page, 'latin1')), 'no_results')
})

test('a captcha is recognized without parsing the page', () => {
  const untouchable = new Proxy({} as Page, {
    get: (_, name) => assert.fail(`${String(name)} of the page was asked for`),
  })
  assert.equal(kindOf(gate, { page: untouchable }), 'captcha')
})

test('an ASIN mismatch is another product, but not one of the same family', () => {
  const record = {
    asin: 'B0SHLFA001',
    parent_asin: 'B0SHLFA000',
    variations: [{ asin: 'B0SHLFA001' }, { asin: 'B0SHLFA002' }],
  } as unknown as Product
  const lonely: Product = { ...record, parent_asin: null, variations: [] }
  assert.equal(isAsinMismatch(record, 'B0SHLFA001'), false, 'itself')
  assert.equal(isAsinMismatch(record, 'b0shlfa001'), false, 'itself in lower case')
  assert.equal(isAsinMismatch(record, 'B0SHLFA000'), false, 'the parent')
  assert.equal(isAsinMismatch(record, 'B0SHLFA002'), false, 'a sibling')
  assert.equal(isAsinMismatch(record, 'B0SHLFA003'), true, 'a stranger')
  assert.equal(isAsinMismatch(lonely, 'B0SHLFA001'), false)
  assert.equal(isAsinMismatch(lonely, 'B0SHLFA000'), true)
})
