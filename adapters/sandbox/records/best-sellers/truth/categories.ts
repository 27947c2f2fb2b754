import type { Category } from '../../../../../core/index.ts'
import type { Locale } from '../../../locale/locale.ts'
import { Random } from '../../../truth/random.ts'
import { listPath } from './addresses.ts'
import type { BestSellersPageRequest } from './page-request.ts'
import { wordsOf } from './words.ts'

/** Departments of every simulated marketplace: what their addresses call them. Others exist too, and are in no tree. */
const DEPARTMENTS = ['kitchen', 'sports', 'garden', 'books'] as const

/** Whether a department has books: their cards name authors and formats. */
export function isOfBooks(alias: string): boolean {
  return alias.includes('books') || alias === 'digital-text'
}

/** Ladder of names below a department, itself first. */
function ladderOf(alias: string, { vocabulary }: Locale): readonly string[] {
  const ladders = isOfBooks(alias) ? vocabulary.book_categories : vocabulary.categories
  const index = DEPARTMENTS.findIndex((name) => name === alias)
  return ladders[index >= 0 && index < ladders.length ? index : new Random(alias).int(0, ladders.length - 1)] ?? []
}

/** Nodes below a department, in the order of its ladder. */
function nodesOf(alias: string, ladder: readonly string[]): readonly string[] {
  return ladder.slice(1).map((_, index) => String(new Random(`node/${alias}/${index}`).int(1_000_000, 99_999_999)))
}

type Place = Pick<BestSellersPageRequest, 'list' | 'alias' | 'node' | 'domain'>

/** Name of the category of a list. */
export function categoryName({ alias, node }: Pick<Place, 'alias' | 'node'>, locale: Locale): string {
  const ladder = ladderOf(alias, locale)
  const index = node === null ? 0 : nodesOf(alias, ladder).indexOf(node) + 1
  return ladder[index > 0 || node === null ? index : 1] ?? ''
}

/** Departments that the page of the root has lists of. */
export function rootDepartments(): readonly string[] {
  return DEPARTMENTS
}

/** The tree next to a list: the root, the department, and the levels below it down to the list's own, and one more. */
export function generateCategories(place: Place, locale: Locale): readonly Category[] {
  const { alias, node } = place
  const { host } = locale.marketplace
  const item = (name: string, own: Pick<Place, 'alias' | 'node'>, level: number): Category => ({
    name,
    query: own.node === null ? own.alias : `${own.alias}/${own.node}`,
    url: `https://${host}${listPath({ ...place, ...own })}`,
    is_selected: own.alias === alias && own.node === node,
    level,
  })
  const root = item(wordsOf(locale).root, { alias: '', node: null }, 0)
  if (alias === '') {
    return [root, ...DEPARTMENTS.map((one) => item(ladderOf(one, locale)[0] ?? '', { alias: one, node: null }, 1))]
  }
  const ladder = ladderOf(alias, locale)
  const nodes = nodesOf(alias, ladder)
  const department = item(ladder[0] ?? '', { alias, node: null }, 1)
  const depth = node === null ? 0 : nodes.indexOf(node) + 1
  // A node that is in no ladder is a leaf of its own.
  if (node !== null && depth === 0) return [root, department, item(ladder[1] ?? '', { alias, node }, 2)]
  const below = nodes
    .slice(0, depth + 1)
    .map((own, index) => item(ladder[index + 1] ?? '', { alias, node: own }, index + 2))
  return [root, department, ...below]
}
