import { compileSelector, type Page, type Provenance } from '../../../core/index.ts'
import type { InventWords } from './invent-words.ts'

type Node = Page['document']['childNodes'][number]
type Element = Page['elements']['all'][number]

/** Attributes by which a page is read, and that say nothing of a product or a person. */
const KEPT: ReadonlySet<string> = new Set(
  'id class type name role lang dir rel charset http-equiv property for hidden selected checked disabled aria-disabled colspan rowspan style'.split(
    ' ',
  ),
)
const NO_ATTRIBUTE = /^(?:on.*|srcset|nonce|integrity|crossorigin|d|viewbox)$/
const LEFT_OUT: ReadonlySet<string> = new Set('style noscript iframe svg object embed base template'.split(' '))
const VOID: ReadonlySet<string> = new Set('area br col hr img input link meta wbr'.split(' '))
const HIDING = /display\s*:\s*none|visibility\s*:\s*hidden/i

/** A longer value of an attribute is left out. Unit: characters. */
const MAX_ATTRIBUTE = 2000
/** An element with more elements inside loses the child elements that gave no value. */
const MAX_INSIDE = 300
/** In an element up to this size, such as a buy box, all that a selector finds is kept. */
const MAX_BLOCK = 3000
/** Rows of a kind that are kept: of ads, and of others. */
const MAX_ROWS = 2

/** What a page was read from. */
interface Sources extends Pick<Provenance, 'attempts' | 'winners'> {
  /** Positions of the elements of the rows. */
  readonly rowElements: readonly number[] | null
  /** Whether a row is an ad. Order: of the rows. */
  readonly areAds: readonly boolean[]
  /** All selectors that the record is read with: not all that they find is noted in the attempts. */
  readonly selectors: readonly string[]
  /** Whether all of the page is kept: what it is does not show in what was read. */
  readonly isWhole: boolean
  /** Selectors of elements whose words stay: signs of currencies. */
  readonly verbatim: readonly string[]
}

/**
 * The parts of a page that its record was read from, with invented words: a page that is read in the same way, and
 * says nothing of the product, the seller or the visitor.
 */
export function printSkeleton(page: Page, sources: Sources, invent: InventWords): string {
  const kept = findKept(page, sources)
  const keys = stateKeys(sources)
  const verbatim = findAll(page, sources.verbatim)
  const parts = ['<!doctype html>\n']
  const print = (node: Node, isWhole: boolean): void => {
    if (node.type === 'text') {
      const isVerbatim = node.parent?.type === 'tag' && verbatim.has(node.parent)
      if (isWhole) parts.push(escapeText(isVerbatim ? node.data : invent(node.data)))
      else if (node.data.trim() === '') parts.push('\n')
      return
    }
    if (node.type !== 'tag' && node.type !== 'script') return
    if (node.name === 'script') {
      parts.push(printScript(node, keys, invent))
      return
    }
    const how = isWhole ? 'whole' : (kept.get(node) ?? null)
    if (LEFT_OUT.has(node.name) || how === null) return
    parts.push(`<${node.name}${printAttributes(node, invent)}>`)
    if (VOID.has(node.name)) return
    for (const child of node.childNodes) print(child, how === 'whole')
    parts.push(`</${node.name}>`)
  }
  for (const node of page.document.childNodes) print(node, sources.isWhole)
  return `${parts.join('').replaceAll(/\n\s*\n+/g, '\n')}\n`
}

/** How an element is kept: whole, or only what is kept in it. Absent: it is left out. */
function findKept(
  page: Page,
  { attempts, rowElements, areAds, selectors }: Sources,
): ReadonlyMap<Element, 'whole' | 'around'> {
  const { all } = page.elements
  const rows = (rowElements ?? []).map((position, index) => ({ position, isAd: areAds[index] === true }))
  const keptRows = [true, false].flatMap((isAd) => rows.filter((row) => row.isAd === isAd).slice(0, MAX_ROWS))
  const leftRows = rows.filter((row) => !keptRows.includes(row)).flatMap(({ position }) => all[position] ?? [])
  const read = [...(attempts ?? []).flatMap(({ elements }) => elements), ...keptRows.map(({ position }) => position)]
  const kept = new Map<Element, 'whole' | 'around'>()
  const keep = (element: Element): void => {
    if (leftRows.some(({ order, end }) => element.order >= order && element.order < end)) return
    if (element.end - element.order <= MAX_INSIDE) kept.set(element, 'whole')
    for (let own: Node | null = element; own !== null; own = own.parent) {
      if (own.type === 'tag' && !kept.has(own)) kept.set(own, 'around')
    }
  }
  for (const position of new Set(read)) {
    const element = all[position]
    if (element !== undefined) keep(element)
  }
  const blocks = [...kept.keys()].filter(
    ({ order, end }) => end - order > MAX_INSIDE && end - order <= MAX_BLOCK && read.includes(order),
  )
  for (const element of blocks.length === 0 ? [] : findAll(page, selectors)) {
    if (blocks.some(({ order, end }) => element.order > order && element.order < end)) keep(element)
  }
  for (const element of all) {
    if (isInHead(element) && isOfOrigin(element)) keep(element)
  }
  return kept
}

/** A selector that starts from an element which is found already. */
const RELATIVE = /^\s*[>+~*]/

/** All that selectors find in a page. */
function findAll(page: Page, selectors: readonly string[]): ReadonlySet<Element> {
  const found = selectors.flatMap((selector) =>
    RELATIVE.test(selector) ? [] : [...compileSelector(selector, 'skeleton').selectAll(page)],
  )
  return new Set(found)
}

/** Whether an element of the head says where a page is from, or how it is encoded. */
function isOfOrigin({ name, attributeList }: Element): boolean {
  if (name === 'link') return attributeList.get('rel') === 'canonical'
  return name === 'title' || (name === 'meta' && (attributeList.has('charset') || attributeList.has('http-equiv')))
}

function isInHead({ parent }: Element): boolean {
  return parent?.type === 'tag' && parent.name === 'head'
}

const STATE = /^state: ([\w$-]+)/

/** Names in scripts that values were read from. */
function stateKeys({ winners, attempts }: Sources): readonly string[] {
  const sources = [...Object.values(winners), ...(attempts ?? []).map(({ source }) => source)]
  return [...new Set(sources.flatMap((source) => STATE.exec(source ?? '')?.[1] ?? []))]
}

/** Texts of a script, with what follows them: a name is followed by a colon. */
const STRING = /"(?:[^"\\\n]|\\.)*"(\s*:)?|'(?:[^'\\\n]|\\.)*'(\s*:)?/g

/** A script that values were read from, with invented words for its texts. Others are left out. */
function printScript(script: Element, keys: readonly string[], invent: InventWords): string {
  const text = script.childNodes.map((node) => (node.type === 'text' ? node.data : '')).join('')
  if (!keys.some((key) => text.includes(key))) return ''
  const invented = text.replace(STRING, (string, isName?: string, isOther?: string) =>
    isName === undefined && isOther === undefined ? invent(string) : string,
  )
  return `<script${printAttributes(script, invent)}>${invented}</script>`
}

function printAttributes(element: Element, invent: InventWords): string {
  return element.attributes
    .flatMap(({ name, value }) => {
      if (NO_ATTRIBUTE.test(name) || value.length > MAX_ATTRIBUTE) return []
      if (name === 'style' && !HIDING.test(value)) return []
      return [` ${name}="${escapeValue(KEPT.has(name) ? value : invent(value))}"`]
    })
    .join('')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function escapeValue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
