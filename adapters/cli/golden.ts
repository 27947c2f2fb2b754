import { existsSync } from 'node:fs'
import type { Coverage } from '../pages/golden/coverage.ts'
import type { GoldenCase } from '../pages/golden/golden-case.ts'
import { directoryOption, GOLDEN_COMMAND, GOLDEN_DIRECTORY } from '../pages/golden/golden-directory.ts'
import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { EXIT, fail, orFail } from './exit.ts'
import { pageArgs } from './page-arguments.ts'
import { formatTable } from './table.ts'
import { print } from './print.ts'
import { withArticle } from '../with-article.ts'

const directory = {
  type: 'string',
  valueHint: 'DIR',
  description: 'Folder of the cases',
  default: GOLDEN_DIRECTORY,
} as const

const list = defineCommand({
  description: 'List the cases, and what each guards against.',
  args: { directory },
  examples: ['golden list'],
  async run(args) {
    const cases = await requireCases(args.directory)
    const { runCase } = await import('../pages/golden/run-case.ts')
    const rows = cases.map((golden) => [
      golden.name,
      runCase(golden).differences === null ? 'captured' : 'accepted',
      golden.facts.why,
    ])
    process.stdout.write(formatTable(['case', 'state', 'why'], rows))
  },
})

const diff = defineCommand({
  description: 'Print the fields that differ from the expectations of the cases.',
  args: {
    case: {
      type: 'positional',
      required: false,
      many: true,
      description: 'Cases, such as product/com/gift-card. Default: all',
    },
    directory,
  },
  examples: ['golden diff product/com/gift-card'],
  async run(args) {
    const cases = await requireCases(args.directory, args._)
    const { adviseAccept, describeResult, runCase } = await import('../pages/golden/run-case.ts')
    const failed = cases.flatMap((golden) => {
      const result = runCase(golden)
      return result.differences?.length === 0
        ? []
        : [describeResult(golden, result, adviseAccept(golden.name, args.directory))]
    })
    print([...failed, `${failed.length} of ${cases.length} cases differ`, ''].join('\n'))
    process.exitCode = failed.length > 0 ? EXIT.failed : EXIT.ok
  },
})

const capture = defineCommand({
  description: 'Make a case of a page, which a person then checks and accepts.',
  args: {
    page: { type: 'positional', required: true, description: 'Saved page' },
    name: { type: 'string', valueHint: 'NAME', required: true, description: 'Name of the case' },
    why: { type: 'string', valueHint: 'TEXT', required: true, description: 'What the case guards against' },
    ...pageArgs,
    directory,
  },
  examples: ["golden capture page.html --name gift-card --why 'a card without a seller'"],
  async run(args) {
    const { page, name, why } = args
    await requireNewBuild()
    const [{ captureCase }, { readPageOptions }] = await Promise.all([
      import('../pages/golden/capture-case.ts'),
      import('./read-pages.ts'),
    ])
    const options = { name, why, ...readPageOptions(args) }
    print(`${await orFail(() => captureCase(page, args.directory, options))}\n`)
  },
})

const accept = defineCommand({
  description: 'Make the current records of the named cases their expectations.',
  args: {
    case: { type: 'positional', many: true, description: 'Cases, such as product/com/gift-card' },
    directory,
  },
  examples: ['golden accept product/com/gift-card'],
  async run(args) {
    if (process.env.CI) fail("Expectations can't be accepted in CI: the variable CI is set.")
    const { acceptCase } = await import('../pages/golden/capture-case.ts')
    for (const golden of await requireCases(args.directory, args._)) {
      print(`${await orFail(() => acceptCase(args.directory, golden))}\n`)
    }
  },
})

