import { basename } from 'node:path'
import {
  DEFAULT_RECORD,
  extractors,
  parsePage,
  records,
  type Extract,
  type Extraction,
  type Marketplace,
  type RecordName,
} from 'shelfmark'
import { marketplaces, type BaseMaps, type Domain } from 'shelfmark/selectors'
import { timeExternalParser } from './external-parser.ts'
import type { BenchPage } from './pages.ts'
import { peerLibraries } from './peer-record.ts'
import { treeLibraries } from './trees.ts'

/**
 * What is made of the bytes of a page: its tree, as the library leaves it; its tree, with everything in it read; or a
 * record.
 */
export type Task = 'tree' | 'read' | RecordName

/** The record whose pages a task is done on. */
export function recordOf(task: Task): RecordName {
  return task === 'tree' || task === 'read' ? DEFAULT_RECORD.name : task
}

/** A library that does a task. */
export interface Contender {
  readonly task: Task
  readonly library: string
  /** A promise, where the library must be awaited. */
  readonly run: (page: BenchPage) => unknown
  /** Whether "run" gives the milliseconds of the task, because another program does it. */
  readonly timesItself?: boolean
  /** Whether a page takes a second, so that the few runs of a measurement have to do. */
  readonly isSlow?: boolean
}

/** Path of a parser of another language. Absent: none is measured. */
const parser = process.env.SHELFMARK_BENCH_PARSER

/** Its tree is finished and decoded when it is made, so that it takes part in both tasks about trees. */
const external: readonly Contender[] = (['tree', 'read'] as const).flatMap((task) =>
  parser
    ? [
        {
          task,
          library: basename(parser),
          timesItself: true,
          run: ({ bytes }: BenchPage) => timeExternalParser(parser, bytes),
        },
      ]
    : [],
)

/** How the record of a page is read from its bytes. */
type ExtractAny = (...args: Parameters<Extract<object, BaseMaps>>) => Extraction

/** Reads the record of a page with shelfmark. */
export function extractRecord(name: RecordName, page: BenchPage): Extraction {
  const byName: Readonly<Record<RecordName, ExtractAny>> = extractors
  return byName[name](parsePage(page.bytes), requireMarketplace(page))
}

function ofRecord(name: RecordName): Contender[] {
  const own: Contender = { task: name, library: 'shelfmark', run: (page) => extractRecord(name, page) }
  const peers = peerLibraries.flatMap(({ name: library, records: { [name]: read } }) => {
    if (read === undefined) return []
    const run = (page: BenchPage): unknown => read(page.bytes, requireMarketplace(page))
    return [{ task: name, library, isSlow: true, run }]
  })
  return [own, ...peers]
}

/** All that is measured. Order: by task; shelfmark is the first of each. */
export const contenders: readonly Contender[] = [
  ...treeLibraries.map(({ name, parse }) => ({
    task: 'tree' as const,
    library: name,
    run: ({ bytes }: BenchPage) => parse(bytes),
  })),
  ...treeLibraries.map(({ name, readAll }) => ({
    task: 'read' as const,
    library: name,
    run: ({ bytes }: BenchPage) => readAll(bytes),
  })),
  ...external,
  ...records.flatMap(({ name }) => ofRecord(name)),
]

/** Marketplace of a page. */
function requireMarketplace({ name, domain }: BenchPage): Marketplace<Domain, BaseMaps> {
  const marketplace = marketplaces.get(domain)
  if (marketplace === undefined) throw new Error(`${name}: unknown domain "${domain}"`)
  return marketplace
}
