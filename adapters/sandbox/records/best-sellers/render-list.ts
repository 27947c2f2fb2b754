import type { Category, Entry, Ranking } from '../../../../core/index.ts'
import { requireLocale, type Locale } from '../../locale/locale.ts'
import { filler, type RenderOptions } from '../../markup/filler.ts'
import { html, raw, type Markup } from '../../markup/html.ts'
import { printFrame, printLocation } from '../../markup/page-frame.ts'
import { showPlace } from '../../truth/place.ts'
import { Random } from '../../truth/random.ts'
import { listPath, restParameters, restPath, trackedPath } from './truth/addresses.ts'
import { printCard, type CardContext } from './card.ts'
import { rootDepartments } from './truth/categories.ts'
import { generateList } from './truth/generate-list.ts'
import { ROOT_CARDS, ROOT_ENTRIES, SHOWN_CARDS, type ListTruth } from './truth/list-truth.ts'
import { wordsOf } from './truth/words.ts'

/** Tags of links, by list. */
const TAGS: Readonly<Record<Ranking, string>> = {
  best_sellers: 'zg_bs',
  new_releases: 'zg_bsnr',
  most_wished_for: 'zg_mw',
  most_gifted: 'zg_mg',
  movers_and_shakers: 'zg_bsms',
}

/** Prints a page of a list, or the part of it that was asked for. The extraction must read from it exactly the record of the truth. */
export function renderList(truth: ListTruth, options: RenderOptions = {}): string {
  const locale = requireLocale(truth.request.domain)
  if (truth.request.part !== null) return printPart(truth, truth.request.part, locale).text
  const isRoot = truth.request.alias === ''
  const { record, request } = truth
  const random = new Random(`list page/${request.domain}/${record.query}/${request.list}`)
  const frame = {
    title: `${locale.shopName} ${wordsOf(locale).lists[request.list]}: ${record.title ?? ''}`,
    // One address for all pages of a list, and for that of free things.
    canonical: record.url,
    location: printLocation(
      locale,
      request.place === undefined
        ? random.fork('place').pick(locale.phrases.delivery.locations)
        : showPlace(request.place, locale),
    ),
    random: random.fork('frame'),
    filler: { head: options.weight === 'real' ? filler(random.fork('head'), 120_000) : null },
  }
  const body = html`<div id="zg">${isRoot ? printRoot(truth, locale) : printOne(truth, locale)}</div>\n`
  return printFrame(locale, frame, body, options.weight === 'real' ? filler(random.fork('footer'), 120_000) : null).text
}

function printHeading(locale: Locale, list: Ranking): Markup {
  return html`<h1><span id="zg_banner_text">${wordsOf(locale).lists[list]}</span></h1>`
}

function printOne(truth: ListTruth, locale: Locale): Markup {
  const { request, record } = truth
  const empty = record.entries.length === 0 && html`<p class="zg-empty">${wordsOf(locale).empty}</p>`
  return html`<div id="zg-header" class="a-row">${printHeading(locale, request.list)}</div><div class="a-row">${printTree(truth)}<div id="zg-right-col">
    <div id="CardInstancelist" data-acp-params="${restParameters(request)}" data-acp-path="${restPath(request)}"><div class="_cDEzb_card-title_2sYgw"><h1 class="a-text-bold">${record.title}</h1></div>
    <div>${printGrid(truth, locale)}${empty}${printPagination(truth, locale)}${printOtherLists(truth, locale)}</div></div></div></div>`
}

function contextOf({ request, layout }: ListTruth, locale: Locale, place: CardContext['place']): CardContext {
  return { locale, layout, place, tag: `${TAGS[request.list]}_g_${request.alias}` }
}

function printGrid(truth: ListTruth, locale: Locale): Markup {
  const { whole, record, layout } = truth
  const context = contextOf(truth, locale, 'grid')
  const cards = whole.slice(0, SHOWN_CARDS).map((entry, index) => printOf(truth, entry, index, context))
  const list = layout === '2026' ? html`<ol>${cards}</ol>` : html`<div>${cards}</div>`
  return html`<div class="p13n-desktop-grid" data-client-recs-list="${JSON.stringify(record.entries.map(toListed))}" data-index-offset="${SHOWN_CARDS}" data-reftag="${context.tag}" data-offset="${record.entries.length}" data-faceoutkataname="GeneralFaceout">${list}<div id="endOfList"></div></div>`
}

function printOf({ pictures }: ListTruth, entry: Entry, index: number, context: CardContext): Markup {
  return printCard(entry, pictures.get(entry.asin) ?? '', index, context)
}

/** An entry as lists name it. */
function toListed({ asin, rank, sales_rank, previous_rank, rank_change_percentage }: Entry): object {
  const text = (value: number | null): string => (value === null ? '' : String(value))
  return {
    id: asin,
    metadataMap: {
      'render.zg.rank': String(rank),
      'render.zg.bsms.currentSalesRank': text(sales_rank),
      'render.zg.bsms.percentageChange': text(rank_change_percentage),
      'render.zg.bsms.twentyFourHourOldSalesRank': text(previous_rank),
      disablePercolateLinkParams: 'true',
    },
    linkParameters: {},
  }
}

