import { readFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import type { Attempt, Product } from '../../core/index.ts'
import { extractPage, type ExtractPageOptions, type PageExtraction } from '../pages/extract-page.ts'
import { EXIT, fail } from './exit-codes.ts'
import { pageArgs, readPageOptions } from './page-options.ts'
import { formatTable } from './table.ts'

export const explainCommand = defineCommand({
  meta: {
    name: 'explain',
    description: 'Say where each field of a page comes from: what was tried, what won, what it read.',
  },
  args: {
    page: { type: 'positional', required: true, description: 'Saved page' },
    field: { type: 'positional', required: false, description: 'Field; all when not given' },
    ...pageArgs,
  },
  run({ args }) {
    const extraction = readExtraction(args.page, readPageOptions(args))
    const { record } = extraction
    if (record === null) {
      process.stdout.write('This is no product page.\n')
      process.exitCode = EXIT.failed
      return
    }
    if (args.field === undefined) process.stdout.write(explainAll(extraction, record))
    else if (args.field in record) process.stdout.write(explainField(extraction, record, args.field as keyof Product))
    else fail(`there is no field "${args.field}". Fields: ${Object.keys(record).join(', ')}`)
  },
})

function readExtraction(file: string, options: ExtractPageOptions): PageExtraction {
  try {
    return extractPage(readFileSync(file), { ...options, explain: true })
  } catch (error) {
    return fail((error as Error).message)
  }
}

/** A row a field: what won, and the value. */
function explainAll({ winners, issues }: PageExtraction, record: Product): string {
  const rows = Object.entries(record).map(([field, value]) => {
    const issue = issues.find((entry) => entry.field === field)
    return [field, winners[field] ?? (issue === undefined ? '' : `unreadable: ${issue.source}`), JSON.stringify(value)]
  })
  return formatTable(['field', 'read from', 'value'], rows)
}

/** A row for everything that was tried for one field. */
function explainField({ attempts }: PageExtraction, record: Product, field: keyof Product): string {
  const own = (attempts ?? []).filter((attempt) => attempt.field === field || attempt.field.startsWith(`${field}.`))
  const rows = distinct(own).map(({ source, found, outcome, text }) => [outcome, source, String(found), text ?? ''])
  const value = JSON.stringify(record[field], null, 2)
  return `${formatTable(['outcome', 'tried', 'found', 'text'], rows)}\n${field} = ${value}\n`
}

function distinct(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<string>()
  return attempts.filter(({ source, outcome, text }) => {
    const key = JSON.stringify([source, outcome, text])
    return !seen.has(key) && seen.add(key)
  })
}
