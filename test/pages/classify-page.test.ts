import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyPage, parsePage, type PageKind } from '../../core/index.ts'
import { site } from '../../selectors/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

const kindsOfManifest: Readonly<Record<string, PageKind>> = {
  product: 'product',
  search: 'search',
  captcha: 'captcha',
  notfound: 'not_found',
  // Search pages without cards, and without the message that nothing matched.
  noresults: 'unknown',
  reviews: 'reviews',
  // Deals and departments.
  other: 'gallery',
}

/** Real pages whose kind differs from the collected one, by the beginning of their name. Checked one by one. */
const exceptions: readonly (readonly [string, PageKind])[] = [
  ['com__notfound__sorry-something-went-wrong', 'throttled'], // "cs_503_" in its links
  ['com__other__CaganUlutas', 'throttled'],
  ['com__other__KnotBot52', 'throttled'],
  ['com__other__liquidx', 'throttled'],
  ['es__other__jserrano-teina', 'throttled'],
  ['it__other__Pulizia-e-cura-della-casa', 'search'], // the grid of 24 cards of a department
  ['co.jp__other__amazon-sign-in', 'sign_in'], // by its form: no address is known
  ['com__other__amazon-sign-in', 'sign_in'],
  ['de__other__Amazon-Sign-In', 'sign_in'],
  ['in__other__x__1', 'sign_in'], // sign-in
  ['com__other__Amazon-com-1-000-Sweepstakes', 'node'], // rules of a game, at the address of a node
  ['ae__other__amazon-ae-Best-Sellers', 'best_sellers'],
  ['com__other__Amazon-Best-Sellers', 'best_sellers'],
  ['com__other__Amazon-com-Best-Sellers', 'best_sellers'],
  ['com__other__x__1', 'best_sellers'],
  ['de__other__Amazon-de-Bestseller', 'best_sellers'],
  ['in__other__Amazon-in-Bestsellers', 'best_sellers'],
  ['de__other__amazon-de__1', 'list'],
  ['com__other__Amazon-com-Spend-less-Smile-more', 'home'],
  ['com__other__amazon-com-online-shopping-for-e', 'home'],
  ['com__other__amazon-com-spend-less-smile-more', 'home'],
  ['fr__other__Amazon-fr-livres-DVD-jeux-vid-o-musique', 'home'],
  ['it__other__Amazon-it-Il-pi-grande-negozio-al-mondo', 'unknown'], // a front page that is cut
]

test('every real page has the kind that it was collected as', (context) => {
  if (!requireShared(context, corpusDirectory)) return
  const pages = listCorpusPages()
  assert.ok(pages.length >= 228, `${pages.length} pages`)
  const wrong = pages.flatMap(({ file, kind }) => {
    const expected = exceptions.find(([name]) => file.startsWith(name))?.[1] ?? kindsOfManifest[kind]
    const verdict = classifyPage({ bytes: readCorpusPage(file) }, site)
    return verdict.kind === expected ? [] : [`${file}: ${verdict.kind} (${verdict.evidence}), not ${expected}`]
  })
  assert.deepEqual(wrong, [])
})

test('a real page that is cut before its title or its cards is unknown, or says that it is cut', (context) => {
  if (!requireShared(context, corpusDirectory)) return
  const marks =
    /<(?:span|h1|h2)[^>]*id=["']?(?:productTitle|title|btAsinTitle)\b|id=["']?udp\b|<(?:div|li)[^>]*(?:s-search-result"|id="result_)/
  const pages = listCorpusPages().filter(({ kind }) => kind === 'product' || kind === 'search')
  let cuts = 0
  const wrong = pages.flatMap(({ file }) => {
    const bytes = readCorpusPage(file)
    const index = Buffer.from(bytes).toString('latin1').search(marks)
    const ends = index < 0 ? [3000] : [3000, index >> 2, index >> 1, index]
    return ends.flatMap((end) => {
      cuts++
      const part = bytes.subarray(0, end)
      const verdict = classifyPage({ bytes: part }, site)
      // What came of a page can show its kind. The end tags of one are misplaced: nothing shows that it is cut.
      return verdict.kind === 'unknown' || parsePage(part).cut !== null || file.startsWith('it__search__pulizia')
        ? []
        : [`${file} at ${end}: ${verdict.kind} (${verdict.evidence})`]
    })
  })
  assert.ok(cuts > 500, `${cuts} cuts`)
  assert.deepEqual(wrong, [])
})
