import type { Task } from './contenders.ts'
import { printTable } from './print-table.ts'
import type { Heap } from './measure.ts'
import { describeUnsteady, fastest, printFigure, type Rounds } from './rounds.ts'

/** All that the bench of parsing measures. */
export interface Parsing {
  /** What the pages are: "real pages". */
  readonly pages: string
  readonly tasks: readonly MeasuredTask[]
  readonly figures: readonly Figure[]
  /** One of each round. */
  readonly growths: readonly Growth[]
  readonly heap: Heap
}

/** The tables of all that was measured, and a warning when the machine was too busy. */
export function printParsing({ tasks, figures, growths, heap }: Parsing): string {
  const { records, kept, json, page } = heap
  const kilobytes = [kept, json, page].map((bytes) => (bytes / 1000).toFixed(1))
  return [
    printComparison(tasks, figures),
    printOwn(tasks, figures),
    `Growth: ${growths[0]?.page}, with its body repeated 1, 4 and 16 times`,
    printGrowth(growths),
    `Memory of ${records.toLocaleString('en')} records: ${kilobytes[0]} kB each (${kilobytes[1]} kB as JSON; a page has ${kilobytes[2]} kB)`,
    describeUnsteady([...figures.map(({ rounds }) => rounds), ...growthRounds(growths).flat()]),
  ].join('\n\n')
}

/** A task, and the pages that it was done on. */
export interface MeasuredTask {
  readonly task: Task
  /** Heading of its column: "product record". */
  readonly title: string
  readonly pages: number
  readonly megabytes: number
}

/** How long a library took for all pages of a task. */
export interface Figure {
  readonly task: Task
  readonly library: string
  readonly rounds: Rounds
}

/** The library that the others are compared with. */
const OWN = 'shelfmark'

/** Tasks that several libraries do. */
export function comparedTasks(tasks: readonly MeasuredTask[], figures: readonly Figure[]): readonly MeasuredTask[] {
  return tasks.filter(({ task }) => figures.filter((figure) => figure.task === task).length > 1)
}

/**
 * What libraries take for a page: a row for each library, a column for each task that several do. A cell has the
 * milliseconds, and how many times as long that is as shelfmark takes.
 */
export function printComparison(tasks: readonly MeasuredTask[], figures: readonly Figure[]): string {
  const compared = comparedTasks(tasks, figures)
  const find = (task: Task, library: string): Rounds | undefined =>
    figures.find((figure) => figure.task === task && figure.library === library)?.rounds
  const printCell = ({ task, pages }: MeasuredTask, library: string): string => {
    const [own, rounds] = [find(task, OWN), find(task, library)]
    if (own === undefined || rounds === undefined) return ''
    const time = printFigure(rounds, (ms) => (ms / pages).toFixed(1))
    return library === OWN ? time : `${time} (${(fastest(rounds) / fastest(own)).toFixed(1)} x)`
  }
  const libraries = new Set(
    figures.filter(({ task }) => compared.some((one) => one.task === task)).map(({ library }) => library),
  )
  return printTable(
    ['ms a page, from bytes to', ...compared.map(({ title }) => title)],
    [...libraries].map((library) => [library].concat(compared.map((task) => printCell(task, library)))),
  )
}

/** What shelfmark takes for each task, and for how much. */
export function printOwn(tasks: readonly MeasuredTask[], figures: readonly Figure[]): string {
  return printTable(
    ['shelfmark, from bytes to', 'pages', 'MB', 'ms a page', 'MB/s'],
    tasks.flatMap(({ task, title, pages, megabytes }) => {
      const own = figures.find((figure) => figure.task === task && figure.library === OWN)
      if (own === undefined) return []
      const time = printFigure(own.rounds, (ms) => (ms / pages).toFixed(2))
      return [[title, String(pages), megabytes.toFixed(1), time, ((megabytes / fastest(own.rounds)) * 1000).toFixed(0)]]
    }),
  )
}

/** Times for a page whose body was repeated. Unit: bytes and ms. */
export interface Growth {
  /** Name of the page. */
  readonly page: string
  readonly sizes: readonly { readonly size: number; readonly parse: number; readonly record: number }[]
}

/** Rounds of each figure of a growth. Order: of the sizes, for each the tree and the record. */
export function growthRounds(growths: readonly Growth[]): readonly (readonly [parse: Rounds, record: Rounds])[] {
  const [first] = growths
  return (first?.sizes ?? []).map((_, index) => {
    const sizes = growths.flatMap(({ sizes: all }) => all[index] ?? [])
    return [sizes.map(({ parse }) => parse), sizes.map(({ record }) => record)] as const
  })
}

/** How the times of a page grow with its size. */
export function printGrowth(growths: readonly Growth[]): string {
  const sizes = growths[0]?.sizes ?? []
  const rows = growthRounds(growths).map((figures, index) => {
    const mb = (sizes[index]?.size ?? 0) / 1e6
    return figures.reduce<string[]>(
      (cells, rounds) =>
        cells.concat(
          printFigure(rounds, (ms) => ms.toFixed(2)),
          (fastest(rounds) / mb).toFixed(2),
        ),
      [mb.toFixed(2)],
    )
  })
  return printTable(['MB', 'tree: ms', 'ms/MB', 'record: ms', 'ms/MB'], rows)
}
