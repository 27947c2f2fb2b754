import type { Locale } from './locale.ts'
import { html, json, type Markup } from './markup.ts'
import type { Random } from './random.ts'
import { style } from './style.ts'

/** What differs in the head and the header of pages. */
export interface Frame {
  readonly title: string
  /** Address of the page without what follows a visitor. */
  readonly canonical?: string
  /** Words in the search box. */
  readonly query?: string
  /** Where the visitor wants things brought, in the words of the header. Absent: null. */
  readonly place: Markup | null
  /** For the ids of requests and sessions. */
  readonly random: Random
  /** What makes a page as heavy as a real one, by where it stands. */
  readonly filler?: { readonly head: Markup | null; readonly header?: Markup | null }
}

/** A whole page with header and footer, as round everything that is no refusal. */
export function printFrame(locale: Locale, frame: Frame, body: Markup, footerFiller: Markup | null = null): Markup {
  return html`${printBeginning(locale, frame)}${body}${printEnd(locale, footerFiller)}`
}

/** Head of a page, and the header that visitors see. */
export function printBeginning(locale: Locale, frame: Frame): Markup {
  const { title, canonical, random, filler } = frame
  const { host, domain } = locale.marketplace
  return html`<!doctype html><html${languageAttributes(locale)} class="a-no-js" data-19ax5a9jf="dingo"><!-- sp:feature:head-start -->
<head><script>var aPageStart = (new Date()).getTime();</script><meta charset="utf-8"/>
<!-- sp:end-feature:head-start -->
<meta http-equiv='x-dns-prefetch-control' content='on'>
<link rel="dns-prefetch" href="https://m.media-amazon.com">
<script type='text/javascript'>
window.ue_ihb = (window.ue_ihb || window.ueinit || 0) + 1;
var ue_id = ${json(inventRequestId(random))},
    ue_sn = ${json(host)},
    ue_sid = ${json(inventSessionId(random))};
</script>
${style}${filler?.head}<title>${title}</title>
${
  canonical !== undefined &&
  html`<meta name="title" content="${title}"/><link rel="canonical" href="${canonical}"/>
`
}</head>
<body class="a-m-${domain.replace('.', '-')} a-aui_72554-c"><div id="a-page">
${printHeader(locale, frame)}${filler?.header}<a id="skippedLink" tabindex="-1"></a>
`
}

function printHeader(locale: Locale, { place, query = '', random }: Frame): Markup {
  const { marketplace, phrases } = locale
  const { host, domain } = marketplace
  const departments = phrases.vocabulary.categories.map(([name = '']) => name)
  return html`<a id="nav-top"></a><header id="navbar-main" class="nav-opt-sprite nav-flex nav-locale-${domain} nav-ssl nav-unrec"><div id="navbar" role="navigation" class="nav-sprite-v1 celwidget nav-bluebeacon">
<div id="nav-belt"><div class="nav-left"><div id="nav-logo"><a href="/ref=nav_logo" id="nav-logo-sprites" class="nav-logo-link nav-progressive-attribute" aria-label="${locale.shopName}"></a></div>
<div id="nav-global-location-slot"><a id="nav-global-location-popover-link" role="button" class="nav-a nav-a-2 a-popover-trigger a-declarative" href=""><div class="nav-sprite" id="nav-packard-glow-loc-icon"></div><div id="glow-ingress-block">${place}</div></a></div></div>
<div class="nav-fill"><form id="nav-search-bar-form" accept-charset="utf-8" action="/s/ref=nb_sb_noss" class="nav-searchbar nav-progressive-attribute" method="GET" name="site-search" role="search"><select class="nav-search-dropdown searchSelect" data-nav-selected="0" id="searchDropdownBox" name="url"><option selected="selected" value="search-alias=aps">*</option>${departments.map((name, index) => html`<option value="search-alias=d${index}">${name}</option>`)}</select><input type="text" id="twotabsearchtextbox" value="${query}" name="field-keywords" autocomplete="off" class="nav-input nav-progressive-attribute" dir="auto" tabindex="0"/></form></div>
<div class="nav-right"><a href="https://${host}/ap/signin?openid.mode=checkid_setup" class="nav-a nav-a-2 nav-progressive-attribute" data-nav-role="signin" id="nav-link-accountList"><span id="nav-link-accountList-nav-line-1" class="nav-line-1 nav-progressive-content">${phrases.states.sign_in}</span></a><a href="/gp/cart/view.html?ref_=nav_cart" id="nav-cart"><span id="nav-cart-count">0</span></a></div></div>
<div id="nav-main">${departments.map((name) => printDepartment(name, random))}</div></div></header>
`
}

function printDepartment(name: string, random: Random): Markup {
  const node = random.int(1_000_000, 99_999_999)
  return html`<a href="/b/ref=nav_cs_${node % 100}?node=${node}" class="nav-a">${name}</a>
`
}

function printEnd({ shopName }: Locale, filler: Markup | null): Markup {
  return html`<div class="navLeftFooter nav-sprite-v1" id="navFooter"><a id="navBackToTop" aria-label="" href="#nav-top"></a><div class="navFooterLine"><a href="/ref=footer_logo">${shopName}</a></div></div>
${filler}<div id="be" style="display:none;visibility:hidden;"><form name="ue_backdetect" action="get"><input type="hidden" name="ue_back" value="1" /></form></div>
</div></body></html>
`
}

/** The place below words of its own, as most pages print it. */
export function printPlace({ phrases }: Locale, place: string): Markup {
  return html`${placeLine(1, phrases.delivery.deliver)}${placeLine(2, place)}`
}

/** One of the two lines of the header that say where things are brought. */
export function placeLine(number: 1 | 2, text: string): Markup {
  return html`<span class="nav-line-${number} nav-progressive-content" id="glow-ingress-line${number}"> ${text} </span>`
}

/** Attributes of `<html>`: language, and direction where that is not the usual one. */
export function languageAttributes({ marketplace, isRightToLeft }: Locale): Markup {
  const language = marketplace.language.replace('_', '-').toLowerCase()
  return html` lang="${language}"${isRightToLeft && html` dir="rtl"`}`
}

const REQUEST_ID_CHARACTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** Identity that the marketplace gives to a request. */
export function inventRequestId(random: Random): string {
  return random.text(REQUEST_ID_CHARACTERS, 20)
}

function inventSessionId(random: Random): string {
  return `${random.int(130, 147)}-${random.text('0123456789', 7)}-${random.text('0123456789', 7)}`
}
