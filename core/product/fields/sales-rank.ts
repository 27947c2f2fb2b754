import { Element, Text } from '../../html/node.ts'
import { nextElement } from '../../html/walk.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { readText } from '../../text/read-text.ts'
import { cleanUrl } from '../../text/url.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'
import { readSteps } from './category.ts'

type Rank = Product['sales_rank'][number]

/** Best-seller ranks, overall first. */
export function sales_rank(reading: ProductReading): Rank[] {
  const rows = reading.details.filter(({ kind }) => kind === 'sales_rank').map(({ element }) => element)
  const blocks =
    rows.length > 0 ? rows : reading.fields.elements('sales_rank', reading.selectors.sales_rank.slice(0, 1))
  const ranks = blocks.flatMap((block) => splitEntries(block).flatMap((entry) => readEntry(entry, reading)))
  return ranks.filter(
    (rank, index) => ranks.findIndex((other) => other.rank === rank.rank && sameLadder(other, rank)) === index,
  )
}

function sameLadder(left: Rank, right: Rank): boolean {
  return left.ladder.map(({ name }) => name).join('>') === right.ladder.map(({ name }) => name).join('>')
}

/** One rank: its text, and the links that stand in it. */
interface Entry {
  text: string
  readonly links: Element[]
}

/** Where one rank ends and the next begins: list items, line breaks, spans of their own. */
function splitEntries(block: Element): Entry[] {
  const entries: Entry[] = [{ text: '', links: [] }]
  const isSeparate = (element: Element): boolean =>
    element.name === 'li' ||
    element.name === 'br' ||
    element.name === 'ul' ||
    (element.name === 'span' &&
      element.parent instanceof Element &&
      element.parent.name === 'span' &&
      readText(element).length > 6 &&
      /\d/.test(readText(element)))
  const stack: (Element | Text)[] = [block]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const current = entries.at(-1) as Entry
    if (item instanceof Text) {
      current.text += item.data
      continue
    }
    if (
      item.name === 'style' ||
      item.name === 'script' ||
      (item !== block && item.name === 'b' && /[:：]\s*$/.test(readText(item)))
    )
      continue
    if (item.attributeList.classNames.includes('a-text-bold') && /[:：]\s*$/.test(foldSpace(readText(item)))) continue
    if (item !== block && isSeparate(item)) entries.push({ text: '', links: [] })
    if (item.name === 'a') (entries.at(-1) as Entry).links.push(item)
    for (let child = item.lastChild; child !== null; child = child.prev) {
      if (child instanceof Element || child instanceof Text) stack.push(child)
    }
  }
  return entries.map((entry) => ({ ...entry, text: foldSpace(entry.text) })).filter(({ text }) => text !== '')
}

const BRACKETS = /\s*[(（][^)）]*[)）]\s*$/
const LADDER_STEP = /\s*[>›]\s*/

function readEntry({ text, links }: Entry, reading: ProductReading): Rank[] {
  const { words, marketplace } = reading
  // "(See Top 100 in Books)" is a link; "Home & Garden (Books)" is a name.
  const remark = BRACKETS.exec(text)
  const isLink = remark !== null && links.some((link) => remark[0].includes(readText(link)))
  const plain = foldDigits(isLink ? text.slice(0, remark.index) : text).replace(/^[-•#\s]+/, (lead) =>
    lead.includes('#') ? '#' : '',
  )
  const found = words.findRank(plain)
  const rank = parseCount(found?.rank ?? '')
  if (found === null || rank === null) return []
  const names = found.category.split(LADDER_STEP)
  const ladder = names.map((name, index) => {
    const link =
      links.find((candidate) => readText(candidate) === name) ?? (index === names.length - 1 ? links.at(-1) : undefined)
    return { name, url: link === undefined ? null : cleanUrl(link.attributeList.get('href') ?? '', marketplace.host) }
  })
  reading.fields.credit('sales_rank', 'detail row: sales rank', text)
  return [{ ladder, rank }]
}

void readSteps
void nextElement
