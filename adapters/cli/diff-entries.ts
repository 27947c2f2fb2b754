import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { findRecordOf, PROBLEMS, records, rowsOf, type AnyRecord, type SeenRecord } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { extractPage } from '../pages/index.ts'
import { fail, orFail } from './exit.ts'
import { readPages, requireDomain, requirePages, STANDARD_INPUT } from './read-pages.ts'

/** A record of a file. */
export interface DiffEntry {
  /** ASIN or query, with the marketplace. Absent: null, the file does not say. */
  readonly key: string | null
  readonly seen: SeenRecord
}

export interface EntryOptions {
  /** Marketplace of pages. Default: recognized. */
  readonly domain: string | undefined
  /** Member of JSON lines that has a page. */
  readonly field: string
}

/** The records of a file: of JSON, of JSON lines, or read from its pages. Ends the command when there are none. */
export async function readEntries(file: string, options: EntryOptions): Promise<readonly DiffEntry[]> {
  const values = file === STANDARD_INPUT ? null : await orFail(() => readJson(file))
  const entries = values?.map(toEntry) ?? []
  if (values !== null && entries.every((entry) => entry !== null)) return entries
  return await readPageEntries(file, options)
}

const object = v.record(v.string(), v.unknown())
const parsedObject = v.pipe(v.string(), v.parseJson(), object)

type JsonObject = v.InferOutput<typeof object>

/** The objects of a file of JSON or JSON lines. Absent: null, it is neither, or empty. */
function readJson(file: string): readonly JsonObject[] | null {
  const bytes = readFileSync(file)
  if (bytes.subarray(0, 200).toString().trimStart()[0] !== '{') return null
  const text = bytes.toString()
  const whole = v.safeParse(parsedObject, text)
  if (whole.success) return [whole.output]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map((line) => v.safeParse(parsedObject, line))
  return parsed.every(({ success }) => success) ? parsed.map(({ output }) => output as JsonObject) : null
}

const texts = v.object({ query: v.optional(v.string()), domain: v.optional(v.nullable(v.string())) })

/** A record, or a line that `extract`, `get` or `batch` has printed. Absent: null, the object is something else. */
function toEntry(value: JsonObject): DiffEntry | null {
  const member = ['record', 'data'].find((name) => Object.hasOwn(value, name))
  const given = member === undefined ? value : value[member]
  const parsed = v.safeParse(object, given)
  const input = v.safeParse(texts, value['input'])
  const own = v.safeParse(texts, value)
  const { query, domain } = input.success ? input.output : own.success ? own.output : {}
  if (!parsed.success) {
    // A line without a record: the page could not be had or read.
    const isFailure = member !== undefined && given === null
    return isFailure ? { key: query === undefined ? null : keyOf(query, domain ?? null), seen: NOT_SEEN } : null
  }
  const { provenance, screenshot: _, ...record } = parsed.output
  const kind = typeof value['kind'] === 'string' ? value['kind'] : null
  const definition = (kind === null ? null : findRecordOf(kind)) ?? findDefinition(record)
  if (definition === null) return null
  const source = domain ?? domainOf(record, definition)
  const seen = {
    kind: kind ?? definition.kinds[0] ?? '',
    domain: source,
    record,
    ...readProvenance(provenance ?? value['provenance'] ?? value),
  }
  return { key: keyOfRecord(record, query, source), seen }
}

/** A page that could not be had or read: it says nothing about any value. */
const NOT_SEEN: SeenRecord = { kind: 'unknown', domain: null, record: null }

const provenanceSchema = v.object({
  winners: v.optional(v.record(v.string(), v.string())),
  issues: v.optional(v.array(v.object({ field: v.string(), problem: v.picklist(PROBLEMS) }))),
})

function readProvenance(value: unknown): Pick<SeenRecord, 'winners' | 'issues'> {
  const parsed = v.safeParse(provenanceSchema, value)
  return parsed.success ? parsed.output : {}
}

/** The record that has all members of an object. */
function findDefinition(record: JsonObject): AnyRecord | null {
  const names = Object.keys(record)
  if (names.length === 0) return null
  return records.find(({ schema }) => names.every((name) => Object.hasOwn(schema.entries ?? {}, name))) ?? null
}

/** Marketplace of the first address of a record. Absent: null, it has none. */
function domainOf(record: JsonObject, definition: AnyRecord): string | null {
  const urls = [record, ...(rowsOf(definition, record) ?? [])].map((one) => (one as JsonObject)['url'])
  const url = urls.find((one) => typeof one === 'string' && URL.canParse(one))
  if (typeof url !== 'string') return null
  const { host } = new URL(url)
  return [...marketplaces.values()].find((marketplace) => marketplace.host === host)?.domain ?? null
}

function keyOfRecord(record: JsonObject, query: string | undefined, domain: string | null): string | null {
  const { asin } = record
  const name = typeof asin === 'string' ? asin : query
  return name === undefined ? null : keyOf(name, domain)
}

function keyOf(name: string, domain: string | null): string {
  return domain === null ? name : `${name} ${domain}`
}

async function readPageEntries(file: string, { domain: given, field }: EntryOptions): Promise<readonly DiffEntry[]> {
  const domain = given === undefined ? undefined : requireDomain(given)
  const entries: DiffEntry[] = []
  for await (const page of readPages(await requirePages([file]), field)) {
    if ('error' in page) return fail(`${page.name}: ${page.error.message}`)
    const { url, status, contentType } = page
    const extracted = await orFail(() => extractPage(page.bytes, { url, status, contentType, domain }))
    const { record, domain: source } = extracted
    const key = record === null ? null : keyOfRecord({ ...record }, undefined, source)
    entries.push({ key: key ?? (page.url === undefined ? null : page.url), seen: extracted })
  }
  if (entries.length === 0) fail(`There is no record and no page in ${file}.`)
  return entries
}