function printPagination({ request, record }: ListTruth, locale: Locale): Markup | null {
  if (record.entries.length === 0) return null
  const { previous, next } = locale.phrases.search
  const tag = TAGS[request.list]
  const hrefOf = (page: number): string =>
    `${trackedPath(listPath(request), `${tag}_pg_${page}_${request.alias}`)}?_encoding=UTF8&pg=${page}${request.isFree ? '&tf=1' : ''}`
  const item = (page: number): Markup =>
    html`<li class="${page === request.page ? 'a-selected' : 'a-normal'}"><a href="${hrefOf(page)}"${page === request.page && html` aria-current="page"`}>${page}</a></li>`
  const last = record.has_more
    ? html`<li class="a-last"><a href="${hrefOf(request.page + 1)}">${next}</a></li>`
    : html`<li class="a-disabled a-last">${next}</li>`
  return html`<nav aria-label="pagination"><ul class="a-pagination"><li class="a-disabled">${previous}</li>${item(1)}${item(2)}${last}</ul></nav>`
}

function printOtherLists({ request, record }: ListTruth, locale: Locale): Markup {
  const words = wordsOf(locale)
  const items = record.lists.map(({ list }) => {
    const href = trackedPath(listPath({ ...request, list }), `${TAGS[request.list]}_tab_t_${request.alias}`)
    return html`<li><span class="a-list-item"><a href="${href}"><span class="a-size-medium a-color-base">${words.lists[list]}</span></a></span></li>`
  })
  return html`<ul class="zg-more-list-types-container aok-hidden">${items}</ul>`
}

/** The tree, as nested lists (2026) or nested blocks (2022). */
function printTree({ record, layout, request }: ListTruth): Markup {
  const [group, item] = layout === '2026' ? ['ul', 'li'] : ['div', 'div']
  const { categories } = record
  let text = ''
  let depth = 0
  for (const category of categories) {
    for (; depth < category.level; depth++)
      text += `<${group} role="group" class="_p13n-zg-nav-tree-all_style_zg-browse-group__88fbz">`
    for (; depth > category.level; depth--) text += `</${group}>`
    text += printItem(category, item ?? 'div', request.list).text
  }
  text += `</${group}>`.repeat(depth)
  return html`<div id="zg-left-col"><div role="tree">${raw(text)}</div></div>`
}

function printItem({ name, url, is_selected, level }: Category, item: string, list: Ranking): Markup {
  const kind = level === 0 ? 'zg-root-browse-item__2WmBB' : 'zg-browse-item__1rdKf'
  const { pathname } = new URL(url)
  const shown = is_selected
    ? html`<span class="_p13n-zg-nav-tree-all_style_zg-selected__1SfhQ" aria-current="page">${name}<span class="_p13n-zg-nav-tree-all_style_zg-visually-hidden__2zReM">(Current)</span></span>`
    : html`<a href="${trackedPath(pathname, `${TAGS[list]}_nav_${level}`)}">${name}</a>`
  return html`<${raw(item)} role="treeitem" class="_p13n-zg-nav-tree-all_style_${kind}">${shown}</${raw(item)}>`
}

/** The page of the root: tabs, and the beginnings of several lists. */
function printRoot(truth: ListTruth, locale: Locale): Markup {
  const { request } = truth
  const words = wordsOf(locale)
  const own = { list: request.list, url: truth.record.url }
  const tabs = [own, ...truth.record.lists].map(({ list, url }) => {
    const isSelected = list === request.list
    return html`<li><div class="_p13n-zg-nav-tab-all_style_zg-tabs-li-${isSelected ? 'selected-' : ''}div__1YdPR"><a href="${trackedPath(new URL(url).pathname, 'zg_bs_tab')}">${words.lists[list]}</a></div></li>`
  })
  const lists = rootDepartments().map((alias, index) =>
    printCarousel(index === 0 ? truth : generateList({ ...request, alias, part: null }), alias, locale),
  )
  return html`<div id="zg_header"><div class="_p13n-zg-nav-tab-all_style_zg-tabs__EYPLq"><ul>${tabs}</ul></div>${printHeading(locale, request.list)}</div><div id="zg_colmask">${lists}${printTree(truth)}</div>`
}

function printCarousel(truth: ListTruth, alias: string, locale: Locale): Markup {
  const context = contextOf(truth, locale, 'carousel')
  const entries = truth.whole.slice(0, ROOT_ENTRIES)
  const cards = entries.slice(0, ROOT_CARDS).map((entry, index) => printOf(truth, entry, index, context))
  const options = {
    ajax: { id_list: entries.map((entry) => JSON.stringify(toListed(entry))) },
    set_size: entries.length,
  }
  return html`<div class="a-section"><div data-a-carousel-options="${JSON.stringify(options)}" data-reftagprefix="${TAGS[truth.request.list]}_c_${alias}" class="a-carousel-container"><h2 class="a-carousel-heading">${truth.record.title}</h2><ol class="a-carousel" role="list">${cards}</ol></div></div>\n`
}

/** The cards that a page loads later. Without its parameters, none come. */
function printPart(truth: ListTruth, part: readonly number[], locale: Locale): Markup {
  const context = contextOf(truth, locale, 'grid')
  const cards = part.flatMap((index) => {
    const entry = truth.whole[index]
    return entry === undefined || truth.withholdsRest ? [] : [printOf(truth, entry, index, context)]
  })
  return html`<ol>${cards}<div aria-hidden="true" role="listitem"><div id="videoResponsePlaceholder"></div></div></ol>`
}
