import {
  compileSelector,
  extractors,
  fieldOfPath,
  parseRowPath,
  type Attempt,
  type Extract,
  type Extraction,
  type Marketplace,
  type RecordName,
  rowPath,
} from '../../../../core/index.ts'
import type { BaseMaps } from '../../../../selectors/index.ts'
import { requireMarketplace } from '../../../require-marketplace.ts'
import { requireOpen, type OpenPage } from './open-pages.ts'

/** A selector of a field, or of one of its parts. */
interface Candidate {
  /** Absent: null, the field has no parts. */
  readonly part: string | null
  readonly source: string
}

/** What a selector would give for a field, if the field had no other. */
export interface Trial extends Candidate {
  /** What became of it. Absent: null, reading the page does not ask for it. */
  readonly attempt: Attempt | null
  /** The value of the field. Absent: undefined, it would give none. */
  readonly value: unknown
}

/** What a selector finds in a page. */
export interface Matches {
  readonly count: number
  /** Positions of the elements. At most `MAX_MATCHES`. */
  readonly elements: readonly number[]
  /** What it would give for a field. Absent: null, no field was named. */
  readonly trial: Trial | null
}

const MAX_MATCHES = 500

/** Selectors of a field: one list, or several under the names of its parts. */
type Entry = readonly string[] | Readonly<Record<string, readonly string[]>>
type EntryMap = Readonly<Record<string, Entry>>
type ExtractAny = (...args: Parameters<Extract<object, object>>) => Extraction

const EXTRACTORS: Readonly<Record<RecordName, unknown>> = { ...extractors }

/** How the record of a page is read: its map can be replaced. */
interface Readable {
  readonly map: EntryMap
  /** Positions of the elements of the rows. Absent: null, the record has none. */
  readonly rowElements: readonly number[] | null
  readonly read: (map: EntryMap) => Extraction
}

/** Fields of a page's record that have selectors, and the names of their parts. Empty for a field without parts. */
export function listEntries(id: number): Readonly<Record<string, readonly string[]>> {
  const map: EntryMap = readableOf(requireOpen(id))?.map ?? {}
  return Object.fromEntries(
    Object.entries(map).map(([field, entry]) => [field, isList(entry) ? [] : Object.keys(entry)]),
  )
}

/** What each selector of a field would give. Order: that in which they are tried. */
export function tryCandidates(id: number, path: string): readonly Trial[] {
  const open = requireOpen(id)
  const readable = readableOf(open)
  const entry = readable?.map[fieldOfPath(path)]
  if (readable === null || entry === undefined) return []
  const candidates = isList(entry)
    ? entry.map((source) => ({ part: null, source }))
    : Object.entries(entry).flatMap(([part, sources]) => sources.map((source) => ({ part, source })))
  return candidates.map((candidate) =>
    isFound(open, candidate.source) ? tryOne(readable, path, candidate) : withoutValue(candidate),
  )
}

/**
 * What a selector finds, and what it would give for a field.
 *
 * Throws: Error that says in a sentence what is wrong with the selector.
 */
export function trySelector(id: number, source: string, path: string | null, part: string | null): Matches {
  const open = requireOpen(id)
  const found = compile(source).selectAll(open.page)
  const elements = found.slice(0, MAX_MATCHES).map(({ order }) => order)
  const readable = path === null ? null : readableOf(open)
  const trial = readable === null || path === null ? null : tryOne(readable, path, { part, source })
  return { count: found.length, elements, trial }
}

function compile(source: string): ReturnType<typeof compileSelector> {
  try {
    return compileSelector(source, 'The selector')
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new Error(`This is not a selector: ${reason.replace(/\.$/, '')}.`, { cause: error })
  }
}

/** A selector that starts from an element which is found already, such as `> li`. */
const RELATIVE = /^\s*[>+~*]/

function isFound({ page }: OpenPage, source: string): boolean {
  return RELATIVE.test(source) || compile(source).selectFirst(page) !== null
}

/** Absent: null, the page has no record. */
function readableOf({ page, known, reading: { extraction, record } }: OpenPage): Readable | null {
  if (record === null || extraction.record === null) return null
  const marketplace: Marketplace = requireMarketplace(extraction.domain)
  const extract = EXTRACTORS[record] as ExtractAny
  const maps = marketplace as unknown as Readonly<Record<keyof BaseMaps, EntryMap>>
  return {
    map: maps[record],
    rowElements: extraction.rowElements,
    read: (map) => extract(page, { ...marketplace, [record]: map }, { ...known, explain: true }),
  }
}

/** Reads the page with a single selector for a field; where another part of the field precludes it, without that too. */
function tryOne({ map, rowElements, read }: Readable, path: string, candidate: Candidate): Trial {
  const field = fieldOfPath(path)
  const { part, source } = candidate
  const entry = map[field]
  const others = entry === undefined || isList(entry) ? {} : entry
  const without = Object.fromEntries(Object.keys(others).map((name) => [name, []]))
  const own = { [part ?? '']: [source] }
  const entries =
    part === null
      ? [[source]]
      : [
          { ...others, ...own },
          { ...without, ...own },
        ]
  for (const only of entries) {
    const { record, attempts, ...other } = read({ ...map, [field]: only })
    const moved = movePath(path, rowElements, other.rowElements)
    const mine = (attempts ?? []).filter(
      (attempt) => attempt.field === moved && attempt.source === source && attempt.part === part,
    )
    const attempt = mine.find(({ outcome }) => outcome === 'won') ?? mine[0]
    if (attempt === undefined) continue
    const hasWon = attempt.outcome === 'won' && record !== null
    return { ...candidate, attempt, value: hasWon ? valueAt(record, moved) : undefined }
  }
  return withoutValue(candidate)
}

function withoutValue({ part, source }: Candidate): Trial {
  return { part, source, attempt: null, value: undefined }
}

/** The path of a field in another reading of the page, which may have other rows. */
function movePath(path: string, rows: readonly number[] | null, others: readonly number[] | null): string {
  const row = parseRowPath(path)
  if (row === null) return path
  const index = others?.indexOf(rows?.[row.index] ?? -1) ?? -1
  return rowPath(row.list, index, row.field)
}

function valueAt(record: object, path: string): unknown {
  const row = parseRowPath(path)
  const values = record as Readonly<Record<string, unknown>>
  if (row === null) return values[path]
  const rows = values[row.list] as readonly Readonly<Record<string, unknown>>[] | undefined
  return rows?.[row.index]?.[row.field]
}

function isList(entry: Entry): entry is readonly string[] {
  return Array.isArray(entry)
}
