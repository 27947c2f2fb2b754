import { readFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import type { Attempt } from '../../core/index.ts'
import { flatten } from '../golden/compare.ts'
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
    const { record, kind, evidence } = extraction
    if (record === null) {
      process.stdout.write(`This is a page of the kind "${kind}" (${evidence}), of which nothing is read.\n`)
      process.exitCode = EXIT.failed
      return
    }
    const values = flatten(record)
    if (args.field === undefined) process.stdout.write(explainAll(extraction, values))
    else process.stdout.write(explainField(extraction, values, args.field))
  },
})

function readExtraction(file: string, options: ExtractPageOptions): PageExtraction {
  try {
    return extractPage(readFileSync(file), { ...options, explain: true })
  } catch (error) {
    return fail((error as Error).message)
  }
}

type Values = ReturnType<typeof flatten>

const CARD = /^products\[\d+\]\./

/** A row a field: what won, and the value; of a search page a row a field and selector, with the number of cards. */
function explainAll(extraction: PageExtraction, values: Values): string {
  const places = Object.keys(values)
  if (!places.some((place) => CARD.test(place))) {
    return formatTable(
      ['field', 'read from', 'value'],
      places.map((place) => [place, sourceOf(extraction, place), JSON.stringify(values[place])]),
    )
  }
  const cards = places.filter((place) => CARD.test(place))
  const fields = new Set(cards.map((place) => place.replace(CARD, '')))
  const rows = [...fields].flatMap((field) => {
    const sources = cards
      .filter((place) => place.replace(CARD, '') === field)
      .map((place) => sourceOf(extraction, place))
    return [...new Set(sources)].map((source) => [field, source, String(count(sources, source))])
  })
  return formatTable(['field', 'read from', 'cards'], rows)
}

function count(values: readonly string[], searched: string): number {
  return values.filter((value) => value === searched).length
}

function sourceOf({ winners, issues }: PageExtraction, place: string): string {
  const issue = issues.find((entry) => entry.field === place)
  return winners[place] ?? (issue === undefined ? '' : `unreadable: ${issue.source}`)
}

/** A row for everything that was tried for one field; for a field of all cards, a row a card. */
function explainField(extraction: PageExtraction, values: Values, field: string): string {
  if (field in values) return explainPlace(extraction, values, field)
  const places = Object.keys(values).filter((place) => place.replace(CARD, '') === field)
  if (places.length === 0) {
    const known = new Set(Object.keys(values).map((place) => place.replace(CARD, '')))
    fail(`there is no field "${field}". Fields: ${[...known].join(', ')}`)
  }
  return formatTable(
    ['card', 'read from', 'value'],
    places.map((place) => [place, sourceOf(extraction, place), JSON.stringify(values[place])]),
  )
}

function explainPlace({ attempts }: PageExtraction, values: Values, field: string): string {
  const own = (attempts ?? []).filter((attempt) => attempt.field === field || attempt.field.startsWith(`${field}.`))
  const rows = distinct(own).map(({ source, found, outcome, text }) => [outcome, source, String(found), text ?? ''])
  const value = JSON.stringify(values[field], null, 2)
  return `${formatTable(['outcome', 'tried', 'found', 'text'], rows)}\n${field} = ${value}\n`
}

function distinct(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<string>()
  return attempts.filter(({ source, outcome, text }) => {
    const key = JSON.stringify([source, outcome, text])
    return !seen.has(key) && seen.add(key)
  })
}
