import type { CheerioAPI } from 'cheerio'
import { compile, selectAll } from 'css-select'
import type { AnyNode, Element, ParentNode } from 'domhandler'
import { getAttributeValue, textContent } from 'domutils'
import type { ProductMap, SearchMap } from '../core/index.ts'

/** Texts that were read, by the names of fields and of their parts. */
type PeerRecord = { [name: string]: string | PeerRecord }
type Query = ReturnType<typeof compile<AnyNode, Element>>
interface PeerSelector {
  readonly query: Query
  readonly attribute: string | null
}
type PeerMap = { readonly [name: string]: readonly PeerSelector[] | PeerMap }

type PeerSearchMap = PeerMap & {
  readonly [Name in 'card' | 'no_card' | 'video' | 'page']: readonly PeerSelector[]
}

const maps = new WeakMap<object, PeerMap>()

/**
 * Reads the selectors of a map with css-select from cheerio's tree: of each list, the
 * first candidate that gives text. This is less work than a record of shelfmark: no value
 * is parsed, no script is read, and the parts of list items are not read.
 */
export function readMapWithCssSelect($: CheerioAPI, map: ProductMap): PeerRecord {
  return readMap($.root()[0] as AnyNode, compileOnce(map))
}

/**
 * The same for a search map: finds the cards as shelfmark does, and reads the selectors
 * of the fields in each card. The number of the page is the first entry.
 */
export function readCardsWithCssSelect($: CheerioAPI, map: SearchMap): PeerRecord[] {
  const { card, no_card, video, page, ...fields } = compileOnce(map) as PeerSearchMap
  const root = $.root()[0] as AnyNode
  const select = ({ query }: PeerSelector): Element[] => selectAll<AnyNode, Element>(query, root)
  let products: Element[] = []
  for (const selector of card) if (products.length === 0) products = select(selector)
  const cards = new Set([...products, ...video.flatMap(select)])
  const blocks = new Set<ParentNode>([...cards, ...no_card.flatMap(select)])
  const records = [...cards]
    .filter((element) => !isInsideAny(element, blocks))
    .map((element) => readMap(element, { video, ...fields }))
  return [{ page: readFirst(root, page) }, ...records]
}

function isInsideAny(element: Element, blocks: ReadonlySet<ParentNode>): boolean {
  for (let node = element.parent; node !== null; node = node.parent) if (blocks.has(node)) return true
  return false
}

function compileOnce(map: object): PeerMap {
  let compiled = maps.get(map)
  if (compiled === undefined) {
    compiled = compileMap(map)
    maps.set(map, compiled)
  }
  return compiled
}

function readMap(root: AnyNode, map: PeerMap): PeerRecord {
  const record: PeerRecord = {}
  for (const [name, entry] of Object.entries(map)) {
    record[name] = isCandidates(entry) ? readFirst(root, entry) : readMap(root, entry)
  }
  return record
}

function readFirst(root: AnyNode, candidates: readonly PeerSelector[]): string {
  for (const { query, attribute } of candidates) {
    for (const element of selectAll(query, root)) {
      const text = attribute === null ? textContent(element) : (getAttributeValue(element as Element, attribute) ?? '')
      if (text.trim() !== '') return text.trim()
    }
  }
  return ''
}

const MODE = /::(?:attr\(([^)]*)\)|text)$/

function compileMap(map: object): PeerMap {
  return Object.fromEntries(
    Object.entries(map as Record<string, readonly string[] | object>).map(([name, entry]) => [
      name,
      Array.isArray(entry) ? (entry as string[]).flatMap(compileSelector) : compileMap(entry),
    ]),
  )
}

function compileSelector(source: string): PeerSelector[] {
  const selector = source.replace(MODE, '')
  // Relative selectors start from an item of a list, and lists are not read.
  if (selector.startsWith('>')) return []
  return [{ query: compile<AnyNode, Element>(selector), attribute: MODE.exec(source)?.[1] ?? null }]
}

function isCandidates(entry: readonly PeerSelector[] | PeerMap): entry is readonly PeerSelector[] {
  return Array.isArray(entry)
}
