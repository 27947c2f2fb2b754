import type { FieldReader } from '../../field/field-reader.ts'
import { readElement } from '../../field/read-element.ts'
import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import type { Document, Element } from '../../html/tree/node.ts'
import { findAncestor } from '../../html/tree/walk.ts'
import { decodeUri } from '../../text/decode-uri.ts'
import type { LinkRules } from '../../text/url.ts'
import { parseConditions, printCondition, type Condition } from './conditions.ts'
import type { SearchMap } from './map.ts'
import type { SearchResponse } from './schema.ts'

type Values = Pick<SearchResponse, 'node' | 'refinements'>

/** A search page while the fields beside its cards are read. */
export type PanelReading = Reading<Values, SearchMap, Document>

/** How each field beside the cards is read. */
export type PanelFields = FieldDefinitions<Values, SearchMap, Document>

/** Names of kinds of conditions. */
export function facetsOf({ site }: PanelReading): LinkRules['search']['facets'] {
  return site.links.search.facets
}

/** A row of the column beside the cards. */
export interface PanelRow {
  readonly element: Element
  /** The outermost list that it is in. */
  readonly list: Element
  /** Its words, as displayed. Absent: null, it is a picture without a text. */
  readonly name: string | null
  /** Kind of the condition that it stands for. Absent: null, unknown. */
  readonly facet: string | null
  /** The condition that it names or adds. Absent: null, unknown. */
  readonly value: string | null
  /** The results, or the node, that it leads to. Absent: null, it leads to none. */
  readonly target: Target | null
  readonly hasLink: boolean
  /** Whether it leads to a node above, or to results without a condition. */
  readonly isBack: boolean
  /** Whether the page marks its condition as met. */
  readonly isMarked: boolean
}

/** What a row leads to. */
interface Target {
  readonly href: string
  readonly conditions: readonly Condition[]
}

/** The column beside the cards. */
export interface Panel {
  readonly element: Element
  /** Order: of the page. */
  readonly rows: readonly PanelRow[]
  /** Conditions that all results meet, by kind. */
  readonly met: ReadonlyMap<string, string>
}

/** More rows than real pages have, which have up to 1,000. Limits the work on hostile pages. */
const MAX_ROWS = 3000

/** Absent: null, the page has no such column. */
export function readPanel(reading: PanelReading): Panel | null {
  const field = reading.field('refinements')
  const element = field.part('panel').element()
  if (element === null) return null
  // Searches inside visit the column alone, not the page.
  reading.page.elements.readAlike([element])
  const elements = selectRows(element, reading)
  const inRows = new RowContents(element, elements, reading)
  const links = inRows.texts(field.part('target'))
  const back = inRows.texts(field.part('back'), () => 'back')
  const marked = inRows.texts(field.part('selected'), () => 'selected')
  const isList = field.part('list').matches
  const targets = new Map([...links].map(([row, href]) => [row, readTarget(href, reading)]))
  const frequency = countConditions([...targets.values()])
  const rows = elements.flatMap((row): PanelRow[] => {
    const list = findOutermost(row, isList, element)
    if (list === null) return []
    const href = links.get(row)
    const target = targets.get(row) ?? null
    const own = readOwnId(row) ?? findAdded(target, frequency)
    return [
      {
        element: row,
        list,
        name: inRows.nameOf(row, href !== undefined),
        facet: own?.facet ?? null,
        value: own?.value ?? null,
        target,
        hasLink: href !== undefined,
        isBack: back.has(row),
        isMarked: marked.has(row),
      },
    ]
  })
  return { element, rows, met: findMet(rows, reading) }
}

function selectRows(panel: Element, reading: PanelReading): readonly Element[] {
  for (const selector of reading.field('refinements').part('option').candidates) {
    const found = selector.selectAll(reading.page, panel)
    if (found.length > 0) return found.slice(0, MAX_ROWS)
  }
  return []
}

/** The list around a row that no other is around, inside the column: rows behind "See more" have a list of their own in a row. */
function findOutermost(row: Element, isList: (element: Element) => boolean, panel: Element): Element | null {
  let list = findAncestor(row, isList, panel)
  for (let outer = list; outer !== null; outer = findAncestor(outer, isList, panel)) list = outer
  return list
}

/** What the candidates of a part find in the rows, each without the rows inside of it. */
class RowContents {
  private readonly panel: Element
  private readonly rows: ReadonlySet<Element>
  private readonly reading: PanelReading
  private readonly names: ReadonlyMap<Element, string>
  private readonly pictures: ReadonlyMap<Element, string>
  private readonly labels: ReadonlyMap<Element, string>

  constructor(panel: Element, rows: readonly Element[], reading: PanelReading) {
    this.panel = panel
    this.rows = new Set(rows)
    this.reading = reading
    const field = reading.field('refinements')
    this.names = this.texts(field.part('name'))
    this.pictures = this.texts(field.part('picture'))
    this.labels = this.texts(field.part('label'))
  }

