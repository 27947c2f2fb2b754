import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Winners } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import { extractPage } from '../pages/extract-page.ts'
import { flatten } from './compare.ts'
import { readJson } from './golden-case.ts'

/** What a person read on a page that is not part of the project. */
interface Label {
  /** File name of the page. */
  readonly page: string
  readonly kind: string
  readonly domain: Domain
  readonly asked_asin?: string
  readonly expected: Readonly<Record<string, unknown>>
  /** Fields whose value the page does not settle, with the reason. */
  readonly skip?: Readonly<Record<string, string>>
  /** Further values of a field that count as right. */
  readonly alternatives?: Readonly<Record<string, readonly unknown[]>>
}

/** One field of one page, or of one of its cards. */
interface Mark {
  readonly page: string
  readonly domain: string
  readonly field: string
  /** The field with the position of its card: `products[3].price`. */
  readonly path: string
  readonly isRight: boolean
  readonly actual: unknown
  readonly expected: unknown
  /** Selector, or other source, of the actual value; undefined when there is none. */
  readonly winner: string | undefined
}

export interface Score {
  readonly marks: readonly Mark[]
  /** Number of fields that the labels leave open without an alternative. */
  readonly skipped: number
}

/**
 * Compares the records of a folder's pages with its labels: `labels/*.json` and
 * `pages/*.html`, or both kinds of files in the folder itself.
 */
export function scoreDirectory(directory: string): Score {
  const labels = join(directory, 'labels')
  const pages = join(directory, 'pages')
  const labelDirectory = existsSync(labels) ? labels : directory
  const pageDirectory = existsSync(pages) ? pages : directory
  const marks: Mark[] = []
  let skipped = 0
  const labelFiles = readdirSync(labelDirectory).filter((name) => name.endsWith('.json'))
  for (const file of labelFiles.toSorted()) {
    const label = readJson(join(labelDirectory, file)) as Label
    if (label.kind !== 'product' && label.kind !== 'search') continue
    const extraction = extractPage(readFileSync(join(pageDirectory, label.page)), {
      domain: label.domain,
      asin: label.asked_asin,
    })
    const { record } = extraction
    const winners: Winners = extraction.winners
    const expected = flatten(label.expected)
    const found = flatten(record ?? {})
    for (const path of labeledPaths(label, expected, found)) {
      const values = acceptableValues(label, expected, path)
      if (values.length === 0) {
        skipped++
        continue
      }
      const actual = found[path]
      const isRight = values.some((value) => isDeepStrictEqual(value, actual))
      const field = path.replace(CARD, '')
      const { page, domain } = label
      marks.push({ page, domain, field, path, isRight, actual, expected: values[0], winner: winners[path] })
    }
  }
  return { marks, skipped }
}

const CARD = /^products\[\d+\]\./

/** Paths that the label names, and those of all cards that were found, in the fields that the label knows of. */
function labeledPaths({ skip = {}, alternatives = {} }: Label, expected: object, found: object): string[] {
  const fieldOf = (path: string): string => path.replace(CARD, '')
  const known = new Set(
    Object.keys(expected)
      .filter((path) => CARD.test(path))
      .map(fieldOf),
  )
  const cards = Object.keys(found).filter((path) => CARD.test(path) && (known.size === 0 || known.has(fieldOf(path))))
  const named = Object.keys({ ...expected, ...skip, ...alternatives })
  return [...new Set([...named, ...cards])].filter((path) => path !== 'html')
}

/** Values of a field that count as right; none when the label leaves the field open. */
function acceptableValues(
  { skip = {}, alternatives = {} }: Label,
  expected: Readonly<Record<string, unknown>>,
  path: string,
) {
  const isOpen = path in skip || !(path in expected || CARD.test(path))
  const own = isOpen ? [] : [expected[path]]
  return [...own, ...(alternatives[path] ?? [])]
}

/**
 * Number of right fields and of all fields, grouped by one property of the marks.
 *
 * Order: the smallest share of right fields first.
 */
export function tally(
  marks: readonly Mark[],
  by: 'field' | 'domain' | 'page',
): (readonly [name: string, right: number, all: number])[] {
  const names = [...new Set(marks.map((mark) => mark[by]))]
  return names
    .map((name) => {
      const group = marks.filter((mark) => mark[by] === name)
      return [name, group.filter(({ isRight }) => isRight).length, group.length] as const
    })
    .toSorted((left, right) => left[1] / left[2] - right[1] / right[2])
}
