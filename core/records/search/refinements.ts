import type { FieldReader } from '../../field/field-reader.ts'
import type { Element } from '../../html/tree/node.ts'
import { byOrder } from '../../html/index/document-order.ts'
import { isInsideAny } from '../../html/tree/walk.ts'
import { printCondition, valuesOf } from './conditions.ts'
import { findCurrentNode, idOfNode, listsOfNodes } from './node.ts'
import { facetsOf, readPanel, type Panel, type PanelFields, type PanelReading, type PanelRow } from './panel.ts'
import type { Refinement } from './schema.ts'

type Option = Refinement['options'][number]

export const refinements = {
  /**
   * Lists of conditions that the page links to. Rows that lead back, to other words, or nowhere are not options.
   *
   * Source: golden/search/com/node-and-refinements.
   */
  refinements: (_, reading) => {
    const panel = reading.once(readPanel)
    if (panel === null) return []
    const names = nameLists(panel, reading)
    const groups = new Map<string, { id: string; name: string | null; options: Map<string, Option> }>()
    for (const { row, facet, option } of listOptions(panel, reading)) {
      const name = names.get(row.list) ?? null
      // Until 2019, lists with different headings can have one kind of conditions.
      const key = JSON.stringify([facet, name])
      const group = groups.get(key) ?? { id: facet, name, options: new Map<string, Option>() }
      groups.set(key, group)
      if (!group.options.has(option.value)) group.options.set(option.value, option)
    }
    return [...groups.values()].map(({ id, name, options }) => ({ id, name, options: [...options.values()] }))
  },
} satisfies Partial<PanelFields>

interface ListedOption {
  readonly row: PanelRow
  /** Kind of the list. */
  readonly facet: string
  readonly option: Option
}

function listOptions(panel: Panel, reading: PanelReading): ListedOption[] {
  const kinds = kindsOfLists(panel, reading)
  const current = findCurrentNode(panel, reading)
  return panel.rows.flatMap((row): ListedOption[] => {
    const facet = kinds.get(row.list)
    if (facet === undefined || row.isBack || row.name === '') return []
    const isNode = facet === facetsOf(reading).node
    const condition = isNode ? toNodeCondition(row, current, panel, reading) : toCondition(row, facet, panel, reading)
    if (condition === null) return []
    const { value, isSelected } = condition
    return [{ row, facet, option: { name: row.name, value, is_selected: isSelected } }]
  })
}

/** Kind of the conditions of each list: that of most of its rows. */
function kindsOfLists(panel: Panel, reading: PanelReading): ReadonlyMap<Element, string> {
  const nodes = listsOfNodes(panel, reading)
  const counts = new Map<Element, Map<string, number>>()
  for (const { list, facet } of panel.rows) {
    const kind = nodes.has(list) ? facetsOf(reading).node : facet
    if (kind === null) continue
    const known = counts.get(list) ?? new Map<string, number>()
    counts.set(list, known.set(kind, (known.get(kind) ?? 0) + 1))
  }
  const kinds = new Map<Element, string>()
  for (const [list, known] of counts) {
    const [most] = [...known].toSorted(([, left], [, right]) => right - left)
    if (most !== undefined) kinds.set(list, most[0])
  }
  return kinds
}

interface ReadCondition {
  readonly value: string
  readonly isSelected: boolean
}

/** Absent: null, the row is not an option: it leads to a node above, or nowhere. */
function toNodeCondition(
  row: PanelRow,
  current: PanelRow | null,
  panel: Panel,
  reading: PanelReading,
): ReadCondition | null {
  if (row === current) {
    const id = idOfNode(row, panel, reading)
    return id === null
      ? null
      : { value: printCondition({ facet: facetsOf(reading).node, value: id }), isSelected: true }
  }
  const isAbove = current !== null && row.list === current.list && row.element.order < current.element.order
  if (isAbove || row.target === null || row.facet === null || row.value === null) return null
  return { value: printCondition({ facet: row.facet, value: row.value }), isSelected: row.isMarked }
}

