import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageStates, renderState, requireLocale, type PageState } from '../../adapters/sandbox/index.ts'
import { classifyPage, extractProduct, parsePage, recognizeDomain, type PageKind } from '../../core/index.ts'
import { marketplaces, site } from '../../selectors/index.ts'

interface Expectation {
  readonly status: number
  readonly kind: PageKind
}

const expectations: Readonly<Record<PageState, Expectation>> = {
  captcha: { status: 200, kind: 'captcha' },
  gate: { status: 200, kind: 'captcha' },
  challenge: { status: 202, kind: 'challenge' },
  akamai: { status: 200, kind: 'challenge' },
  throttled: { status: 503, kind: 'throttled' },
  throttled_table: { status: 503, kind: 'throttled' },
  sign_in: { status: 200, kind: 'sign_in' },
  not_found: { status: 404, kind: 'not_found' },
  gallery: { status: 200, kind: 'gallery' },
  shell: { status: 200, kind: 'shell' },
  truncated: { status: 200, kind: 'unknown' },
}

const domains = [...marketplaces.keys()]
const path = '/Kettle-"Tea"/dp/B0SHLFS001?psc=1&th=1'

function bytesOf(state: PageState, domain: string): Buffer {
  return Buffer.from(renderState(state, requireLocale(domain), { path }).html)
}

test('every state has an expectation', () => {
  assert.ok(domains.length >= 20, `${domains.length} marketplaces`)
  assert.deepEqual(Object.keys(expectations), pageStates)
})

for (const state of pageStates) {
  const { status, kind } = expectations[state]

  test(`the state ${state} is ${kind} on every marketplace`, () => {
    for (const domain of domains) {
      const { host } = requireLocale(domain).marketplace
      const page = renderState(state, requireLocale(domain), { path })
      assert.equal(page.status, status)
      const bytes = Buffer.from(page.html)
      const url = `https://${host}${state === 'sign_in' ? '/ap/signin?openid.mode=checkid_setup' : path}`
      const verdict = classifyPage({ status, url, bytes }, site)
      assert.equal(verdict.kind, kind, `${domain}: ${verdict.evidence}`)
      const alone = classifyPage({ bytes }, site)
      assert.equal(alone.kind, kind, `${domain}, bytes alone: ${alone.evidence}`)
    }
  })
}

test('the words of a small page are enough to classify it, in every language', () => {
  for (const domain of domains) {
    const { states } = requireLocale(domain).phrases
    const sentences: readonly (readonly [string, PageKind])[] = [
      [states.captcha, 'captcha'],
      [states.continue_shopping, 'captcha'],
      [states.throttled, 'throttled'],
      [states.not_found_title, 'not_found'],
      [states.not_found, 'not_found'],
    ]
    for (const [words, kind] of sentences) {
      const bytes = Buffer.from(`<html><meta charset="utf-8"><title>shop</title><p>${words}</p></html>`)
      assert.equal(classifyPage({ bytes }, site).kind, kind, `${domain}: ${words}`)
    }
  }
})

test('a state is printed in the language of its marketplace, with the same bytes each time', () => {
  for (const state of pageStates) {
    for (const domain of domains) assert.deepEqual(bytesOf(state, domain), bytesOf(state, domain))
  }
  assert.match(bytesOf('captcha', 'de').toString(), /<html class="a-no-js" lang="de-de">/)
  for (const domain of domains) {
    const { phrases, isRightToLeft } = requireLocale(domain)
    const { captcha, continue_button, gallery } = phrases.states
    assert.equal(/<html[^>]* dir="rtl"/.test(bytesOf('captcha', domain).toString()), isRightToLeft, domain)
    const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    assert.ok(bytesOf('captcha', domain).includes(`<h4>${escape(captcha)}</h4>`), domain)
    assert.ok(bytesOf('gate', domain).includes(`>${escape(continue_button)}</button>`), domain)
    assert.ok(bytesOf('gallery', domain).includes(`>${escape(gallery)}</h1>`), domain)
  }
})

test('pages of blocked requests are small, and their forms lead back to the requested path', () => {
  const small: readonly PageState[] = ['captcha', 'gate', 'challenge', 'akamai', 'throttled', 'not_found']
  for (const state of small) assert.ok(bytesOf(state, 'com').length < 8000, state)
  for (const state of ['captcha', 'gate'] as const) {
    const fields = parsePage(bytesOf(state, 'com')).elements.withName('input')
    const back = fields.find((field) => field.attributeList.get('name') === 'amzn-r')
    assert.equal(back?.attributeList.get('value'), path)
  }
})

test('pages with a header name their marketplace and have no product', () => {
  for (const state of ['gallery', 'shell'] as const) {
    for (const [domain, marketplace] of marketplaces) {
      const page = parsePage(bytesOf(state, domain))
      assert.equal(recognizeDomain(page, marketplaces.values()), domain)
      assert.equal(extractProduct(page, marketplace).record, null)
    }
  }
})
