import { Element } from '../../html/tree/node.ts'
import type { PageRest } from '../../record/extraction.ts'
import type { Selector } from '../../selector/selector.ts'
import type { Entries } from './entries.ts'
import type { Compiled, Listing } from './listing.ts'
import { PAGE_SIZE } from './rankings.ts'

/** A path of the marketplace itself. What a page names is sent on, so that nothing else is accepted. */
const PATH = /^\/(?:[\w-]+(?:\.[\w-]+)*\/){1,10}$/
const MAX_PATH = 300
/** What a header can hold. */
const PARAMETERS = /^[\x21-\x7e]{1,1000}$/

/**
 * The request by which a page loads the cards that it names and does not show.
 *
 * Absent: null, it shows all of them, or does not say how it loads them.
 */
export function findRest({ element, cards }: Listing, { unshown }: Entries, marketplace: Compiled): PageRest | null {
  const { maps, site } = marketplace
  const names = maps.best_sellers.rest
  const { rest } = site.links.rankings
  const missing = unshown.slice(0, PAGE_SIZE)
  if (element === null || cards.length === 0 || missing.length === 0) return null
  if (!names.list.some((candidate) => candidate.matches(element))) return null
  const path = readAround(names.path, element)
  const parameters = readAround(names.params, element)
  if (path === null || parameters === null || !PARAMETERS.test(parameters)) return null
  if (!path.startsWith(rest.start) || path.length > MAX_PATH || !PATH.test(path)) return null
  const indexes = missing.map(({ index }) => index)
  const body = {
    faceoutkataname: readAround(names.faceout, element) ?? '',
    ids: missing.map(({ listed }) => listed.json),
    indexes,
    linkparameters: '',
    offset: readAround(names.offset, element) ?? String(indexes[0]),
    reftagprefix: readAround(names.tag, element) ?? '',
  }
  return {
    path: path + rest.page,
    contentType: 'application/json',
    headers: { [rest.header]: parameters },
    text: JSON.stringify(body),
  }
}

/** The attribute that a candidate reads, of an element or of the nearest one around it that has it. */
function readAround(candidates: readonly Selector[], element: Element): string | null {
  for (const { mode } of candidates) {
    if (mode.kind !== 'attribute') continue
    for (let node: unknown = element; node instanceof Element; node = node.parent) {
      const value = node.attributeList.get(mode.name)
      if (value !== undefined && value !== '') return value
    }
  }
  return null
}
