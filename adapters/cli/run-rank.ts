import { endpointOf, type Rank } from '../../core/contract/index.ts'
import { isRanked, records } from '../../core/index.ts'
import { toCsvText } from '../pages/table/in-memory.ts'
import { rankTable, readRank } from '../work/rank/read-rank.ts'
import { EXIT, fail, requireInteger, requireKnown } from './exit.ts'
import { print, say } from './print.ts'
import type { RankArgs } from './rank-arguments.ts'
import { splitPaths } from './run-diff.ts'
import { formatTable } from './table.ts'
import { listWatches, type WatchFile } from './watch/open-watch-file.ts'
import { readWatchOptions, type WatchOptions } from './watch-options.ts'
import { describeUnseen, withLocalWatch } from './with-local-watch.ts'

const FORMATS = ['table', 'csv', 'jsonl'] as const
/** Points of one search: a look every 15 minutes for ten years has fewer. */
const MAX_POINTS = 1_000_000

/** Runs the command `rank`: looks at the searches that are due, and prints what is known of the ranks. */
export async function runRank({ asins, brands, pages, ...args }: RankArgs): Promise<void> {
  const format = requireKnown('--format', args.format, FORMATS)
  const searches = records.find(isRanked)
  if (searches === undefined || (asins ?? brands) === undefined || args._.length === 0) {
    return fail('Name a list of searches, such as keywords.txt, and what to track in them: --asins or --brands.')
  }
  const options = await readWatchOptions(
    { ...args, endpoint: endpointOf(searches.name) },
    {
      track: { asins: splitPaths(asins), brands: splitPaths(brands) },
      params: pages === undefined ? {} : { pages: requireInteger('pages', pages, 1) },
    },
  )
  // Changes are printed with the ranks.
  const audience = { print: () => undefined, act: null, say }
  await withLocalWatch(args.store, options, audience, async (watch, file, signal) => {
    const { looks, seen, unseen } = await watch.runRound(signal)
    if (seen < looks) say(describeUnseen(looks, unseen))
    const ranks = await readRanks(file, options)
    if (format === 'table') print(printNow(ranks))
    else printAll(ranks, format)
    process.exitCode = seen < looks ? EXIT.failed : EXIT.ok
  })
}

/** The ranks of the searches of the list. */
async function readRanks(file: WatchFile, { endpoint, terms, items }: WatchOptions): Promise<readonly Rank[]> {
  const { watches } = file.store
  const watch = (await listWatches(file)).find((one) => one.endpoint === endpoint)
  const { track = null } = terms
  if (watch === undefined || track === null) return []
  const listed = new Set(items.map(({ item }) => JSON.stringify(item)))
  const found = (await watches.listItems(watch.id, 0, watch.itemCount)).filter(({ input }) => listed.has(input))
  const subject = { watchId: watch.id, track, fromMs: 0, toMs: Date.now() }
  return await Promise.all(found.map(({ item }) => readRank(watches, { ...subject, item }, MAX_POINTS)))
}

function printAll(ranks: readonly Rank[], format: 'csv' | 'jsonl'): void {
  const tables = ranks.map(rankTable)
  const rows = tables.flatMap((table) => table.rows)
  if (format === 'jsonl') print(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  // Its cells are without what controls a terminal, and its lines end with two characters.
  else process.stdout.write(toCsvText(tables[0]?.columns ?? [], rows))
}

const HEADINGS = ['keyword', 'product or brand', 'position', 'ad', 'page', 'since', 'change']

/** Where products and brands are now. */
function printNow(ranks: readonly Rank[]): string {
  const rows = ranks.flatMap(({ input, points, changes, track }) => {
    const keyword = [input['query'], input['domain']].filter((part) => typeof part === 'string').join(' ')
    const last = points.at(-1)
    if (last === undefined) return [[keyword, 'not seen yet']]
    const products = track.asins.map((asin) => {
      const found = last.products.find((one) => one.asin === asin)
      // The look that was to see it has failed.
      if (found === undefined) return [keyword, asin, 'not seen yet']
      const { organic_position: position, sponsored_position: ad, page } = found
      const change = changes.findLast((one) => one.asin === asin)
      const out = last.pages === 1 ? 'not on the page' : `not on ${last.pages} pages`
      const cells = [String(position ?? out), String(ad ?? ''), String(page ?? '')]
      return [keyword, asin, ...cells, change?.at.slice(0, 10) ?? '', change === undefined ? '' : describe(change)]
    })
    const brands = track.brands.map((brand) => {
      const found = last.brands.find((one) => one.brand.toLowerCase() === brand.toLowerCase())
      if (found === undefined) return [keyword, brand, 'not seen yet']
      const { cards, share, top10_cards: top } = found
      return [keyword, brand, `${cards} of ${last.cards} cards (${Math.round(share * 100)} %), ${top} of the first 10`]
    })
    return [...products, ...brands]
  })
  return formatTable(HEADINGS, rows)
}

function describe({ change, before, after, by, top10 }: Rank['changes'][number]): string {
  const what = change === 'position' ? `${(by ?? 0) > 0 ? '+' : ''}${by} (${before} to ${after})` : change
  return top10 === null ? what : `${what}, ${top10} the first 10`
}
