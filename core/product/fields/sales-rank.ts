import { findPart } from '../../field/find-part.ts'
import { Element, Text, type ChildNode } from '../../html/node.ts'
import { parseCount } from '../../text/count.ts'
import { clipText, MAX_PHRASE } from '../../text/clip.ts'
import { foldDigits } from '../../text/digits.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { readText } from '../../text/read-text.ts'
import { cleanUrl } from '../../text/url.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

type Rank = Product['sales_rank'][number]

/** Best-seller ranks, overall first. */
export function sales_rank(reading: ProductReading): Rank[] {
  const rows = reading.details.filter(({ kind }) => kind === 'sales_rank')
  const entries =
    rows.length > 0
      ? rows.flatMap(({ element, labelElement }) => splitEntries(element, labelElement))
      : reading.fields
          .elements('sales_rank', reading.selectors.sales_rank.block)
          .flatMap((block) =>
            splitEntries(block, findPart(reading.page, block, reading.selectors.sales_rank.label)?.element),
          )
  const ranks = new Map<string, Rank>()
  for (const entry of entries) {
    const rank = readEntry(entry, reading)
    if (rank !== null) ranks.set(JSON.stringify(rank), rank)
  }
  return [...ranks.values()]
}

/** What is printed of one rank. */
interface Entry {
  readonly text: string
  readonly links: readonly Element[]
}

/** Elements that begin a rank of their own. */
const ENTRY_TAGS: ReadonlySet<string> = new Set(['li', 'ul', 'br', 'div', 'p', 'tr', 'td'])

function splitEntries(block: Element, label?: Element): Entry[] {
  const entries: { text: string; links: Element[] }[] = []
  let entry = { text: '', links: [] as Element[] }
  const rest: ChildNode[] = [block]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node instanceof Text) entry.text += node.data
    else if (node instanceof Element && node !== label && node.name !== 'script' && node.name !== 'style') {
      if (ENTRY_TAGS.has(node.name)) {
        entries.push(entry)
        entry = { text: '', links: [] }
      }
      if (node.name === 'a') entry.links.push(node)
      for (let child = node.lastChild; child !== null; child = child.prev) rest.push(child)
    }
  }
  entries.push(entry)
  return entries
}

/** Links of one rank: 6 at most on real pages. */
const MAX_LINKS = 50
const REMARK = /\s*[(（][^(（)）]*[)）]\s*$/
/** Lists have a hundred places, in all languages. */
const TOP = /(?<!\d)100(?![\d%])/
const CLOSED = /\s*[)）]$/
const OPENED = /\s*[(（]\s*$/
const BULLET = /^[-•\s]+/
const ONLY_NUMBER = /^#?[\d.,\s]+$/
const LADDER_STEP = /\s*[>›]\s*/

function readEntry({ text, links }: Entry, reading: ProductReading): Rank | null {
  const line = foldDigits(foldSpace(clipText(text))).replace(BULLET, '')
  if (!/\d/.test(line)) return null
  if (line.length > MAX_PHRASE || links.length > MAX_LINKS) {
    reading.fields.blame('sales_rank', 'detail row', line)
    return null
  }
  const named = links.map((link) => ({ link, name: foldDigits(readText(link)) })).filter(({ name }) => name !== '')
  const plain = cutRemark(
    line,
    named.map(({ name }) => name),
  )
  const own = named.filter(({ name }) => plain.includes(name))

  const linked = own.map(({ name }) => name)
  const found = reading.words.findRank(plain) ?? findByLinks(plain, linked)
  const rank = parseCount(found?.rank ?? '')
  // A number alone is a rank of no category.
  if (found === null && ONLY_NUMBER.test(plain)) return null
  if (found === null || rank === null) {
    reading.fields.blame('sales_rank', 'detail row', line)
    return null
  }
  reading.fields.credit('sales_rank', 'detail row: sales rank', line)
  const names = found.category.split(LADDER_STEP).filter((name) => name !== '')
  const ladder = names.map((name, index) => {
    const isLast = index === names.length - 1
    const link = own.find((candidate) => candidate.name === name)?.link ?? (isLast ? links.at(-1) : undefined)
    return { name, url: cleanUrl(link?.attributeList.get('href') ?? '', reading.marketplace.host) }
  })
  return { ladder, rank }
}

/** "(See Top 100 in Books)" is a link, which can hold brackets; "Home & Garden (Books)" is a name. */
function cutRemark(line: string, linked: readonly string[]): string {
  const [remark = ''] = REMARK.exec(line) ?? []
  if (remark !== '' && (TOP.test(remark) || linked.some((name) => remark.includes(name)))) {
    return line.slice(0, -remark.length)
  }
  const name = linked.find((text) => CLOSED.test(line) && line.replace(CLOSED, '').endsWith(text))
  return name === undefined ? line : line.replace(CLOSED, '').slice(0, -name.length).replace(OPENED, '')
}

/** A rank in words that are not known: its categories are links, and its number is the first beside them. */
function findByLinks(line: string, names: readonly string[]): { rank: string; category: string } | null {
  const words = names.reduce((rest, name) => rest.replace(name, ' '), line)
  return names.length === 0 ? null : { rank: words, category: names.join(' > ') }
}
