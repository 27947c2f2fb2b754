import type { Markup } from '../markup.ts'
import type { SearchLayout, SearchTruth } from '../truth/search-truth.ts'
import { printModernResults } from './modern-results.ts'
import { printNoResults } from './no-results.ts'
import { printListResults, printTableResults } from './old-results.ts'
import type { RenderOptions } from '../weight.ts'
import { printPage } from './page-frame.ts'
import { trimClasses } from './trim-classes.ts'
import { viewSearch, type SearchView } from './search-view.ts'

const RESULTS: Readonly<Record<SearchLayout, (view: SearchView) => Markup>> = {
  current: printModernResults,
  grid: printModernResults,
  list: printListResults,
  table: printTableResults,
}

/** Prints a search page: the same for the same truth, for ever. */
export function renderSearch(truth: SearchTruth, options: RenderOptions = {}): string {
  const isHeavy = options.weight === 'real'
  const view = viewSearch(truth, isHeavy)
  const isEmpty = truth.response.products.length === 0
  const page = printPage(view, isEmpty ? printNoResults(view) : RESULTS[truth.layout](view))
  return isHeavy ? page : trimClasses(page)
}
