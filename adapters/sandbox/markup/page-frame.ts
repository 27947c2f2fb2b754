import type { Locale } from '../locale/locale.ts'
import type { Random } from '../truth/random.ts'
import { printAddressModal } from './address-modal.ts'
import { html, json, raw, type Markup } from './html.ts'

/** The parts of head and header that differ between pages. */
export interface Frame {
  readonly title: string
  /** Address of the page without tracking parameters. */
  readonly canonical?: string
  /** Text in the search box. */
  readonly query?: string
  /** Delivery location in the header. Absent: null. */
  readonly location: Markup | null
  /** Source of request ids and session ids. */
  readonly random: Random
  /** Filler of a page of real size, by its position. */
  readonly filler?: { readonly head: Markup | null; readonly header?: Markup | null }
}

/** Prints a whole page with header and footer. */
export function printFrame(locale: Locale, frame: Frame, body: Markup, footerFiller: Markup | null = null): Markup {
  return html`${printBeginning(locale, frame)}${body}${printEnd(locale, footerFiller)}`
}

/** Prints the start of a page: head and visible header. */
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
var ue_id = ${json(generateRequestId(random))},
    ue_sn = ${json(host)},
    ue_sid = ${json(generateSessionId(random))};
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

function printHeader(locale: Locale, { location, query = '', random }: Frame): Markup {
  const { marketplace, phrases } = locale
  const { host, domain } = marketplace
  const departments = locale.vocabulary.categories.map(([name = '']) => name)
  return html`<a id="nav-top"></a><header id="navbar-main" class="nav-opt-sprite nav-flex nav-locale-${domain} nav-ssl nav-unrec"><div id="navbar" role="navigation" class="nav-sprite-v1 celwidget nav-bluebeacon">
<div id="nav-belt"><div class="nav-left"><div id="nav-logo"><a href="/ref=nav_logo" id="nav-logo-sprites" class="nav-logo-link nav-progressive-attribute" aria-label="${locale.shopName}"></a></div>
<div id="nav-global-location-slot">${printAddressModal(locale)}<a id="nav-global-location-popover-link" role="button" class="nav-a nav-a-2 a-popover-trigger a-declarative" href=""><div class="nav-sprite" id="nav-packard-glow-loc-icon"></div><div id="glow-ingress-block">${location}</div></a></div></div>
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

/** Prints the delivery location in two lines, as most pages do: a label, then the location. */
export function printLocation({ phrases }: Locale, location: string): Markup {
  return html`${locationLine(1, phrases.delivery.deliver)}${locationLine(2, location)}`
}

/** Prints one line of the delivery location. */
export function locationLine(number: 1 | 2, text: string): Markup {
  return html`<span class="nav-line-${number} nav-progressive-content" id="glow-ingress-line${number}"> ${text} </span>`
}

/** Attributes of `<html>`: the language, and the direction of right-to-left languages. */
export function languageAttributes({ marketplace, isRightToLeft }: Locale): Markup {
  const language = marketplace.language.replace('_', '-').toLowerCase()
  return html` lang="${language}"${isRightToLeft && html` dir="rtl"`}`
}

const REQUEST_ID_CHARACTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** Id that the marketplace gives to a request. */
export function generateRequestId(random: Random): string {
  return random.text(REQUEST_ID_CHARACTERS, 20)
}

function generateSessionId(random: Random): string {
  return `${random.int(130, 147)}-${random.text('0123456789', 7)}-${random.text('0123456789', 7)}`
}

/** Styles that make a simulated page readable in a browser. Real pages load theirs. */
const style = raw(`<style>
body{font:14px/20px Arial,sans-serif;margin:0 16px;color:#0F1111}a{color:#007185;text-decoration:none}
h1,h2,h3,h5{font-size:18px;line-height:24px;font-weight:normal}li{margin:2px 0}
.a-offscreen,.aok-offscreen,.a-icon-alt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.aok-hidden,.a-hidden,.a-popover-preload{display:none}
.a-text-price[data-a-strike=true],.a-text-strike{text-decoration:line-through;color:#565959}
.a-price-fraction,.a-price-symbol{font-size:60%;vertical-align:super}.a-price{font-size:18px}.a-text-bold{font-weight:bold}
.a-icon-star,.a-icon-star-small,.a-icon-star-mini{display:inline-block;width:80px;height:16px;background:linear-gradient(90deg,#DE7921 80%,#ddd 80%)}
#rightCol{float:inline-end;width:240px;border:1px solid #D5D9D9;border-radius:8px;padding:14px}#leftCol{float:inline-start;width:300px;min-height:300px}
#leftCol img{max-width:260px;background:#F7F8F8}#centerCol{margin-inline:320px 280px}#dp-container>div:not(#ppd){clear:both}
.a-carousel{list-style:none;padding:0;display:flex;gap:16px}.a-breadcrumb ul{list-style:none;padding:0;display:flex;gap:6px}
#altImages input,#histogramTable span[aria-hidden]{display:none}
.prodDetTable th{text-align:start;background:#F0F2F2;padding:6px 14px}.nav-left,.nav-fill,.nav-right{display:inline-block;padding:8px}
#navbar,#nav-belt{background:#131921}#navbar *{color:#fff}#navbar select,#navbar input{color:#111}
[data-component-type=s-search-result],li[id^=result_]{border:1px solid #eee;padding:8px;margin:8px 0}img.s-image{max-width:160px}
</style>`)
