import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { extractPage } from '../pages/extract-page.ts'
import { flatten } from './compare.ts'
import { readJson } from './golden-case.ts'

/** A page outside of the project, and the record that a person read from it. */
interface Label {
  /** File name of the page. */
  readonly page: string
  readonly kind: string
  readonly domain: string
  readonly asked_asin?: string
  readonly expected: Readonly<Record<string, unknown>>
  /** Fields that the page leaves open, with the reason. */
  readonly skip?: Readonly<Record<string, string>>
  /** Readings that count as right beside the expected one. */
  readonly alternatives?: Readonly<Record<string, readonly unknown[]>>
}

/** One field of one page, or of one of its cards. */
interface Mark {
  readonly page: string
  readonly domain: string
  readonly field: string
  /** The field with its place: `products[3].price`. */
  readonly place: string
  readonly isRight: boolean
  readonly actual: unknown
  readonly expected: unknown
}

export interface Score {
  readonly marks: readonly Mark[]
  /** Fields that labels leave open without readings to choose from. */
  readonly skipped: number
}

/**
 * Compares the pages of a folder with its labels: `labels/*.json` and
 * `pages/*.html`, or both in the folder itself.
 */
export function scoreDirectory(directory: string): Score {
  const labels = join(directory, 'labels')
  const pages = join(directory, 'pages')
  const labelDirectory = existsSync(labels) ? labels : directory
  const pageDirectory = existsSync(pages) ? pages : directory
  const marks: Mark[] = []
  let skipped = 0
  for (const file of readdirSync(labelDirectory)
    .filter((name) => name.endsWith('.json'))
    .toSorted()) {
    const label = readJson(join(labelDirectory, file)) as Label
    if (label.kind !== 'product' && label.kind !== 'search') continue
    const { record } = extractPage(readFileSync(join(pageDirectory, label.page)), {
      domain: label.domain,
      asin: label.asked_asin,
    })
    const expected = flatten(label.expected)
    const found = flatten(record ?? {})
    for (const place of labelledPlaces(label, expected, found)) {
      const readings = readingsOf(label, expected, place)
      if (readings.length === 0) {
        skipped++
        continue
      }
      const actual = found[place]
      const isRight = readings.some((reading) => isDeepStrictEqual(reading, actual))
      const field = place.replace(CARD, '')
      marks.push({ page: label.page, domain: label.domain, field, place, isRight, actual, expected: readings[0] })
    }
  }
  return { marks, skipped }
}

const CARD = /^products\[\d+\]\./

/** All that the label names, and the fields of cards that it does not have. */
function labelledPlaces({ skip = {}, alternatives = {} }: Label, expected: object, found: object): string[] {
  const cards = Object.keys(found).filter((place) => CARD.test(place))
  const places = Object.keys({ ...expected, ...skip, ...alternatives })
  return [...new Set([...places, ...cards])].filter((place) => place !== 'html')
}

function readingsOf(
  { skip = {}, alternatives = {} }: Label,
  expected: Readonly<Record<string, unknown>>,
  place: string,
) {
  const isOpen = place in skip || !(place in expected || CARD.test(place))
  const own = isOpen ? [] : [expected[place]]
  return [...own, ...(alternatives[place] ?? [])]
}

/** Share of the fields that are right, by one property of the marks, worst first. */
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
