import { DEFAULT_RECORD, records, rowPath } from '../../core/index.ts'

/** Texts of the tools that take or give records of any kind. */

const choices = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** What saved pages have records: "product or search". */
export const PAGE_NAMES = choices.format(records.map(({ name }) => name))

/** What a batch retrieves: "products or searches". */
export const PLURALS = choices.format(records.map(({ texts }) => texts.plural))

/** What the items of a batch are. */
export const ITEMS = toSentence(
  records.map((record) => {
    const { query } = record.texts.tool
    return record.name === DEFAULT_RECORD.name ? query.plural : `${query.plural}, for ${record.texts.plural}`
  }),
)

/** Rows that a page gives. */
export const ROWS_OF_PAGE = toSentence(
  records.flatMap(({ name, rows }) => (rows === null ? [] : [`the ${rows.name}s of a ${name} page`])),
)

/** Records that an item of a batch gives. */
export const RECORDS_OF_ITEM = toSentence(
  records.map(({ name, rows }) => (rows === null ? `the ${name}` : `the ${rows.name}s of a ${name}`)),
)

/** Fields that can be explained. */
export const FIELD_EXAMPLES = [
  `Such as ${DEFAULT_RECORD.texts.tool.exampleFields[0]}`,
  ...records.flatMap(({ name, rows, texts }) =>
    rows === null ? [] : [`${rowPath(rows.field, 0, texts.tool.exampleFields[0])} on a ${name} page`],
  ),
].join('; ')

function toSentence(parts: readonly string[]): string {
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
