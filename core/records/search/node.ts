import { cleanUrl } from '../../text/url.ts'
import { facetsOf, readPanel, type Panel, type PanelFields, type PanelReading, type PanelRow } from './panel.ts'
import type { SearchNode } from './schema.ts'

export const node = {
  /**
   * The row without a link in the list of nodes. The rows above it lead to the nodes above.
   *
   * Source: golden/search/com/node-and-refinements.
   */
  node: (field, reading) => {
    const panel = reading.once(readPanel)
    const row = panel === null ? null : findCurrentNode(panel, reading)
    const name = row?.name ?? null
    if (panel === null || row === null || name === null) return null
    const id = idOfNode(row, panel, reading)
    if (id === null) {
      field.blame(SOURCE, name)
      return null
    }
    field.credit(SOURCE, name, [row.element])
    return { id, name, ladder: [...listAbove(panel, row, reading), { name, url: null }] }
  },
} satisfies Partial<PanelFields>

const SOURCE = 'refinements: row without a link in the list of nodes'

/** The row of the node that the results are of. Absent: null, they are of the whole shop. */
export function findCurrentNode(panel: Panel, reading: PanelReading): PanelRow | null {
  const lists = listsOfNodes(panel, reading)
  return panel.rows.find(({ list, hasLink, name }) => lists.has(list) && !hasLink && name !== null) ?? null
}

/** Id of the current node: what its row says, else the node that all results are of. Absent: null, unknown. */
export function idOfNode(row: PanelRow, { met }: Panel, reading: PanelReading): string | null {
  return row.value ?? met.get(facetsOf(reading).node) ?? null
}

/** Lists that lead to nodes or departments. */
export function listsOfNodes({ rows }: Panel, reading: PanelReading): ReadonlySet<object> {
  const { node: facetOfNodes, department } = facetsOf(reading)
  return new Set(rows.filter(({ facet }) => facet === facetOfNodes || facet === department).map(({ list }) => list))
}

/** Nodes and departments in the rows above that of the current node. */
function listAbove({ rows }: Panel, current: PanelRow, reading: PanelReading): SearchNode['ladder'] {
  const { wholeShop } = reading.site.links.search
  return rows.flatMap(({ list, element, name, facet, value, target }) => {
    if (list !== current.list || element.order > current.element.order || name === null || target === null) return []
    if (facet === facetsOf(reading).department && value === wholeShop) return []
    return [{ name, url: cleanUrl(target.href, reading.marketplace) }]
  })
}
