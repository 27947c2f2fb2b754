import { Element, Text, type ChildNode } from '../../html/tree/node.ts'
import type { Product } from './schema.ts'
import { clipText, MAX_PHRASE } from '../../text/clip.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { cleanUrl } from '../../text/url.ts'
import { readDetailRows } from './detail-rows.ts'
import type { ProductFields, ProductReading } from './reading.ts'

type Rank = Product['sales_rank'][number]

export const salesRank = {
  /**
   * Best-seller ranks, overall first. The ladder of a rank without a category is empty.
   *
   * Source: golden/product/pl/rank-with-category-word, golden/product/com/rank-without-category.
   */
  sales_rank: (_, reading) => {
    const ranks = new Map<string, Rank>()
    const entries = findEntries(reading).filter(({ text }) => text.trim() !== '')
    for (const entry of entries) {
      const rank = (entries.length === 1 ? readNumber(entry, reading) : null) ?? readEntry(entry, reading)
      if (rank !== null) ranks.set(JSON.stringify(rank), rank)
    }
    return [...ranks.values()]
  },
} satisfies Partial<ProductFields>

/** Ranks of the detail rows, else of a block of their own. */
function findEntries(reading: ProductReading): Entry[] {
  const field = reading.field('sales_rank')
  const rows = reading.once(readDetailRows).filter(({ kind }) => kind === 'sales_rank')
  if (rows.length > 0) return rows.flatMap(({ element, labelElement }) => splitEntries(element, labelElement))
  const blocks = field.part('block').elements()
  return blocks.flatMap((block) => splitEntries(block, field.part('label').inside(block)?.element ?? null))
}

/** The text and links of one rank. */
interface Entry {
  /** The row or block that it is in. */
  readonly block: Element
  readonly text: string
  readonly links: readonly Element[]
}

/** Elements that begin a new rank. */
const ENTRY_TAGS: ReadonlySet<string> = new Set(['li', 'ul', 'br', 'div', 'p', 'tr', 'td'])

function splitEntries(block: Element, label: Element | null): Entry[] {
  const entries: { block: Element; text: string; links: Element[] }[] = []
  let entry = { block, text: '', links: [] as Element[] }
  const rest: ChildNode[] = [block]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node instanceof Text) entry.text += node.data
    else if (node instanceof Element && node !== label && node.name !== 'script' && node.name !== 'style') {
      if (ENTRY_TAGS.has(node.name)) {
        entries.push(entry)
        entry = { block, text: '', links: [] }
      }
      if (node.name === 'a') entry.links.push(node)
      for (let child = node.lastChild; child !== null; child = child.prev) rest.push(child)
    }
  }
  entries.push(entry)
  return entries
}

/** Links of one rank. Source: at most 6 on real pages. */
const MAX_LINKS = 50
const BULLET = /^[-•\s]+/
const ONLY_NUMBER = /^#?[\d.,\s]+$/
const LADDER_STEP = /\s*[>›]\s*/

/** A rank that the page prints without a category. */
function readNumber({ text, block }: Entry, reading: ProductReading): Rank | null {
  const line = foldDigits(foldSpace(clipText(text)))
  const rank =
    line.length > MAX_PHRASE || !ONLY_NUMBER.test(line) ? null : parseCount(line, reading.words.findMultiplier)
  if (rank === null) return null
  reading.field('sales_rank').credit('detail row: sales rank', line, [block])
  return { ladder: [], rank }
}

function readEntry({ text: raw, links, block }: Entry, reading: ProductReading): Rank | null {
  const { text, words, marketplace } = reading
  const field = reading.field('sales_rank')
  const line = foldDigits(foldSpace(clipText(raw))).replace(BULLET, '')
  if (!/\d/.test(line)) return null
  if (line.length > MAX_PHRASE || links.length > MAX_LINKS) {
    field.blame('detail row', line)
    return null
  }
  const named = links.map((link) => ({ link, name: foldDigits(text.read(link)) })).filter(({ name }) => name !== '')
  const plain = cutRemark(
    line,
    named.map(({ name }) => name),
  )
  const own = named.filter(({ name }) => plain.includes(name))

  const linked = own.map(({ name }) => name)
  const found = words.findRank(plain) ?? findByLinks(plain, linked)
  const rank = parseCount(found?.rank ?? '', words.findMultiplier)
  if (found === null && ONLY_NUMBER.test(plain)) return null
  if (found === null || rank === null) {
    field.blame('detail row', line)
    return null
  }
  field.credit('detail row: sales rank', line, [block])
  const names = found.category.split(LADDER_STEP).filter((name) => name !== '')
  const ladder = names.map((name, index) => {
    const isLast = index === names.length - 1
    const link = own.find((candidate) => candidate.name === name)?.link ?? (isLast ? links.at(-1) : undefined)
    return { name, url: cleanUrl(link?.attributeList.get('href') ?? '', marketplace) }
  })
  return { ladder, rank }
}

const REMARK = /\s*[(（][^(（)）]*[)）]\s*$/
/** Lists have a hundred products, in all languages. */
const TOP = /(?<!\d)100(?![\d%])/
const CLOSED = /\s*[)）]$/
const OPENED = /\s*[(（]\s*$/

/** "(See Top 100 in Books)" is a link, which can contain brackets; "Home & Garden (Books)" is a name. */
function cutRemark(line: string, linked: readonly string[]): string {
  const [remark = ''] = REMARK.exec(line) ?? []
  if (remark !== '' && (TOP.test(remark) || linked.some((name) => remark.includes(name)))) {
    return line.slice(0, -remark.length)
  }
  const name = linked.find((text) => CLOSED.test(line) && line.replace(CLOSED, '').endsWith(text))
  return name === undefined ? line : line.replace(CLOSED, '').slice(0, -name.length).replace(OPENED, '')
}

/** A rank in unknown words: its categories are links, and its number is the first next to them. */
function findByLinks(line: string, names: readonly string[]): { rank: string; category: string } | null {
  const words = names.reduce((rest, name) => rest.replace(name, ' '), line)
  return names.length === 0 ? null : { rank: words, category: names.join(' > ') }
}
