import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { ShelfmarkError } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import { extractPage, type PageExtraction } from '../pages/index.ts'
import { DEFAULT_FIELDS, file, html, noFile, pageDomain, pageFields } from './arguments.ts'
import { cutRecord, describeRecord, describeRow } from './cut-record.ts'
import { record } from './market-tools.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'

/**
 * Saved pages.
 *
 * `allowsFiles`: whether tools read files by their path. A caller on a network could read the results of any page on
 * this machine.
 */
export function pageTools({ allowsFiles }: { readonly allowsFiles: boolean }): readonly Tool[] {
  const where = { file: allowsFiles ? file : noFile, html }
  return [
    defineTool({
      name: 'extract_page',
      title: 'Saved page',
      description:
        'The record of a saved product or search page; for other pages their kind, such as captcha. Sends nothing to any network.',
      input: v.object({ ...where, domain: pageDomain, fields: pageFields }),
      output: v.object({
        kind: v.string(),
        evidence: v.string(),
        domain: v.nullable(v.string()),
        record: v.nullable(record),
        records: v.pipe(v.nullable(v.array(record)), v.description('The cards of a search page.')),
      }),
      writes: false,
      isRemote: false,
      run: async ({ fields, ...input }) => describePage(await readPage(input, false), fields),
    }),
    defineTool({
      name: 'explain_field',
      title: 'Source of a value',
      description:
        'Where a field of a saved page comes from: the selectors that were tried, why some were refused, and the one that gave the value.',
      input: v.object({
        ...where,
        domain: pageDomain,
        field: v.pipe(v.string(), v.description('Such as price; products[0].price on a search page.')),
      }),
      output: v.object({
        field: v.string(),
        value: v.unknown(),
        winner: v.nullable(v.string()),
        attempts: v.array(v.record(v.string(), v.unknown())),
      }),
      writes: false,
      isRemote: false,
      run: async ({ field, ...input }) => describeField(await readPage(input, true), field),
    }),
  ]
}

interface PageArguments {
  readonly file?: string | undefined
  readonly html?: string | undefined
  readonly domain?: Domain | undefined
}

/** Throws: `invalid_params` for a page that can't be read. */
async function readPage({ file, html, domain }: PageArguments, explain: boolean): Promise<PageExtraction> {
  if ((file === undefined) === (html === undefined)) {
    throw new ToolError('invalid_params', 'Give the page as a file or as html, one of both.')
  }
  try {
    return extractPage(html ?? (await readFile(String(file))), { domain, explain })
  } catch (error) {
    if (error instanceof ShelfmarkError || (error instanceof Error && 'syscall' in error)) {
      throw new ToolError('invalid_params', `The page can't be read: ${error.message}`)
    }
    throw error
  }
}

function describePage(page: PageExtraction, fields: readonly string[] | undefined) {
  const { kind, evidence, domain } = page
  const head = `A page of kind "${kind}" (${evidence}).`
  const facts = { kind, evidence, domain, record: null, records: null }
  if (page.kind === 'product' && page.record !== null) {
    const cut = cutRecord(page.record, fields ?? DEFAULT_FIELDS.product)
    return { text: `${head}\n${describeRecord(cut)}`, data: { ...facts, record: cut } }
  }
  if ('hasMore' in page && page.record !== null) {
    const records = page.record.products.map((card) => cutRecord(card, fields ?? DEFAULT_FIELDS.card))
    return { text: [head, ...records.map(describeRow)].join('\n'), data: { ...facts, records } }
  }
  return { text: `${head} It has no record.`, data: facts }
}

const CARD = /^products\[(\d+)\]\.(.+)$/

function describeField({ record, winners, attempts }: PageExtraction, field: string) {
  if (record === null) throw new ToolError('invalid_params', 'The page has no record. extract_page says what it is.')
  const [, index, name] = CARD.exec(field) ?? []
  const card = 'products' in record && index !== undefined ? record.products[Number(index)] : undefined
  const owner: object = card ?? record
  const key = card === undefined ? field : String(name)
  if (!Object.hasOwn(owner, key)) {
    const known = Object.keys(owner).join(', ')
    throw new ToolError('invalid_params', `The record has no field "${field}". Fields: ${known}.`)
  }
  const value = (owner as Readonly<Record<string, unknown>>)[key] ?? null
  const winner = (winners as Readonly<Record<string, string>>)[field] ?? null
  const own = (attempts ?? []).filter((attempt) => attempt.field === field)
  const rows = own.map(({ outcome, reason, source, text }) =>
    [reason === null ? outcome : `${outcome} (${reason})`, source, text ?? ''].join(' | '),
  )
  const text = [`${field} = ${JSON.stringify(value)}`, `read from: ${winner ?? 'nothing'}`, ...rows].join('\n')
  return { text, data: { field, value, winner, attempts: own } }
}
