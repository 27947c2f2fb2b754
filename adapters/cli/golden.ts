import { existsSync } from 'node:fs'
import { defineCommand } from 'citty'
import { acceptCase } from '../golden/accept-case.ts'
import { captureCase } from '../golden/capture-case.ts'
import { describeDifference } from '../golden/compare.ts'
import { measureCoverage } from '../golden/coverage.ts'
import { GOLDEN_DIRECTORY, readCases, type GoldenCase } from '../golden/golden-case.ts'
import { describeResult, runCase } from '../golden/run-case.ts'
import { scoreDirectory, tally } from '../golden/score.ts'
import { writeSimulatedCases } from '../golden/simulated-cases.ts'
import { EXIT, fail } from './exit-codes.ts'
import { formatTable } from './table.ts'

const directory = { type: 'string', description: 'Folder of the cases', default: GOLDEN_DIRECTORY } as const

const list = defineCommand({
  meta: { name: 'list', description: 'List the golden cases and what they guard.' },
  args: { directory },
  run({ args }) {
    const rows = requireCases(args.directory).map(({ name, why, expected }) => [
      name,
      expected === null ? 'captured' : 'accepted',
      why,
    ])
    process.stdout.write(formatTable(['case', 'state', 'why'], rows))
  },
})

const diff = defineCommand({
  meta: { name: 'diff', description: 'Show the fields of golden cases that differ from what is expected.' },
  args: { case: { type: 'positional', required: false, description: 'Cases; all when none is named' }, directory },
  run({ args }) {
    const cases = requireCases(args.directory, args._)
    const failed = cases.flatMap((golden) => {
      const result = runCase(golden)
      return result.differences?.length === 0 ? [] : [describeResult(golden, result)]
    })
    process.stdout.write([...failed, `${cases.length} cases, ${failed.length} differ`, ''].join('\n'))
    process.exitCode = failed.length > 0 ? EXIT.failed : EXIT.ok
  },
})

const capture = defineCommand({
  meta: { name: 'capture', description: 'Make a golden case of a page, for somebody to read and accept.' },
  args: {
    page: { type: 'positional', required: true, description: 'Page' },
    name: { type: 'string', required: true, description: 'Name of the case' },
    why: { type: 'string', required: true, description: 'What the case guards against' },
    directory,
  },
  run({ args }) {
    try {
      process.stdout.write(`${captureCase(args.page, args.name, args.why, args.directory)}\n`)
    } catch (error) {
      fail((error as Error).message)
    }
  },
})

const accept = defineCommand({
  meta: { name: 'accept', description: 'Take what named cases give now as what is expected of them.' },
  args: { case: { type: 'positional', required: true, description: 'Cases' }, directory },
  run({ args }) {
    if (process.env.CI) fail('expectations are not accepted in CI')
    for (const golden of requireCases(args.directory, args._)) process.stdout.write(`${acceptCase(golden)}\n`)
  },
})

const score = defineCommand({
  meta: { name: 'score', description: 'Measure accuracy on labelled pages of a folder outside of the project.' },
  args: {
    directory: { type: 'positional', required: true, description: 'Folder with pages/ and labels/' },
    quiet: { type: 'boolean', description: 'Leave out the differences', default: false },
  },
  run({ args }) {
    const { marks, skipped } = scoreDirectory(args.directory)
    if (marks.length === 0) fail(`there are no labelled pages in ${args.directory}`)
    const wrong = marks.filter(({ isRight }) => !isRight)
    if (!args.quiet) {
      for (const { page, place, actual, expected } of wrong) {
        process.stdout.write(`${page}\n${describeDifference({ field: place, actual, expected, winner: undefined })}\n`)
      }
    }
    for (const by of ['field', 'domain', 'page'] as const) {
      const rows = tally(marks, by).map(([name, right, all]) => [name, `${right}/${all}`, percent(right, all)])
      process.stdout.write(`\n${formatTable([by, 'right', 'share'], rows)}`)
    }
    const right = marks.length - wrong.length
    process.stdout.write(
      `\n${right} of ${marks.length} fields right, ${percent(right, marks.length)}; ${skipped} left open by the labels\n`,
    )
  },
})

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}

/** The named cases of a folder; all when none is named. */
function requireCases(directory: string, names: readonly string[] = []): GoldenCase[] {
  if (!existsSync(directory)) fail(`there is no folder ${directory}`)
  const cases = readCases(directory)
  if (cases.length === 0) fail(`there are no cases (case.json) in ${directory}`)
  if (names.length === 0) return cases
  return names.map((name) => cases.find((golden) => golden.name === name) ?? fail(`there is no case ${name}`))
}

const simulate = defineCommand({
  meta: {
    name: 'simulate',
    description: 'Write the cases of the simulated marketplace: pages, and what they were printed from.',
  },
  args: { directory },
  run({ args }) {
    process.stdout.write(`${writeSimulatedCases(args.directory)} simulated cases written to ${args.directory}\n`)
  },
})

const coverage = defineCommand({
  meta: { name: 'coverage', description: 'Count the cases that expect a value, by field and marketplace.' },
  args: { directory },
  run({ args }) {
    for (const { kind, domains, rows } of measureCoverage(requireCases(args.directory))) {
      const cells = rows.map(({ field, counts }) => [field, [...counts, sum(counts)].map(String)].flat())
      process.stdout.write(`${formatTable([`field of a ${kind}`, ...domains, 'all'], cells)}\n`)
    }
  },
})

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

export const goldenCommand = defineCommand({
  meta: { name: 'golden', description: 'Golden cases: pages and the records expected of them.' },
  subCommands: { list, diff, capture, accept, score, simulate, coverage },
})
