import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePage, type RecordName } from '../../../core/index.ts'
import { replaceBlock } from '../../marked-block.ts'
import { extractNamed, type ExtractPageOptions } from '../extract-page.ts'
import { readCases } from './golden-case.ts'
import { measureGrounding, type GroundedValue } from './grounding.ts'

/** What the values of some pages are grounded in. */
export interface Grounding {
  /** What the pages are: `golden cases`. */
  readonly name: string
  readonly pages: number
  readonly values: readonly GroundedValue[]
  /** Values that contradict another one of their record. */
  readonly contradictions: number
}

/** What one page gives to the figures. */
type GroundedPage = Pick<Grounding, 'values' | 'contradictions'>

/** Values of all golden cases of a folder. */
export function groundCases(directory: string): Grounding {
  const cases = readCases(directory)
  const pages = cases.map(({ facts, readPage }) => {
    const { domain, url, status, asin, record = null } = facts
    return groundPage(readPage(), { domain, url, status, asin }, record)
  })
  return { name: 'golden cases', ...sumPages(pages) }
}

/** Values of the pages of a folder: `pages/*.html`, or `*.html` in the folder itself. */
export function groundPages(directory: string): Grounding {
  const inside = join(directory, 'pages')
  const folder = existsSync(inside) ? inside : directory
  const files = readdirSync(folder).filter((file) => file.endsWith('.html'))
  return { name: 'saved pages', ...sumPages(files.map((file) => groundPage(readFileSync(join(folder, file))))) }
}

function sumPages(pages: readonly GroundedPage[]): Omit<Grounding, 'name'> {
  return {
    pages: pages.length,
    values: pages.flatMap(({ values }) => values),
    contradictions: pages.reduce((sum, { contradictions }) => sum + contradictions, 0),
  }
}

/** The figures of one page, as `record` or as the record of its kind. */
export function groundPage(
  page: Uint8Array,
  options: ExtractPageOptions = {},
  record: RecordName | null = null,
): GroundedPage {
  const extraction = extractNamed(record, page, { ...options, explain: true })
  return {
    values: measureGrounding(parsePage(page), extraction, record),
    contradictions: extraction.issues.filter(({ problem }) => problem === 'inconsistent').length,
  }
}

/** Values by what grounds them. */
export interface GroundingCounts {
  readonly values: number
  readonly shown: number
  readonly excepted: number
  readonly ungrounded: number
}

export function countGrounding(values: readonly GroundedValue[]): GroundingCounts {
  const shown = values.filter(({ isGrounded }) => isGrounded).length
  const excepted = values.filter(({ exception }) => exception !== null).length
  return { values: values.length, shown, excepted, ungrounded: values.length - shown - excepted }
}

/** Replaces the figures of a document: the lines between its two marks. Throws: an error, when it has no marks. */
export function writeGrounding(file: string, groundings: readonly Grounding[]): void {
  const rows = groundings.map(({ name, pages, values, contradictions }) => {
    const { shown, excepted, ungrounded, ...counts } = countGrounding(values)
    const cells = [counts.values, shown, excepted, ungrounded, contradictions].map((count) =>
      count.toLocaleString('en'),
    )
    return `| ${pages} ${name} | ${cells.join(' | ')} |`
  })
  const table = [
    '| Pages | Values from elements | Shown | Excepted | Neither | Contradict another value |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), 'grounding', table))
}
