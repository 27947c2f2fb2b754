import { Element } from '../../html/tree/node.ts'
import type { ListReading } from './list-reading.ts'
import { parseRankingAddress, rankingUrl, toOwnUrl } from './rankings.ts'
import type { Category } from './schema.ts'

/** The tree of categories next to a list, in page order. */
export function readCategories(reading: ListReading): readonly Category[] {
  const { page } = reading
  const field = reading.field('categories')
  const isGroup = field.part('group').matches
  for (const candidate of field.part('branch').candidates) {
    const items = candidate.selectAll(page)
    const read = items.flatMap((item) => readCategory(item, reading, isGroup) ?? [])
    if (read.length === 0) continue
    field.part('branch').credit(candidate.source, `${read.length} categories`, items)
    return read
  }
  return []
}

function readCategory(item: Element, reading: ListReading, isGroup: (element: Element) => boolean): Category | null {
  const { page, marketplace, text } = reading
  const field = reading.field('categories')
  const first = (part: 'link' | 'selected'): Element | null => {
    for (const candidate of field.part(part).candidates) {
      const found = candidate.selectFirst(page, item)
      if (found !== null) return found
    }
    return null
  }
  const selected = first('selected')
  const link = selected === null ? first('link') : null
  const shown = selected ?? link
  if (shown === null) return null
  const name = text.read(shown, { skip: field.part('left_out').matches })
  const level = countGroups(item, isGroup)
  if (name === '') return null
  if (selected !== null) {
    const [query, url] = [reading.get('query'), reading.get('url')]
    return query === null || url === null ? null : { name, query, url, is_selected: true, level }
  }
  const href = link?.attributeList.get('href') ?? ''
  const address = parseRankingAddress(href, marketplace)
  if (address === null) return null
  const url = toOwnUrl(href, marketplace) ?? rankingUrl(marketplace, address.list, address.query)
  return { name, query: address.query, url, is_selected: false, level }
}

/** Groups around an item: its depth in the tree. */
function countGroups(item: Element, isGroup: (element: Element) => boolean): number {
  let count = 0
  for (let node = item.parent; node instanceof Element; node = node.parent) if (isGroup(node)) count++
  return count
}
