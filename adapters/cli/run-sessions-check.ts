import type { ParamsOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD } from '../../core/index.ts'
import { contractFor } from '../contract.ts'
import { otherDomains } from '../../selectors/index.ts'
import { readProductArgument } from '../product-argument.ts'
import { openPages } from '../fetch/open-pages.ts'
import { startExtractPool } from '../pages/pool/extract-pool.ts'
import { EXIT, fail, orFail, requireConfig } from './exit.ts'
import type { SessionsCheckArgs } from './live-arguments.ts'
import { measurePages, type PageMeasure } from './measure-pages.ts'
import { print } from './print.ts'
import { readWhole } from './read-pages.ts'
import { toEnvironment } from './server-flags.ts'
import { formatTable } from './table.ts'

/** Runs the command `sessions check`. */
export async function runSessionsCheck(args: SessionsCheckArgs): Promise<void> {
  const { zip, city, 'ship-to': ship_to, json } = args
  if (zip === undefined && city === undefined && ship_to === undefined) {
    fail('Name a place: --zip, --city or --ship-to. --zip auto is one of the marketplace.')
  }
  const config = await requireConfig(toEnvironment({ source: args.source }))
  const asins = await readAsins(args.asins)
  const without = asins.map((asin) => requireParams(asin, args, {}))
  const within = asins.map((asin) => requireParams(asin, args, { zip, city, ship_to }))
  const pages = await openPages(config)
  const extractor = await startExtractPool({ threads: config.workers })
  try {
    const before = await measurePages(without, pages.live, extractor)
    const after = await measurePages(within, pages.live, extractor)
    const sessions = pages.sessions.counts()
    print(json ? `${JSON.stringify({ without: before, with: after, sessions })}\n` : formatMeasures(before, after))
    process.exitCode = (after.placesProven ?? 0) > 0 ? EXIT.ok : EXIT.failed
  } finally {
    await Promise.all([extractor.close(), pages.close()])
  }
}

async function readAsins(path: string): Promise<readonly string[]> {
  const text = (await orFail(() => readWhole(path))).toString()
  const asins = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return asins.length > 0 ? asins : fail(`"${path}" has no ASINs.`)
}

type PlaceParams = Readonly<Record<'zip' | 'city' | 'ship_to', string | undefined>>

/** Ends the command when a parameter is wrong. */
function requireParams(text: string, { domain }: SessionsCheckArgs, place: Partial<PlaceParams>): ParamsOf {
  const named = readProductArgument(text, domain)
  if (typeof named === 'string') return fail(`${named}.`)
  const parsed = contractFor(false, otherDomains).parseParams(DEFAULT_RECORD.name, { ...named, ...place })
  if (parsed.ok) return parsed.params
  const [wrong] = parsed.details
  return fail(`Invalid ${wrong?.param} for ${text}: it ${wrong?.message}.`)
}

const ROWS: readonly (readonly [name: string, read: (measure: PageMeasure) => number | null])[] = [
  ['pages asked', ({ asked }) => asked],
  ['pages read', ({ read }) => read],
  ['places proven', ({ placesProven }) => placesProven],
  ['prices found', ({ pricesFound }) => pricesFound],
  ['reviews shown', ({ reviewsShown }) => reviewsShown],
  ['attempts', ({ attempts }) => attempts],
  ['refusals', ({ refusals }) => refusals],
]

function formatMeasures(without: PageMeasure, within: PageMeasure): string {
  const errors = [...new Set([without, within].flatMap((measure) => Object.keys(measure.errors)))].toSorted()
  const rows = [
    ...ROWS,
    ...errors.map((error) => [`error ${error}`, (measure: PageMeasure) => measure.errors[error] ?? 0] as const),
  ]
  return formatTable(
    ['', 'without the place', 'with the place'],
    rows.map(([name, read]) => [name, printNumber(read(without)), printNumber(read(within))]),
  )
}

function printNumber(number: number | null): string {
  return number === null ? '-' : String(number)
}
