import { html, raw, type Markup } from '../markup.ts'
import { style } from '../style.ts'
import type { ProductView } from './product-view.ts'

export interface PageParts {
  readonly title: string
  readonly canonical: string
  /** What stands in the column of the product, after the header. */
  readonly body: Markup
  /** Scripts and styles without which real pages would be small. */
  readonly filler: Markup | null
}

/** Everything round the product: head, navigation, footer. */
export function printPage(view: ProductView, { title, canonical, body, filler }: PageParts): Markup {
  const { locale, phrases } = view
  const direction = locale.isRightToLeft ? html` dir="rtl"` : null
  const language = locale.marketplace.language.toLowerCase().replace('_', '-')
  return html`<!doctype html><html lang="${language}"${direction} class="a-no-js" data-19ax5a9jf="dingo">
<head><meta charset="utf-8"/><meta http-equiv="x-dns-prefetch-control" content="on"/>
<title>${title}</title>
<meta name="title" content="${title}"/>
<link rel="canonical" href="${canonical}"/>
<script>var aPageStart = (new Date()).getTime();</script>
${style}${filler}
</head>
<body class="a-m-us a-aui_72554-c a-aui_template_weblab_cache_333406-c"><div id="a-page">
<header id="navbar-main" class="nav-opt-sprite nav-flex">
<div id="navbar" class="nav-sprite-v1 celwidget nav-bluebeacon"><div id="nav-belt">
<div class="nav-left"><div id="nav-logo"><a href="/ref=nav_logo" id="nav-logo-sprites" class="nav-logo-link nav-progressive-attribute" aria-label="logo"></a></div>
<div id="nav-global-location-slot"><span id="nav-global-location-data-modal-action" class="a-declarative nav-progressive-attribute" data-action="a-modal"><a id="nav-global-location-popover-link" role="button" class="nav-a nav-a-2 a-popover-trigger a-declarative" href=""><div class="nav-sprite" id="nav-packard-glow-loc-icon"></div><div id="glow-ingress-block">${printPlace(view)}</div></a></span></div></div>
<div class="nav-fill"><form id="nav-search-bar-form" action="/s/ref=nb_sb_noss" method="GET" name="site-search"><select id="searchDropdownBox" name="url" class="nav-search-dropdown searchSelect"><option value="search-alias=aps" selected="selected">*</option>${phrases.vocabulary.categories.map(([root = '']) => html`<option value="search-alias=${root}">${root}</option>`)}</select><input type="text" id="twotabsearchtextbox" name="field-keywords" value=""/></form></div>
<div class="nav-right"><a href="https://${locale.marketplace.host}/ap/signin?openid.return_to=x" class="nav-a nav-a-2" id="nav-link-accountList"><span class="nav-line-1">${phrases.states.sign_in}</span></a><a href="/gp/cart/view.html?ref_=nav_cart" id="nav-cart"><span id="nav-cart-count">0</span></a></div>
</div></div></header>
${body}
<div id="rhf" class="copilot-secure-display" role="complementary"></div>
<div id="navFooter" class="navLeftFooter nav-sprite-v1"><div class="navFooterLine"><a href="/gp/help/customer/display.html?nodeId=508088" class="nav_a">Conditions</a></div></div>
</div>${raw('<!-- sp:end-feature:host-btf -->')}</body></html>
`
}

/** The place in one line, or below words of its own. */
function printPlace({ record, phrases }: ProductView): Markup | null {
  const place = record.delivery_location
  if (place === null) return null
  const line = (number: 1 | 2, text: string): Markup =>
    html`<span class="nav-line-${number} nav-progressive-content" id="glow-ingress-line${number}"> ${text} </span>`
  const isOneLine = place.length % 2 === 0
  return isOneLine
    ? line(1, phrases.delivery.deliver_to.replace('{place}', place))
    : html`${line(1, phrases.delivery.deliver)}${line(2, place)}`
}

/** A feature of the page: most of them are empty. */
export function feature(name: string, content: Markup | null = null): Markup {
  return html`<div id="${name}_feature_div" class="celwidget" data-feature-name="${name}" data-csa-c-type="widget" data-csa-c-content-id="${name}">${content}</div>
`
}
