import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePage } from '../../../core/index.ts'
import { extractNamed, type ExtractPageOptions } from '../extract-page.ts'
import { readCases } from './golden-case.ts'
import { measureGrounding, type GroundedValue } from './grounding.ts'

/** What the values of some pages are grounded in. */
export interface Grounding {
  /** What the pages are: `golden cases`. */
  readonly name: string
  readonly pages: number
  readonly values: readonly GroundedValue[]
}

/** Values of all golden cases of a folder. */
export function groundCases(directory: string): Grounding {
  const cases = readCases(directory)
  const values = cases.flatMap(({ facts, readPage }) => {
    const { domain, url, status, asin, record = null } = facts
    const page = readPage()
    const extraction = extractNamed(record, page, { domain, url, status, asin, explain: true })
    return measureGrounding(parsePage(page), extraction, record)
  })
  return { name: 'golden cases', pages: cases.length, values }
}

/** Values of the pages of a folder: `pages/*.html`, or `*.html` in the folder itself. */
export function groundPages(directory: string): Grounding {
  const inside = join(directory, 'pages')
  const folder = existsSync(inside) ? inside : directory
  const files = readdirSync(folder).filter((file) => file.endsWith('.html'))
  const values = files.flatMap((file) => groundPage(readFileSync(join(folder, file))))
  return { name: 'saved pages', pages: files.length, values }
}

/** Values of one page. */
export function groundPage(page: Uint8Array, options: ExtractPageOptions = {}): GroundedValue[] {
  return measureGrounding(parsePage(page), extractNamed(null, page, { ...options, explain: true }))
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

const START = '<!-- grounding -->'
const END = '<!-- end of grounding -->'

/** Replaces the figures of a document: the lines between its two marks. Throws: an error, when it has no marks. */
export function writeGrounding(file: string, groundings: readonly Grounding[]): void {
  const document = readFileSync(file, 'utf8')
  const [start, end] = [document.indexOf(START), document.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${file} has no lines ${START} and ${END}.`)
  const rows = groundings.map(({ name, pages, values }) => {
    const { shown, excepted, ungrounded, ...counts } = countGrounding(values)
    const cells = [counts.values, shown, excepted, ungrounded].map((count) => count.toLocaleString('en'))
    return `| ${pages} ${name} | ${cells.join(' | ')} |`
  })
  const table = [
    '| Pages | Values from elements | Shown | Excepted | Neither |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  writeFileSync(file, `${document.slice(0, start + START.length)}\n\n${table}\n\n${document.slice(end)}`)
}
