import * as v from 'valibot'
import { described } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, findRecordOf, records, rowsOf, type RecordName } from '../../core/index.ts'
import type { NamedExtraction, PageExtraction } from '../pages/index.ts'
import type { Explained } from '../client/index.ts'
import { file, html, noFile, page, pageDomain, pageFields, pageRecord, product } from './arguments.ts'
import type { Backend } from './backend.ts'
import { cutRecord, describeRecord, describeRow, fieldNames, requireFields } from './cut-record.ts'
import { explainField, explanation, requireField } from './explain-field.ts'
import { nameRecord, record } from './market-tools.ts'
import { readPage, type PageArguments } from './read-page.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'
import { FIELD_EXAMPLES, PAGE_NAMES, ROWS_OF_PAGE } from './tool-texts.ts'

/**
 * Saved pages, and the sources of values.
 *
 * `filesIn`: folder whose files tools read by their path. Absent: null, none: a caller on a network could read the
 * results of any page on this machine.
 */
export function pageTools(backend: Pick<Backend, 'retrieve'>, filesIn: string | null): readonly Tool[] {
  const where = { file: filesIn === null ? noFile : file, html, page, record: pageRecord }
  return [
    defineTool({
      name: 'extract_page',
      title: 'Saved page',
      description: `Reads a saved ${PAGE_NAMES} page and returns its record; for any other page, returns its kind, such as captcha. Uses no network.`,
      input: v.object({ ...where, domain: pageDomain, fields: pageFields }),
      output: v.object({
        kind: v.string(),
        evidence: v.string(),
        domain: v.nullable(v.string()),
        record: v.nullable(record),
        records: v.pipe(v.nullable(v.array(record)), v.description(ROWS_OF_PAGE)),
      }),
      writes: false,
      isRemote: false,
      run: async ({ fields, ...input }) => {
        requireFields(records, fields ?? [])
        return describePage(await readPage(input, filesIn, false), input.record ?? null, fields)
      },
    }),
    defineTool({
      name: 'explain_field',
      title: 'Source of a value',
      description:
        'Explains where a field of a record comes from: the selectors that were tried, why some were refused, and the one that gave the value. Takes a saved page, or a product to fetch, which costs as much as get_product.',
      input: v.object({
        ...where,
        product,
        domain: pageDomain,
        field: described(v.string(), `${FIELD_EXAMPLES}.`),
      }),
      output: explanation,
      writes: false,
      isRemote: true,
      argumentOf: (param) => (param === 'query' ? DEFAULT_RECORD.texts.tool.query.name : param),
      run: async ({ field, product, ...input }, signal) => {
        if (product === undefined) {
          const page = await readPage(input, filesIn, true)
          return explainField(findRecordOf(page.kind, input.record ?? null), page, field)
        }
        requireNoPage(input)
        requireField(fieldNames(DEFAULT_RECORD), field)
        const query = { ...nameRecord(DEFAULT_RECORD, product, input.domain), explain: true }
        const data = (await backend.retrieve(DEFAULT_RECORD.name, query, { signal })) as Explained<object>
        const { provenance, ...record } = data
        return explainField(DEFAULT_RECORD, { record, ...provenance }, field)
      },
    }),
  ]
}

/** Throws: `invalid_params`, when there is a saved page too. */
function requireNoPage({ file, html }: PageArguments): void {
  if (file === undefined && html === undefined) return
  throw new ToolError('invalid_params', 'Give a saved page, or a product to fetch, not both.')
}

/** `named`: null, the record that pages of its kind belong to. */
function describePage(
  page: PageExtraction | NamedExtraction,
  named: RecordName | null,
  fields: readonly string[] | undefined,
) {
  const { kind, evidence, domain, isCut } = page
  const end = isCut ? ' It is cut: what came after its end is missing.' : ''
  const head = `A page of kind "${kind}" (${evidence}).${end}`
  const facts = { kind, evidence, domain, record: null, records: null }
  const definition = findRecordOf(kind, named)
  if (definition === null || page.record === null) return { text: `${head} It has no record.`, data: facts }
  const wanted = fields ?? definition.mainFields
  requireFields([definition], wanted)
  const rows = rowsOf(definition, page.record)
  if (rows === null) {
    const cut = cutRecord(page.record, wanted)
    return { text: `${head}\n${describeRecord(cut)}`, data: { ...facts, record: cut } }
  }
  const records = rows.map((row) => cutRecord(row, wanted))
  return { text: [head, ...records.map(describeRow)].join('\n'), data: { ...facts, records } }
}