/** Absent: null, the row is not an option. */
function toCondition(row: PanelRow, facet: string, panel: Panel, reading: PanelReading): ReadCondition | null {
  if (row.target === null || row.value === null) return null
  const met = panel.met.get(facet)
  const added = row.target.conditions.findLast((condition) => condition.facet === facet)?.value
  const isSelected = row.isMarked || isRemoved(row.value, added, met)
  if (row.facet !== facet && !isSelected) return null
  const isAdded = added !== undefined && (!isSelected || valuesOf(added).includes(row.value))
  const value = isAdded ? nameAdded(row.value, added, met) : nameMet(row, facet, met)
  if (value === undefined || (facet === facetsOf(reading).price && !PRICE.test(value))) return null
  return { value: printCondition({ facet, value }), isSelected }
}

/** A range, or the number of one. Ids of rows can be neither. */
const PRICE = /^(?:\d+|\d*-\d*)$/

/** Whether a link removes a condition that all other results meet. `added`, `met`: undefined, none of its kind. */
function isRemoved(own: string, added: string | undefined, met: string | undefined): boolean {
  if (added === undefined) return true
  return met !== undefined && valuesOf(met).includes(own) && !valuesOf(added).includes(own)
}

/** The value of a row whose link removes it. Ranges of prices have ids that do not name them. */
function nameMet(row: PanelRow, facet: string, met: string | undefined): string | undefined {
  const own = row.facet === facet && row.value !== null ? row.value : undefined
  return met === undefined || (own !== undefined && valuesOf(met).includes(own)) ? own : met
}

/** The value that a link adds to those that are met. */
function nameAdded(own: string, added: string, met: string | undefined): string {
  const values = valuesOf(added)
  if (values.includes(own)) return own
  const known = met === undefined ? [] : valuesOf(met)
  const [first, ...more] = values.filter((value) => !known.includes(value))
  return first === undefined || more.length > 0 ? added : first
}

/** Names of the lists: the last heading after the list before, else that of the section. null: neither. */
function nameLists({ element: panel, rows }: Panel, reading: PanelReading): ReadonlyMap<Element, string | null> {
  const field = reading.field('refinements')
  const inRows = new Set(rows.map(({ element }) => element))
  const headings = selectHeadings(field.part('heading'), panel, inRows, reading)
  const sections = selectHeadings(field.part('section'), panel, inRows, reading)
  const names = new Map<Element, string | null>()
  let [heading, section, before] = [-1, -1, panel.order]
  for (const list of new Set(rows.map((row) => row.list))) {
    heading = lastBefore(list, headings, heading)
    section = lastBefore(list, sections, section)
    const own = headings[heading]
    const isOwn = own !== undefined && own.element.order > before
    names.set(list, (isOwn ? own : sections[section])?.text ?? null)
    before = list.order
  }
  return names
}

/** Index of the last heading before a list, not before the index `from`. */
function lastBefore(list: Element, headings: readonly Heading[], from: number): number {
  let index = from
  while ((headings[index + 1]?.element.order ?? Infinity) < list.order) index++
  return index
}

interface Heading {
  readonly element: Element
  readonly text: string
}

/** Headings with a text, in page order. What is in a row belongs to that. */
function selectHeadings(
  part: FieldReader,
  panel: Element,
  rows: ReadonlySet<Element>,
  reading: PanelReading,
): readonly Heading[] {
  const { page, text } = reading
  const skip = reading.field('refinements').part('left_out').matches
  const found = new Set(part.candidates.flatMap((selector) => selector.selectItems(page, panel)))
  return [...found]
    .filter((element) => !isInsideAny(element, rows))
    .toSorted(byOrder)
    .map((element) => ({ element, text: text.read(element, { skip }) }))
    .filter((heading) => heading.text !== '')
}
