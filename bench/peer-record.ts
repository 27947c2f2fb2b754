import { load } from 'cheerio'
import { compile, selectAll } from 'css-select'
import type { AnyNode, Element, ParentNode } from 'domhandler'
import { getAttributeValue, textContent } from 'domutils'
import type { Marketplace, RecordName } from 'shelfmark'
import type { BaseMaps, Domain } from 'shelfmark/selectors'
import { closeHappyDom, parseWithHappyDom, parseWithLinkedom, type DomNode } from './trees.ts'

/** Texts that were read, by the names of fields and of their parts. */
export type PeerRecord = { [name: string]: string | PeerRecord }

/** How a library parses a page and finds elements in it. */
interface PeerTree<Node extends object, Query> {
  readonly parse: (page: Buffer) => Node
  /** Frees a page. Default: nothing is needed. */
  readonly close?: (root: Node) => Promise<void>
  /** Called once for each selector. Absent: null, the library refuses it. */
  readonly compile: (selector: string) => Query | null
  readonly selectAll: (query: Query, root: Node) => Iterable<Node>
  readonly textOf: (node: Node) => string
  readonly attributeOf: (node: Node, name: string) => string
  readonly parentOf: (node: Node) => Node | null
}

interface PeerSelector<Query> {
  readonly query: Query
  readonly attribute: string | null
}
type PeerMap<Query> = { readonly [name: string]: readonly PeerSelector<Query>[] | PeerMap<Query> }

type PeerSearchMap<Query> = PeerMap<Query> & {
  readonly [Name in 'card' | 'no_card' | 'video' | 'page']: readonly PeerSelector<Query>[]
}

/** How another library reads the selectors of a record. */
type ReadRecord = (
  page: Buffer,
  marketplace: Marketplace<Domain, BaseMaps>,
) => Promise<PeerRecord | readonly PeerRecord[]>

/** Another library that selects elements. */
export interface PeerLibrary {
  readonly name: string
  /** Absent: undefined, it reads no such record. */
  readonly records: Readonly<Partial<Record<RecordName, ReadRecord>>>
}

/**
 * Reads the selectors of a map with another library: of each list, the first candidate that gives text. This is less work
 * than a record of shelfmark: no value is parsed, no script is read, the parts of list items are not read, and selectors
 * that the library refuses are left out. Of a
 * search, it finds the cards as shelfmark does, and reads the selectors of the fields in each card; the number of the page
 * is the first entry.
 */
function define<Node extends object, Query>(name: string, tree: PeerTree<Node, Query>): PeerLibrary {
  const maps = new WeakMap<object, PeerMap<Query>>()
  const compileOnce = (map: object): PeerMap<Query> => {
    const compiled = maps.get(map) ?? compileMap(map, tree.compile)
    maps.set(map, compiled)
    return compiled
  }
  const readPage = async <Rec>(page: Buffer, read: (root: Node) => Rec): Promise<Rec> => {
    const root = tree.parse(page)
    const record = read(root)
    await tree.close?.(root)
    return record
  }
  return {
    name,
    records: {
      product: (page, { product }) => readPage(page, (root) => readMap(tree, root, compileOnce(product))),
      search: (page, { search }) =>
        readPage(page, (root) => readCards(tree, root, compileOnce(search) as PeerSearchMap<Query>)),
    },
  }
}

function readCards<Node extends object, Query>(
  tree: PeerTree<Node, Query>,
  root: Node,
  { card, no_card, video, page, ...fields }: PeerSearchMap<Query>,
): PeerRecord[] {
  const select = ({ query }: PeerSelector<Query>): Node[] => [...tree.selectAll(query, root)]
  let products: Node[] = []
  for (const selector of card) if (products.length === 0) products = select(selector)
  const cards = new Set([...products, ...video.flatMap(select)])
  const blocks = new Set([...cards, ...no_card.flatMap(select)])
  const isInside = (node: Node): boolean => {
    for (let outer = tree.parentOf(node); outer !== null; outer = tree.parentOf(outer)) {
      if (blocks.has(outer)) return true
    }
    return false
  }
  const records = [...cards]
    .filter((element) => !isInside(element))
    .map((element) => readMap(tree, element, { video, ...fields }))
  return [{ page: readFirst(tree, root, page) }, ...records]
}