const score = defineCommand({
  description: 'Measure accuracy on the labeled pages of a folder.',
  args: {
    directory: { type: 'positional', required: true, description: 'Folder with labels/*.json and pages/*.html' },
    quiet: { type: 'boolean', description: 'Print the tables without the differences', default: false },
  },
  examples: ['golden score labeled'],
  async run(args) {
    const [{ describeDifference }, { scoreDirectory, tally }] = await Promise.all([
      import('../pages/golden/compare.ts'),
      import('../pages/golden/score.ts'),
    ])
    const { marks, skipped } = await orFail(() => scoreDirectory(args.directory))
    if (marks.length === 0) fail(`There are no labeled pages in ${args.directory}.`)
    const wrong = marks.filter(({ isRight }) => !isRight)
    if (!args.quiet) {
      for (const { page, path, ...mark } of wrong) {
        print(`${page}\n${describeDifference({ ...mark, field: path })}\n`)
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

/** The named cases of a folder; all cases when none is named. Ends the command when one does not exist. */
async function requireCases(directory: string, names: readonly string[] = []): Promise<GoldenCase[]> {
  await requireNewBuild()
  if (!existsSync(directory)) fail(`The folder ${directory} does not exist.`)
  const { readCases } = await import('../pages/golden/golden-case.ts')
  const cases = await orFail(() => readCases(directory))
  if (cases.length === 0) fail(`There are no cases (case.json) in ${directory}.`)
  if (names.length === 0) return cases
  return names.map((name) => {
    const golden = cases.find((candidate) => candidate.name === name)
    return (
      golden ?? fail(`Unknown case "${name}". To print all cases: ${GOLDEN_COMMAND} list${directoryOption(directory)}`)
    )
  })
}

/** Ends the command when it would run other code than that on disk: an old build accepted a case without its new field. */
async function requireNewBuild(): Promise<void> {
  const { findOldBuild } = await import('../find-build-problem.ts')
  const problem = findOldBuild()
  if (problem !== null)
    fail(
      `${problem}, or use "npm run golden -- ...", which runs the sources. The records would be those of the old code.`,
    )
}

const coverage = defineCommand({
  description: 'Count the cases that expect a value, by field and marketplace.',
  args: { directory },
  examples: ['golden coverage'],
  async run(args) {
    const cases = await requireCases(args.directory)
    const [{ records }, { measureCoverage, unguardedFields }, { simulatedCases }] = await Promise.all([
      import('../../core/index.ts'),
      import('../pages/golden/coverage.ts'),
      import('../pages/golden/simulated-cases.ts'),
    ])
    const handWritten = measureCoverage(cases)
    const simulated = measureCoverage(simulatedCases())
    for (const record of records) {
      const [byHand, bySimulation] = [handWritten[record.name], simulated[record.name]]
      const unguarded = unguardedFields(byHand)
      const absent = new Set(unguardedFields(bySimulation))
      const guardedBySimulation = unguarded.filter((field) => !absent.has(field))
      const guardedByNone = unguarded.filter((field) => absent.has(field))
      const { name } = byHand
      process.stdout.write(`${coverageTable(`${name}, hand-written`, byHand)}\n`)
      process.stdout.write(`${coverageTable(`${name}, simulated`, bySimulation)}\n`)
      process.stdout.write(
        `Fields of ${withArticle(name)} that only simulated cases guard: ${listFields(guardedBySimulation)}\n`,
      )
      process.stdout.write(`Fields of ${withArticle(name)} that no case guards: ${listFields(guardedByNone)}\n\n`)
    }
  },
})

/** A row for each field, with the number of cases of each marketplace and of all. */
function coverageTable(title: string, { domains, rows }: Coverage): string {
  const cells = rows.map(({ field, counts }) => [field, ...[...counts, sum(counts)].map(String)])
  return formatTable([title, ...domains, 'all'], cells)
}

function listFields(fields: readonly string[]): string {
  return fields.length === 0 ? 'none' : fields.join(', ')
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

const grounding = defineCommand({
  description: 'Measure whether the elements that gave values show them: on the cases, and on the pages of a folder.',
  args: {
    pages: {
      type: 'positional',
      required: false,
      description: 'Folder with pages/*.html. Default: the cases alone',
    },
    directory,
    write: {
      type: 'string',
      valueHint: 'FILE',
      description: 'Document whose figures are replaced, such as golden/accuracy.md',
    },
  },
  examples: ['golden grounding', 'golden grounding saved --write golden/accuracy.md'],
  async run(args) {
    const { countGrounding, groundCases, groundPages, writeGrounding } =
      await import('../pages/golden/measure-grounding.ts')
    await requireCases(args.directory)
    const all = [groundCases(args.directory)]
    if (args.pages !== undefined) all.push(await orFail(() => groundPages(args.pages ?? '')))
    const rows = all.map(({ name, pages, values, contradictions }) => {
      const { shown, excepted, ungrounded, ...counts } = countGrounding(values)
      return [`${pages} ${name}`, ...[counts.values, shown, excepted, ungrounded, contradictions].map(String)]
    })
    process.stdout.write(formatTable(['pages', 'values', 'shown', 'excepted', 'neither', 'contradictory'], rows))
    const lost = all.flatMap(({ values }) => values.filter((value) => !value.isGrounded && value.exception === null))
    for (const { record, path, value, winner } of lost) {
      print(`${record} ${path} ${JSON.stringify(value)} is not in ${winner}\n`)
    }
    const { write } = args
    if (write !== undefined) await orFail(() => writeGrounding(write, all))
    process.exitCode = lost.length > 0 ? EXIT.failed : EXIT.ok
  },
})

export const goldenCommand: CommandGroup = {
  commands: { list, diff, capture, accept, score, coverage, grounding },
}
