import { raw } from './markup.ts'

/** Real pages load their styles; these few rules let a person see a simulated one as it is meant. */
export const style = raw(`<style>
body{font:14px/20px Arial,sans-serif;margin:0 16px;color:#0F1111}a{color:#007185;text-decoration:none}
h1,h2,h3,h5{font-size:18px;line-height:24px;font-weight:normal}li{margin:2px 0}
.a-offscreen,.aok-offscreen,.a-icon-alt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.aok-hidden,.a-hidden,.a-popover-preload{display:none}
.a-text-price[data-a-strike=true],.a-text-strike{text-decoration:line-through;color:#565959}
.a-price-fraction,.a-price-symbol{font-size:60%;vertical-align:super}.a-price{font-size:18px}.a-text-bold{font-weight:bold}
.a-icon-star,.a-icon-star-small,.a-icon-star-mini{display:inline-block;width:80px;height:16px;background:linear-gradient(90deg,#DE7921 80%,#ddd 80%)}
#rightCol{float:right;width:240px;border:1px solid #D5D9D9;border-radius:8px;padding:14px}#leftCol{float:left;width:300px;min-height:300px}
#leftCol img{max-width:260px;background:#F7F8F8}#centerCol{margin:0 280px 0 320px}#dp-container>div:not(#ppd){clear:both}
.a-carousel{list-style:none;padding:0;display:flex;gap:16px}.a-breadcrumb ul{list-style:none;padding:0;display:flex;gap:6px}
#altImages input,#histogramTable span[aria-hidden]{display:none}
.prodDetTable th{text-align:start;background:#F0F2F2;padding:6px 14px}.nav-left,.nav-fill,.nav-right{display:inline-block;padding:8px}
#navbar,#nav-belt{background:#131921}#navbar *{color:#fff}#navbar select,#navbar input{color:#111}
[data-component-type=s-search-result],li[id^=result_]{border:1px solid #eee;padding:8px;margin:8px 0}img.s-image{max-width:160px}
</style>`)
