import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findRecordOf, parseRowPath, type AnyRecord, type Winners } from '../../../core/index.ts'
import { extractNamed } from '../extract-page.ts'
import { flatten } from './compare.ts'
import { readLabel, type Label } from './label.ts'

/** One field of the record of one page, or of one of its rows. */
interface Mark {
  readonly page: string
  readonly domain: string
  readonly field: string
  /** The field with the position of its row: `products[3].price`. */
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
 *
 * Throws: as `readLabel` does.
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
    const label = readLabel(join(labelDirectory, file))
    if (label === null) continue
    const { definition } = label
    const extraction = extractNamed(label.record ?? null, readFileSync(join(pageDirectory, label.page)), {
      domain: label.domain,
      asin: label.asked_asin,
    })
    const { kind, record } = extraction
    const winners: Winners = extraction.winners
    const found = flatten(findRecordOf(kind, label.record) ?? definition, record ?? {})
    const rowFieldOf = rowFieldsOf(definition)
    for (const path of labeledPaths(label, found, rowFieldOf)) {
      const values = acceptableValues(label, path, rowFieldOf)
      if (values.length === 0) {
        skipped++
        continue
      }
      const actual = found[path]
      const isRight = values.some((value) => isDeepStrictEqual(value, actual))
      const field = rowFieldOf(path) ?? path
      const { page, domain } = label
      marks.push({ page, domain, field, path, isRight, actual, expected: values[0], winner: winners[path] })
    }
  }
  return { marks, skipped }
}

/** Gives the field of a row that a path names. Absent: null, the path names a field of the record itself. */
type RowFieldOf = (path: string) => string | null

function rowFieldsOf({ rows }: Pick<AnyRecord, 'rows'>): RowFieldOf {
  return (path) => {
    const position = parseRowPath(path)
    return position !== null && position.list === rows?.field ? position.field : null
  }
}

/** Paths that the label names, and those of all rows that were found, in the fields that the label knows of. */
function labeledPaths({ expected, skip, alternatives }: Label, found: object, rowFieldOf: RowFieldOf): string[] {
  const known = new Set(Object.keys(expected).map(rowFieldOf))
  known.delete(null)
  const ofRows = Object.keys(found).filter((path) => {
    const field = rowFieldOf(path)
    return field !== null && (known.size === 0 || known.has(field))
  })
  const named = Object.keys({ ...expected, ...skip, ...alternatives })
  return [...new Set([...named, ...ofRows])].filter((path) => path !== 'html')
}

/** Values of a field that count as right; none when the label leaves the field open. */
function acceptableValues({ expected, skip, alternatives }: Label, path: string, rowFieldOf: RowFieldOf) {
  const isOpen = path in skip || !(path in expected || rowFieldOf(path) !== null)
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
