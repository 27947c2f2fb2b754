import type { SavedPage, UnreadablePage } from '../pages/saved/index.ts'
import { ToolError } from './tool-error.ts'

type FoundPage = SavedPage | UnreadablePage

/** Pages that an error lists. */
const MAX_LISTED = 50

/**
 * The page of a file that a model wants, by its number or its URL. `wanted`: undefined, the only one.
 *
 * Rejects: with `invalid_params` when no page fits or several do, and lists the pages; when the page can't be read.
 */
export async function choosePage(
  pages: AsyncIterable<FoundPage>,
  wanted: number | string | undefined,
): Promise<SavedPage> {
  const seen: string[] = []
  const found: FoundPage[] = []
  for await (const page of pages) {
    if (seen.length <= MAX_LISTED) seen.push(describe(page))
    if (found.length < 2 && isWanted(page, wanted)) found.push(page)
    const isDecided = typeof wanted === 'number' ? found.length > 0 : found.length > 1 && seen.length > MAX_LISTED
    if (isDecided) break
  }
  const [page] = found
  if (page === undefined || found.length > 1) throw new ToolError('invalid_params', askFor(seen, wanted, found.length))
  if (!('error' in page)) return page
  throw new ToolError('invalid_params', `The page can't be read: ${page.error.message}`)
}

function isWanted({ number, url }: FoundPage, wanted: number | string | undefined): boolean {
  return wanted === undefined || wanted === (typeof wanted === 'number' ? (number ?? 1) : url)
}

function describe({ number, url, ...page }: FoundPage): string {
  const name = `${number ?? 1}: ${url ?? 'without a URL'}`
  return 'error' in page ? `${name} (can't be read: ${page.error.message})` : name
}

function askFor(seen: readonly string[], wanted: number | string | undefined, found: number): string {
  if (seen.length === 0) return 'There is no page in the file.'
  const count = found === 0 ? 'no page' : 'more than one page'
  const what = wanted === undefined ? 'in the file' : `${JSON.stringify(wanted)} in the file`
  const more = seen.length > MAX_LISTED ? ['...'] : []
  const list = [...seen.slice(0, MAX_LISTED), ...more].join('\n')
  return `There is ${count} ${what}. Give one of these as page, by its number or its URL:\n${list}`
}
