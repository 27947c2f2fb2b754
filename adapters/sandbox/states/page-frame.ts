import type { Locale } from '../locale.ts'
import { html, json, type Markup } from '../markup.ts'
import type { Random } from '../random.ts'
import { inventRequestId, pageLanguage } from './state-page.ts'

interface FrameParts {
  readonly title: string
  readonly body: Markup
}

const ASSETS = 'https://m.media-amazon.com'

/** A whole page with header and footer, as around everything that is no refusal. */
export function renderFrame(locale: Locale, random: Random, parts: FrameParts): string {
  return `${renderBeginning(locale, random, parts.title).text}${parts.body.text}${renderEnd(locale).text}`
}

/** Head of the page, and the header that visitors see. */
export function renderBeginning(locale: Locale, random: Random, title: string): Markup {
  const { marketplace, phrases } = locale
  const { host, domain } = marketplace
  const sessionId = `${random.int(130, 147)}-${random.text('0123456789', 7)}-${random.text('0123456789', 7)}`
  return html`<!doctype html><html lang="${pageLanguage(locale)}" class="a-no-js"${locale.isRightToLeft && html` dir="rtl"`} data-19ax5a9jf="dingo"><!-- sp:feature:head-start -->
<head><script>var aPageStart = (new Date()).getTime();</script><meta charset="utf-8"/>
<!-- sp:end-feature:head-start -->
<meta http-equiv='x-dns-prefetch-control' content='on'>
<link rel="dns-prefetch" href="${ASSETS}">
<script type='text/javascript'>
window.ue_ihb = (window.ue_ihb || window.ueinit || 0) + 1;
var ue_id = ${json(inventRequestId(random))},
    ue_sn = ${json(host)},
    ue_sid = ${json(sessionId)};
</script>
<title dir="${locale.isRightToLeft ? 'rtl' : 'ltr'}">${title}</title>
</head>
<body class="a-m-${domain.replace('.', '-')} a-aui_72554-c"><div id="a-page">
<header id="navbar-main" class="nav-opt-sprite nav-flex nav-locale-${domain} nav-ssl nav-unrec">
<div id="nav-belt">
<div id="nav-logo"><a href="/ref=nav_logo" id="nav-logo-sprites" class="nav-logo-link nav-progressive-attribute" aria-label="${host.replace('www.a', 'A')}"></a></div>
<div id="nav-global-location-slot"><span id="glow-ingress-line1">${phrases.delivery.deliver}</span><span id="glow-ingress-line2">${random.pick(phrases.delivery.places)}</span></div>
<form id="nav-search-bar-form" accept-charset="utf-8" action="/s/ref=nb_sb_noss" class="nav-searchbar nav-progressive-attribute" method="GET" role="search"><input type="text" id="twotabsearchtextbox" value="" name="field-keywords" autocomplete="off" class="nav-input nav-progressive-attribute" dir="auto" tabindex="0"></form>
<a href="https://${host}/ap/signin?openid.mode=checkid_setup&openid.ns=http%3A%2F%2Fspecs.openid.net%2Fauth%2F2.0" class="nav-a nav-a-2 nav-progressive-attribute" data-nav-role="signin" id="nav-link-accountList" tabindex="0"><span id="nav-link-accountList-nav-line-1" class="nav-line-1 nav-progressive-content">${phrases.states.sign_in}</span></a>
</div>
<div id="nav-main">${phrases.vocabulary.categories.map(([department]) => renderDepartment(department, random))}</div>
</header>
`
}

function renderDepartment(name: string | undefined, random: Random): Markup {
  const node = random.int(1_000_000, 99_999_999)
  return html`<a href="/b/ref=nav_cs_${node % 100}?node=${node}" class="nav-a">${name}</a>
`
}

function renderEnd(locale: Locale): Markup {
  return html`<div class="navLeftFooter nav-sprite-v1" id="navFooter"><a id="navBackToTop" aria-label="" href="#nav-top"></a>
<div class="navFooterLine"><a href="/ref=footer_logo">${locale.marketplace.host.replace('www.a', 'A')}</a></div></div>
<div id="be" style="display:none;visibility:hidden;"><form name="ue_backdetect" action="get"><input type="hidden" name="ue_back" value="1" /></form></div>
</div></body></html>
`
}