  /** The first text in each row, of the candidates in their order. `parse`: default, the text. */
  texts(part: FieldReader, parse: (text: string) => string = (text) => text): ReadonlyMap<Element, string> {
    const { page, text } = this.reading
    const found = new Map<Element, string>()
    const isRow = (element: Element): boolean => this.rows.has(element)
    for (const selector of part.candidates) {
      for (const element of selector.selectItems(page, this.panel)) {
        const row = findAncestor(element, isRow, this.panel)
        if (row === null || found.has(row)) continue
        const value = parse(readElement(element, selector.mode, text))
        if (value !== '') found.set(row, value)
      }
    }
    return found
  }

  /** Words of a row. Absent: null, it has none. */
  nameOf(row: Element, hasLink: boolean): string | null {
    const words = hasLink ? (this.names.get(row) ?? '') : this.textOf(row)
    const picture = this.pictures.get(row)
    const name = picture === undefined ? words : joinPicture(picture, words)
    return name === '' ? (this.labels.get(row) ?? null) : name
  }

  private textOf(row: Element): string {
    const isLeftOut = this.reading.field('refinements').part('left_out').matches
    return this.reading.text.read(row, { skip: (element) => this.rows.has(element) || isLeftOut(element) })
  }
}

/** A picture whose text has more than a number and a noun, "4 Stars & Up", says what the words after it say. */
const MAX_BARE_WORDS = 2

function joinPicture(picture: string, words: string): string {
  const isWhole = picture.endsWith(words) || picture.split(' ').length > MAX_BARE_WORDS
  return isWhole ? picture : `${picture} ${words}`
}

const URL_IN_JSON = /^\s*\{.*?"url"\s*:\s*"([^"]+)"/s
const AMPERSAND = /&amp;/g

/** Absent: null, the address is not one of results or of a node. */
function readTarget(text: string, { site }: PanelReading): Target | null {
  const { search } = site.links
  const href = text.startsWith('{') ? (URL_IN_JSON.exec(text)?.[1] ?? '').replace(AMPERSAND, '&') : text
  const [path = '', query = ''] = href.split('#', 1)[0]?.split('?', 2) ?? []
  if (!search.resultPath.test(path)) return null
  const conditions: Condition[] = []
  // Parsing the whole address costs ten times as much, and a page has a thousand.
  for (const parameter of query.split('&')) {
    const [name, value = ''] = parameter.split('=', 2)
    if (name === search.node) conditions.push({ facet: search.facets.node, value })
    else if (name === search.conditions) conditions.push(...parseConditions(decodeUri(value.replace(PLUS, ' '))))
  }
  return { href, conditions: conditions.filter(({ facet }) => facet !== search.facets.words) }
}

const PLUS = /\+/g

/** Number of links that have each condition, as printed. */
function countConditions(targets: readonly (Target | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const condition of targets.flatMap((target) => target?.conditions ?? [])) {
    const key = printCondition(condition)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** The condition that a link adds: that which the fewest links have, of several the last. Absent: null, it has none. */
function findAdded(target: Target | null, frequency: ReadonlyMap<string, number>): Condition | null {
  const countOf = (condition: Condition): number => frequency.get(printCondition(condition)) ?? 0
  let added: Condition | null = null
  for (const condition of target?.conditions ?? []) {
    if (added === null || countOf(condition) <= countOf(added)) added = condition
  }
  return added
}

/** Since 2019, a row names its condition in its id: `p_89/Halden`. Absent: null, the layout is older. */
function readOwnId({ attributeList }: Element): Condition | null {
  const id = attributeList.id ?? ''
  const slash = id.indexOf('/')
  if (slash < 1 || slash === id.length - 1) return null
  return { facet: id.slice(0, slash), value: id.slice(slash + 1) }
}

/**
 * The conditions that all results meet: those of every link that adds one of another kind. Links to nodes do not
 * count, because they replace the node.
 */
function findMet(rows: readonly PanelRow[], reading: PanelReading): ReadonlyMap<string, string> {
  const facets = facetsOf(reading)
  const counts = new Map<string, { facet: string; value: string; count: number }>()
  const lists = new Map<string, number>()
  let total = 0
  for (const { facet, target, isBack } of rows) {
    if (facet === null || target === null || isBack || facet === facets.node || facet === facets.department) continue
    total++
    lists.set(facet, (lists.get(facet) ?? 0) + 1)
    for (const condition of target.conditions) {
      if (condition.facet === facet) continue
      const key = printCondition(condition)
      const known = counts.get(key) ?? { ...condition, count: 0 }
      counts.set(key, { ...known, count: known.count + 1 })
    }
  }
  const others = (facet: string): number => total - (lists.get(facet) ?? 0)
  const met = [...counts.values()].filter(({ facet, count }) => count > 0 && count === others(facet))
  return new Map(met.map(({ facet, value }) => [facet, value]))
}
