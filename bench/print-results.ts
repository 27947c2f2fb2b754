import { comparedTasks, printComparison, printParsing, type MeasuredTask } from './parse-tables.ts'
import { printTable } from './print-table.ts'
import type { BenchResult, Figure } from './result.ts'

/** Libraries of the table in the README. */
const IN_README: readonly string[] = ['shelfmark', 'htmlparser2', 'cheerio']

/** The results of benches, for the document of results. */
export function printResults(results: ReadonlyMap<string, BenchResult>): string {
  if (results.size === 0) return 'There are no results yet.'
  return [...results.values()].map(printResult).join('\n\n')
}

/** One result: what was run and where, its figures, and its output where it has no others. */
export function printResult(result: BenchResult): string {
  const { bench, figures = [], parsing, output, exitCode } = result
  const parts = [`### ${[bench, ...result.arguments].join(' ')}`, printCircumstances(result)]
  if (exitCode !== 0) parts.push(`**It failed: exit code ${exitCode}.**`)
  if (parsing !== undefined) parts.push(printParsing(parsing))
  if (figures.length > 0) parts.push(printFigures(figures))
  if (parsing === undefined) parts.push(['```text', ...output, '```'].join('\n'))
  return parts.join('\n\n')
}

/** When and where a bench was run. */
function printCircumstances({ machine, versions, date, commit, seconds, parsing }: BenchResult): string {
  const { processor, cores, memoryGb, system, node, load } = machine
  const libraries = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const compared = parsing === undefined ? '' : ` With ${libraries.join(', ')}.`
  const where = `${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node ${node.slice(1)}`
  return `${date}, commit ${commit ?? 'not known'}, ${seconds} s. ${where}; load before: ${load}.${compared}`
}

/** Figures with the spread of their rounds. */
function printFigures(figures: readonly Figure[]): string {
  const print = (number: number): string => number.toFixed(2)
  return printTable(
    ['Figure', 'Unit', 'Rounds', 'Least', 'Median', 'Most'],
    figures.map(({ name, unit, rounds }) => {
      const sorted = rounds.toSorted((a, b) => a - b)
      const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0
      return [name, unit, String(rounds.length), print(least), print(median), print(most)]
    }),
  )
}

/** The table of the README, and how it was measured. Absent: null, `parse` has no result. */
export function printSpeed(results: ReadonlyMap<string, BenchResult>): string | null {
  const result = results.get('parse')
  if (result?.parsing === undefined) return null
  const { parsing, machine, date } = result
  const figures = parsing.figures.filter(({ library }) => IN_README.includes(library))
  const where = `${machine.cores} cores of ${machine.processor}, Node ${machine.node.slice(1)}, ${date}`
  const tasks = comparedTasks(parsing.tasks, figures)
  return [printComparison(tasks, figures), `Measured on ${parsing.pages}: ${describePages(tasks)}. ${where}.`].join(
    '\n\n',
  )
}

function describePages(tasks: readonly MeasuredTask[]): string {
  return tasks
    .map(({ title, pages, megabytes }) => {
      return `${title.replace(' (shelfmark: lazy)', '')} ${pages} of ${(megabytes / pages).toFixed(1)} MB`
    })
    .join('; ')
}
