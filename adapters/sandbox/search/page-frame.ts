import { html, json, type Markup } from '../markup.ts'
import { style } from '../style.ts'
import { filler } from '../weight.ts'
import { jsonAttribute } from './card-parts.ts'
import type { SearchView } from './search-view.ts'

/** A whole page round its results: head, header, footer, and scripts where real pages have them. */
export function printPage(view: SearchView, results: Markup): string {
  return html`${printHead(view)}${printBodyStart(view)}${printHeader(view)}${results}${printFooter(view)}`.text
}

/** Bytes of what is no content, by the part of the page that it stands in. */
const WEIGHTS = { head: 90_000, header: 120_000, results: 260_000, footer: 180_000 } as const

/** Filler of a part; nothing in a light page. */
export function printWeight(
  { isHeavy, random }: Pick<SearchView, 'isHeavy' | 'random'>,
  part: keyof typeof WEIGHTS,
): Markup | null {
  if (!isHeavy) return null
  const own = random.fork(`weight/${part}`)
  return filler(own, Math.round(WEIGHTS[part] * (0.8 + own.next())))
}

function printHead(view: SearchView): Markup {
  const { locale, truth } = view
  const { host, domain } = locale.marketplace
  const direction = locale.isRightToLeft && html` dir="rtl"`
  return html`<!doctype html><html lang="${locale.phrases.code.toLowerCase()}"${direction} class="a-no-js" data-19ax5a9jf="dingo"><!-- sp:feature:head-start -->
<head><script>var aPageStart = (new Date()).getTime();</script><meta charset="utf-8"/>
<!-- sp:end-feature:head-start -->
<link rel="dns-prefetch" href="https://m.media-amazon.com">
<script type="text/javascript">var ue_sn = ${json(host)}, ue_pty = 'Search', ue_spty = 'List';</script>
${style}${printWeight(view, 'head')}<title>Amazon.${domain} : ${truth.query}</title>
<meta name="description" content="${truth.query}">
<link rel="canonical" href="https://${host}/s?k=${encodeURIComponent(truth.query)}">
</head>
`
}

function printBodyStart({ locale }: SearchView): Markup {
  const state = jsonAttribute({ key: 'a-wlab-states' })
  return html`<body class="a-m-${locale.marketplace.domain.replace('.', '-')} a-aui_72554-c"><div id="a-page"><script type="a-state" data-a-state="${state}">{"AUI_72554":"C"}</script>
`
}

/** Header of all years, with the search box. */
function printHeader(view: SearchView): Markup {
  const { locale, truth, random } = view
  const { phrases } = locale
  const place = random.fork('place').pick(phrases.delivery.places)
  const departments = phrases.vocabulary.categories.map(
    ([name], index) => html`<option value="search-alias=d${index}">${name}</option>`,
  )
  return html`<a id="nav-top"></a><header id="navbar-main" class="nav-opt-sprite nav-flex nav-ssl nav-unrec"><div id="navbar" role="navigation" class="nav-sprite-v1 celwidget nav-bluebeacon"><div id="nav-belt"><div id="nav-logo"><a href="/ref=nav_logo" id="nav-logo-sprites" class="nav-logo-link"></a></div><div id="nav-global-location-slot"><span class="nav-line-1" id="glow-ingress-line1">${phrases.delivery.deliver}</span> <span class="nav-line-2" id="glow-ingress-line2">${place}</span></div><form id="nav-search-bar-form" accept-charset="utf-8" action="/s/ref=nb_sb_noss" class="nav-searchbar" method="GET" name="site-search" role="search"><div id="nav-search-dropdown-card"><select class="nav-search-dropdown searchSelect" data-nav-selected="0" id="searchDropdownBox" name="url"><option selected="selected" value="search-alias=aps"></option>${departments}</select></div><input type="text" id="twotabsearchtextbox" value="${truth.query}" name="field-keywords" autocomplete="off" class="nav-input" dir="auto"/><input id="nav-search-submit-button" type="submit" class="nav-input"/></form><a href="https://${locale.marketplace.host}/ap/signin?openid.mode=checkid_setup" class="nav-a nav-a-2" id="nav-link-accountList">${phrases.states.sign_in}</a></div><div id="nav-main"></div></div></header>
${printWeight(view, 'header')}<a id="skippedLink" tabindex="-1"></a>
`
}

function printFooter(view: SearchView): Markup {
  const { phrases } = view
  const columns = phrases.vocabulary.categories.map(
    (ladder) =>
      html`<div class="navFooterLinkCol"><div class="navFooterColHead">${ladder[0]}</div><ul>${ladder.slice(1).map((name) => html`<li><a href="/b?node=1" class="nav_a">${name}</a></li>`)}</ul></div>`,
  )
  return html`<div class="navLeftFooter nav-sprite-v1" id="navFooter"><a href="javascript:void(0)" id="navBackToTop"></a><div class="navFooterVerticalColumn">${columns}</div></div>
${printWeight(view, 'footer')}<div id="be" style="display:none;visibility:hidden;"><form name="ue_backdetect" action="get"><input type="hidden" name="ue_back" value="1" /></form></div>
</div></body></html>
`
}