function readMap<Node extends object, Query>(tree: PeerTree<Node, Query>, root: Node, map: PeerMap<Query>): PeerRecord {
  const record: PeerRecord = {}
  for (const [name, entry] of Object.entries(map)) {
    record[name] = isCandidates(entry) ? readFirst(tree, root, entry) : readMap(tree, root, entry)
  }
  return record
}

function readFirst<Node extends object, Query>(
  tree: PeerTree<Node, Query>,
  root: Node,
  candidates: readonly PeerSelector<Query>[],
): string {
  for (const { query, attribute } of candidates) {
    for (const element of tree.selectAll(query, root)) {
      const text = attribute === null ? tree.textOf(element) : tree.attributeOf(element, attribute)
      if (text.trim() !== '') return text.trim()
    }
  }
  return ''
}

const MODE = /::(?:attr\(([^)]*)\)|text)$/

function compileMap<Query>(map: object, compileOne: (selector: string) => Query | null): PeerMap<Query> {
  const compileSelector = (source: string): PeerSelector<Query>[] => {
    const selector = source.replace(MODE, '')
    // Relative selectors start from an item of a list, and lists are not read.
    if (selector.startsWith('>')) return []
    const query = compileOne(selector)
    return query === null ? [] : [{ query, attribute: MODE.exec(source)?.[1] ?? null }]
  }
  return Object.fromEntries(
    Object.entries(map as Record<string, readonly string[] | object>).map(([name, entry]) => [
      name,
      Array.isArray(entry) ? (entry as string[]).flatMap(compileSelector) : compileMap(entry, compileOne),
    ]),
  )
}

function isCandidates<Query>(
  entry: readonly PeerSelector<Query>[] | PeerMap<Query>,
): entry is readonly PeerSelector<Query>[] {
  return Array.isArray(entry)
}

/** cheerio's tree, and css-select with compiled selectors. */
const cheerio = define<AnyNode, ReturnType<typeof compile<AnyNode, Element>>>('cheerio', {
  parse: (page) => load(page.toString()).root()[0] as AnyNode,
  compile: (selector) => compile<AnyNode, Element>(selector),
  selectAll: (query, root) => selectAll<AnyNode, Element>(query, root),
  textOf: textContent,
  attributeOf: (node, name) => getAttributeValue(node as Element, name) ?? '',
  parentOf: (node): ParentNode | null => node.parent,
})

interface DomRoot extends DomNode {
  querySelectorAll(selector: string): Iterable<DomRoot>
  getAttribute(name: string): string | null
}

function ofDom(parse: (page: Buffer) => DomNode, close?: (root: DomNode) => Promise<void>): PeerTree<DomRoot, string> {
  const empty = parse(Buffer.from('<p>')) as DomRoot
  const isKnown = (selector: string): boolean => {
    try {
      empty.querySelectorAll(selector)
      return true
    } catch {
      return false
    }
  }
  return {
    parse: (page) => parse(page) as DomRoot,
    ...(close === undefined ? {} : { close }),
    compile: (selector) => (isKnown(selector) ? selector : null),
    selectAll: (selector, root) => root.querySelectorAll(selector),
    textOf: (node) => node.textContent,
    attributeOf: (node, name) => node.getAttribute(name) ?? '',
    parentOf: (node) => node.parentNode as DomRoot | null,
  }
}

/** The libraries whose speed of selecting is compared. */
export const peerLibraries: readonly PeerLibrary[] = [
  cheerio,
  define('linkedom', ofDom(parseWithLinkedom)),
  define('happy-dom', ofDom(parseWithHappyDom, closeHappyDom)),
]
