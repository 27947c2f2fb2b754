import { basename } from 'node:path'
import * as v from 'valibot'
import { findRecordOf, parseRowPath, records, type AnyRecord, type RecordName } from '../../../core/index.ts'
import { pageMarketplaces, type PageDomain } from '../../../selectors/index.ts'
import { findSimilar } from '../../../core/error/similar.ts'
import { suggest } from '../../similar.ts'
import { withArticle } from '../../with-article.ts'
import { flatten } from './compare.ts'
import { readJson } from './golden-case.ts'

const names = records.map(({ name }) => name)

/** What a person read on a page that is not part of the project. */
const labelSchema = v.object({
  /** File name of the page. */
  page: v.string(),
  kind: v.string(),
  /** The record that was read. Absent: the one that pages of this kind belong to. */
  record: v.optional(
    v.custom<RecordName>(
      (name) => names.some((known) => known === name),
      ({ input }) => suggest(String(input), names),
    ),
  ),
  domain: v.custom<PageDomain>(
    (domain) => pageMarketplaces.has(String(domain)),
    ({ input }) => suggest(String(input), [...pageMarketplaces.keys()]),
  ),
  asked_asin: v.optional(v.string()),
  expected: v.record(v.string(), v.unknown()),
  /** Fields whose value the page does not settle, with the reason. */
  skip: v.optional(v.record(v.string(), v.string()), {}),
  /** Further values of a field that count as right. */
  alternatives: v.optional(v.record(v.string(), v.array(v.unknown())), {}),
})

export interface Label extends Omit<v.InferOutput<typeof labelSchema>, 'expected'> {
  readonly definition: AnyRecord
  /** The record, with the fields of its rows as fields of their own. */
  readonly expected: Readonly<Record<string, unknown>>
}

/**
 * Reads the label of a page. Absent: null, the file is not a label, or the page is of a kind without a record.
 *
 * Throws: an error that names the file, and what in it is wrong, such as a field that the record does not have.
 */
export function readLabel(file: string): Label | null {
  const refuse = (problem: string): never => {
    throw new Error(`${basename(file)}: ${problem}`)
  }
  const json = readJson(file)
  // Beside pages and labels, there may be other files.
  if (!v.is(v.union([v.looseObject({ page: v.unknown() }), v.looseObject({ expected: v.unknown() })]), json))
    return null
  const { output: label, issues, success } = v.safeParse(labelSchema, json)
  if (!success) return refuse(issues.map((issue) => `${v.getDotPath(issue) ?? 'label'}: ${issue.message}`).join('; '))
  const definition = findRecordOf(label.kind, label.record)
  if (definition === null) {
    const kinds = records.flatMap<string>(({ kinds }) => kinds)
    return findSimilar(label.kind, kinds) === undefined
      ? null
      : refuse(`kind "${label.kind}". ${suggest(label.kind, kinds)}`)
  }
  const expected = flatten(definition, label.expected)
  for (const path of Object.keys({ ...expected, ...label.skip, ...label.alternatives })) {
    const problem = describeUnknown(definition, path)
    if (problem !== null) return refuse(problem)
  }
  return { ...label, definition, expected }
}

/** Why a path is no field of a record or of its rows. Absent: null, it is one. */
function describeUnknown({ name, schema, rows }: AnyRecord, path: string): string | null {
  const position = parseRowPath(path)
  const isOfRow = position !== null && position.list === rows?.field
  const field = isOfRow ? position.field : path
  const known = Object.keys((isOfRow ? rows.schema : schema).entries ?? {})
  if (known.includes(field)) return null
  return `"${path}" is not a field of ${withArticle(isOfRow ? rows.name : name)}. ${suggest(field, known)}`
}
